import { sql } from "kysely";
import type { SearchHit } from "#app/contract/search.ts";
import type { BookingStatus } from "#app/lib/booking-state.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { byNumber, type FoundRow, hitOf, type RecordSearch, type Sought } from "../access/searched.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { readNeeds } from "./permission.ts";

interface Row extends FoundRow {
  booking_number: string;
  carrier_booking_number: string | null;
  status: BookingStatus;
  origin: string;
  destination: string;
}

/** Bookings by their number or the carrier's. */
export const bookingSearch: RecordSearch = { needs: readNeeds, find };

async function find(sought: Sought, { db, scope, language }: CallerContext): Promise<SearchHit[]> {
  const columns = ["booking_number", "carrier_booking_number"];
  const { rows } = await sql<Row>`
    select b.id, f.is_whole, b.booking_number, b.carrier_booking_number, b.status, b.origin, b.destination,
      c.name as company
    from ${byNumber(sought, scope, "booking", columns, seenBookings(scope, "t"))} f
    join booking b on b.id = f.id join company c on c.id = b.company_id
    order by f.is_whole desc, b.id desc`.execute(db);
  const laneOf = await typedPlaces(db, language);
  return rows.map((row) =>
    hitOf(row, scope, {
      kind: "booking",
      id: row.id,
      title: row.booking_number,
      number: carrierNumber(row, sought),
      status: row.status,
      ...laneOf(row),
    }),
  );
}

/** The carrier's number, where the booking was found by it. */
function carrierNumber(
  { booking_number, carrier_booking_number: text }: Row,
  { keys }: Sought,
): SearchHit["number"] {
  const isFound = (number: string) => keys.some((key) => referenceKey(number).startsWith(key));
  return text && isFound(text) && !isFound(booking_number) ? { kind: "BKG", text } : null;
}
