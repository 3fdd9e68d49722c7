import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** When people were last told that a key ends soon; without a default, so that no row is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_key add column end_told_at timestamptz`.execute(db);
}
