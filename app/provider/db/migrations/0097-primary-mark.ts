import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * One row that names the server that is written to, and a mark which each such server makes for itself when it is first
 * found to be another: a standby that shows the mark follows that server (app/decisions/2026-11-26-reading-from-standbys.md).
 * Without `DATABASE_READ_URL` it stays empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table primary_mark (
      is_only boolean primary key default true check (is_only),
      server text not null,
      mark text not null
    )`.execute(db);
}
