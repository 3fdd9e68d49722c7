import { type Kysely, sql } from "kysely";

/**
 * Shipments under way lie at one end of every date, and an index scan from the other end meets all completed
 * ones first: they get small indexes of their own. Numbers of every kind share one column, which therefore
 * needs more statistics than the default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shipment_open_booking_at on shipment (company_id, booking_at desc nulls last, id desc)
      include (status, delay_due_at, eta, job_mode, updated_at) where status <> 'COMPLETED';
    create index shipment_open_etd on shipment (company_id, etd desc nulls last, id desc)
      include (status, delay_due_at, eta, job_mode, updated_at) where status <> 'COMPLETED';
    create index shipment_open_eta on shipment (company_id, eta desc nulls last, id desc)
      include (status, delay_due_at, job_mode, updated_at) where status <> 'COMPLETED';
    create index shipment_open_house on shipment (company_id, house_number collate "C", id)
      include (status, delay_due_at, eta, job_mode, updated_at) where status <> 'COMPLETED';
    create index shipment_open_delay on shipment (company_id, delay_due_at)
      include (status, eta, job_mode, updated_at, id) where status <> 'COMPLETED';
    -- Answers from itself whether a shipment bears a number, which a walk asks thousands of times.
    drop index shipment_reference_shipment;
    create index shipment_reference_shipment on shipment_reference (shipment_id, kind, value_key);
    alter table shipment_reference alter column value_key set statistics 1000;
  `.execute(db);
}
