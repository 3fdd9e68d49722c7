import { type Kysely, sql } from "kysely";

/** Files of answers that the desk writes once; a message that takes one along gets a copy of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stored_file drop constraint stored_file_subject_check;
    alter table stored_file add constraint stored_file_subject_check
      check (subject in ('booking', 'channel', 'delivery', 'document', 'answer'));
  `.execute(db);
}
