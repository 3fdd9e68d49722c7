import { type Kysely, sql } from "kysely";

/** Reports find the accepted quote of each shipment by its booking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index quote_booking on quote (booking_id) where booking_id is not null`.execute(db);
}
