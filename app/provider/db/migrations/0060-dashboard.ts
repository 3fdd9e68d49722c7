import { type Kysely, sql } from "kysely";

/**
 * How a person has arranged the dashboard, and when they opened it. And the open shipments whose next milestone may be up to
 * the customer's side, and the booked ones, which may have cut-offs: few of the open ones, all of which were read for them.
 * The kinds are one pattern: the members of a list would each be held against each of the ids that a statement asks for, when
 * it is planned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dashboard_person (
      user_id bigint primary key references app_user on delete cascade,
      -- Null: as it comes.
      blocks jsonb,
      seen_at timestamptz,
      -- The end of the visit before the present one; null during the first one.
      seen_before timestamptz
    );
    create index shipment_own_turn on shipment (company_id, id)
      where status <> 'COMPLETED' and next_milestone ->> 'kind' ~
        '^(GTOT_EMPTY|DROP_EMPTY|PICK_LADEN|COLL|FOH|RCS|CRGR|GTIN_LADEN|GTOT_LADEN|DLV|DROP_LADEN|PICK_EMPTY|AVDO|GTIN_EMPTY|STUF|DOCR|STRP)$';
    create index shipment_booked on shipment (company_id, booking_number) include (id, port_of_departure)
      where status = 'BOOKED';
  `.execute(db);
}
