import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/**
 * The planned day that a clock's last free day is an estimate from: once it has passed without the event, the estimate is taken
 * back. Estimates of before are looked at once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table free_time_clock add column planned_start date;
    update free_time_clock set planned_start = current_date - 2
      where first_day is null and ended_on is null and last_free_day is not null;
    create index free_time_planned on free_time_clock (planned_start) where planned_start is not null;
  `.execute(db);
}
