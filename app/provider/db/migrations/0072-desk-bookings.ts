import { type Kysely, sql } from "kysely";

/** What the forwarder's desk writes on bookings and shipments: the carrier's booking number, who answered, and a log of shipments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table booking add column carrier_booking_number text;
    alter table booking_change_request add column answered_by bigint references app_user on delete set null,
      add column answered_by_name text;

    -- Carriers name their own number in events, customers the house's.
    alter table shipment add column carrier_booking_number text,
      add column log_sequence integer not null default 0,
      add column log_hash bytea;
    alter table operation_log drop constraint operation_log_subject_check;
    alter table operation_log add constraint operation_log_subject_check
      check (subject in ('booking', 'document', 'quote', 'shipment'));
  `.execute(db);
}
