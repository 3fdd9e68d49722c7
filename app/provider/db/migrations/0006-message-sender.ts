import { type Kysely, sql } from "kysely";

/** Finds messages by sender: unread counts of the forwarder's people span the channels of all companies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_sender on message (sender_id, channel_id, sequence)`.execute(db);
  await sql`drop index message_own`.execute(db);
}
