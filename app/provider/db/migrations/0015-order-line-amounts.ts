import { type Kysely, sql } from "kysely";

/** What the seller's invoice and packing list say of an order line; null for shipments from other systems. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipment_order_line
      -- Of a piece; some are priced in fractions of a cent.
      add column unit_price numeric(18, 6) check (unit_price >= 0),
      add column currency char(3),
      add column gross_weight_kg numeric(12, 3),
      add column net_weight_kg numeric(12, 3),
      add column hs_code text,
      add constraint shipment_order_line_price check ((unit_price is null) = (currency is null))
  `.execute(db);
}
