import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** The offset from UTC with which an event came, "-06:00": it is shown by it where the zone of its place is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["event", "event_replaced"])
    await sql`alter table ${sql.ref(table)} add column utc_offset text`.execute(db);
}
