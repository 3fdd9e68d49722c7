import { type Kysely, sql } from "kysely";

/** Unread news are counted on every page: from the index alone, whatever else a person was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index notice_unread;
    create index notice_unread on notice (user_id, company_id)
      where read_at is null and user_id is not null and state <> 'DROPPED';
  `.execute(db);
}
