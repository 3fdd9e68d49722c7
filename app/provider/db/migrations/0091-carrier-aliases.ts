import { type Kysely, sql } from "kysely";

/** Names of carriers as people type them, with the carrier that is meant; who has said so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table carrier_alias (
      -- The name in lower case with single spaces.
      name_key text primary key,
      name text not null,
      carrier_code text not null references carrier,
      added_by bigint references app_user on delete set null,
      added_by_name text not null,
      added_at timestamptz not null
    )`.execute(db);
}
