import { type Kysely, sql } from "kysely";

/** The arrivals of a carrier on a lane, for how reliable its ETAs were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shipment_lane on shipment (carrier_code, port_of_departure, port_of_arrival, ata)
      where 'ata' = any(reached)
  `.execute(db);
}
