import { type Kysely, sql } from "kysely";

/**
 * Milestones of the forwarder beside those of carriers and airlines, and columns of the list that are
 * computed from a shipment's events. shipments/recompute.ts fills the columns; an index holds older rows
 * until that is done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event drop constraint event_vocabulary_check`.execute(db);
  await sql`
    alter table event add constraint event_vocabulary_check check (vocabulary in ('DCSA', 'IMP', 'HOUSE'))
  `.execute(db);
  await sql`
    alter table shipment
      -- Which of atd, ata and delivery an actual event stands behind; null: nobody has looked.
      add column reached text[],
      add column last_milestone jsonb,
      add column next_milestone jsonb
  `.execute(db);
  await sql`
    create index shipment_final_arrival on shipment (company_id, port_of_final_arrival, updated_at desc, id desc)
      where port_of_final_arrival is not null;
    create index shipment_under_way on shipment (company_id, eta desc nulls last, id desc)
      include (job_mode, updated_at) where status = 'TRANSIT' and ata is null;
  `.execute(db);
  await sql`
    create index shipment_unread_events on shipment (id) where reached is null and before_events is not null
  `.execute(db);
}
