import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * Since Track & Trace 3.0 an id belongs to its party: the key of an event has both, and this is the id alone, by which a
 * retraction that names no party finds the event. Null where the key is made of the id only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column sent_id text`.execute(db);
  await sql`create index event_sent on event (sent_id) where sent_id is not null`.execute(db);
}
