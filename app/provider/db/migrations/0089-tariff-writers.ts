import { type Kysely, sql } from "kysely";

/** Who has entered a tariff of free time at the desk; null for those of the command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table free_time_tariff add column changed_by bigint references app_user on delete set null,
      add column changed_by_name text,
      add column version integer not null default 1`.execute(db);
}
