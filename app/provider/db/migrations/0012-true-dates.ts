import { type Kysely, sql } from "kysely";

/**
 * Milestones of the forwarder's own beside those of carriers and airlines, and what the events of a shipment come to in
 * a line of the list. The columns are filled by the events (shipments/recompute.ts): rows that events moved before this
 * wait in the index until that is done.
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
    create index shipment_unread_events on shipment (id) where reached is null and before_events is not null
  `.execute(db);
}
