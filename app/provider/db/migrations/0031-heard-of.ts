import { type Kysely, sql } from "kysely";

/**
 * When a document came to its shipment: null for those of before, which are not told about. And when the latest event of a
 * shipment was stored, so that notifications find what is new of a company without reading the events of all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipment_document add column added_at timestamptz;
    alter table shipment_document alter column added_at set default now();
    create index shipment_document_added on shipment_document (added_at) where added_at is not null;
    alter table shipment add column heard_at timestamptz;
    update shipment s set heard_at = x.at
    from (
      select l.shipment_id, max(e.stored_at) as at from event_shipment l join event e on e.event_id = l.event_id
      where e.event_type not in ('IOT', 'REEFER') group by l.shipment_id
    ) x
    where x.shipment_id = s.id;
    create index shipment_heard on shipment (company_id, heard_at) where heard_at is not null;
  `.execute(db);
}
