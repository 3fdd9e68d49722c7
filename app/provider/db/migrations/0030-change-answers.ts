import { type Kysely, sql } from "kysely";

/** Who asked for a change of a booking, and what the forwarder answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table booking_change_request
      add column asked_by bigint references app_user on delete set null,
      add column is_granted boolean,
      add column answer text,
      add column answered_at timestamptz;
  `.execute(db);
}
