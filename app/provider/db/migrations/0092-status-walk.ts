import { type Kysely, sql } from "kysely";

/**
 * The latest of one status: the newest of all are under way, so that a walk for those delivered met thousands of others first
 * (app/decisions/2026-11-25-indexes-of-a-million-shipments.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shipment_status on shipment (company_id, status, updated_at desc, id desc)
      include (job_mode, service_type, port_of_departure, port_of_arrival, shipper_id, consignee_id)`.execute(
    db,
  );
}
