import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/** Why an event waits in quarantine, by the key of its text, so that the desk reads it in its own language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_quarantine add column doubts jsonb`.execute(db);
}
