import { type Kysely, sql } from "kysely";

/** The shipments of a year by their departure, for the totals of the year-to-date tracking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shipment_departed on shipment (company_id, coalesce(atd, etd))
      include (job_mode, port_of_departure, port_of_arrival, load_type, gross_weight_kg, volume_cbm, id)
  `.execute(db);
}
