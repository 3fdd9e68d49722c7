import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { CalendarDate } from "./source.ts";

/** Appointments of deliveries, from the start of their window on. */
export async function appointments(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<CalendarDate[]> {
  const { rows } = await sql<{
    shipment_id: string;
    house_number: string;
    number: string;
    window_from: Date;
  }>`
    select d.shipment_id, s.house_number, d.number, d.window_from
    from delivery d join shipment s on s.id = d.shipment_id
    where d.shipment_id = any(${[...shipmentIds]}::bigint[]) and d.window_from is not null
    order by d.id`.execute(db);
  return rows.map(({ shipment_id, house_number, number, window_from }) => ({
    shipmentId: shipment_id,
    houseNumber: house_number,
    kind: "appointment",
    part: number,
    at: window_from,
    isEstimate: false,
    title: "calendarAppointment",
    place: null,
  }));
}
