import { type Kysely, sql } from "kysely";

/** Cut-offs of shipments and bookings, each statement of a carrier as it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cut_off (
      id bigint generated always as identity primary key,
      shipment_id bigint references shipment on delete cascade,
      booking_id bigint references booking on delete cascade,
      code text not null check (code ~ '^[A-Z]{3}$'),
      at timestamptz not null,
      is_day_only boolean not null,
      place_code text,
      facility text,
      source text not null,
      stated_at timestamptz not null,
      received_at timestamptz not null,
      check (num_nonnulls(shipment_id, booking_id) = 1),
      unique nulls not distinct (shipment_id, booking_id, code, stated_at)
    );
    create index cut_off_of_booking on cut_off (booking_id) where booking_id is not null;
    create index cut_off_at on cut_off (at);
  `.execute(db);
}
