import { type Kysely, sql } from "kysely";

/** How many of an air waybill's pieces an event is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["event", "event_replaced"])
    await sql`alter table ${sql.table(table)} add column pieces integer, add column total_pieces integer`.execute(
      db,
    );
}
