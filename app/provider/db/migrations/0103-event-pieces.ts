import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** Whether the total beside an event's pieces is that of its shipments, because its sender gives none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column has_shipments_total boolean not null default false`.execute(db);
}
