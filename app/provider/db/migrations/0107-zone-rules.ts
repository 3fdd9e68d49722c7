import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * Time zones of which PostgreSQL's data is older than ours: from each instant on, minutes ahead of UTC. A start fills the table
 * (`reference/zone-rules.ts`); it is empty where both agree. `local_time` is what reads a place's clock in SQL.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table zone_rule (
      zone text collate "C" not null,
      from_at timestamptz not null,
      offset_minutes int not null,
      primary key (zone, from_at)
    );
    create function local_time(at timestamptz, zone text) returns timestamp language sql stable parallel safe as $$
      select coalesce((
        select $1 at time zone 'UTC' + make_interval(mins => r.offset_minutes)
        from zone_rule r where r.zone = $2 and r.from_at <= $1 order by r.from_at desc limit 1
      ), $1 at time zone $2) $$`.execute(db);
}
