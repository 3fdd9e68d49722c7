import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** Migrations that an older version does not know, whose tables stay while it runs (app/decisions/2026-11-26-upgrades.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table migration_set_aside (
      name text primary key,
      applied_at text not null,
      set_aside_at timestamptz not null
    )`.execute(db);
}
