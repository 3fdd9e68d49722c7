import { type Kysely, sql } from "kysely";

/**
 * The reason of a delay in the line of a list. Shipments with a reason among their events are read again at the
 * start (shipments/recompute.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shipment add column reported_reason jsonb`.execute(db);
  await sql`
    update shipment s set reached = null
    where before_events is not null and exists (
      select 1 from event_shipment l join event e on e.event_id = l.event_id
      where l.shipment_id = s.id and (e.reason_code is not null or e.remark is not null))
  `.execute(db);
}
