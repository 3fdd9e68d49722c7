import { type Kysely, sql } from "kysely";

/** Events that a person of the desk has matched to a shipment: they stay with it when their sender corrects them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_match (
      event_id text primary key references event on delete cascade,
      -- The shipment's house number, as references have it.
      value_key text not null,
      matched_by bigint references app_user on delete set null,
      matched_by_name text not null,
      matched_at timestamptz not null
    );
  `.execute(db);
}
