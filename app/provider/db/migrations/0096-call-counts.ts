import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * Public calls of each address in its present minute (app/decisions/2026-11-26-behind-haproxy.md). Unlogged: after a crash
 * everybody may ask anew, and counting waits for no disk and no standby.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table call_count (
      caller text not null,
      route text not null,
      calls integer not null,
      ends_at timestamptz not null,
      primary key (caller, route)
    )`.execute(db);
  await sql`create index call_count_by_end on call_count (ends_at)`.execute(db);
}
