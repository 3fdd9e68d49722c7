import { type Kysely, sql } from "kysely";

/** What a person wrote is found by the person: counts of the forwarder's people go over the channels of all companies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_sender on message (sender_id, channel_id, sequence)`.execute(db);
  await sql`drop index message_own`.execute(db);
}
