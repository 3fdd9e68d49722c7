import { type Kysely, sql } from "kysely";

/** Containers that have moved to another booking; shipments of which one has moved are computed anew at the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipment add column moved_containers text[] not null default '{}';
    update shipment s set reached = null
    where s.before_events is not null and exists (
      select from shipment_reference r join container_claim c
        on c.container_key = r.value_key and c.shipment_id <> r.shipment_id
      where r.shipment_id = s.id and r.kind = 'CNTR');
  `.execute(db);
}
