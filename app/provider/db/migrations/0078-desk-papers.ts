import { type Kysely, sql } from "kysely";

/** Shipments that lack papers shortly before they are due are items of the desk; the papers stand in `detail`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table desk_item drop constraint desk_item_kind_check;
    alter table desk_item
      add constraint desk_item_kind_check check (kind in
        ('QUOTE', 'BOOKING', 'CHANGE', 'CONVERSATION', 'DISPUTE', 'ACCOUNT', 'EVENT', 'PAPER')),
      -- Document types, separated by spaces.
      add column detail text not null default '';
    create index shipment_departing on shipment (etd) where status = 'BOOKED' and atd is null;
  `.execute(db);
}
