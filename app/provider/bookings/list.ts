import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { bookingList } from "#app/contract/booking.ts";
import { bookingStatuses } from "#app/lib/booking-state.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { listOf, statusViews } from "../call/list-of.ts";
import { givenIds, type ListedRowIds } from "../db/listed-ids.ts";
import { containing, searchText } from "../db/search-text.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { personName } from "../texts/message.ts";
import { type BookingRow, modeOf } from "./store.ts";

type Answer = z.input<typeof bookingList.response>;
type Filter = Pick<z.output<typeof bookingList.request>, "status" | "keyword" | "mode">;

export const bookings = listOf({
  name: "bookings",
  from: sql`booking b`,
  id: sql`b.id`,
  where({ mode, keyword: typed = "" }: Filter, { scope }) {
    const conditions: RawBuilder<unknown>[] = [seenBookings(scope, "b")];
    if (mode) conditions.push(sql`b.transport_mode = ${mode}`);
    const keyword = searchText(typed).trim();
    if (keyword) {
      const pattern = containing(keyword);
      conditions.push(sql`(b.search_text like ${pattern} or lower(b.booking_number) like ${pattern}
        or lower(b.carrier_booking_number) like ${pattern})`);
    }
    return conditions;
  },
  sorts: {
    updated: sql`b.updated_at`,
    bookingNumber: sql`b.booking_number`,
    submitted: { by: sql`b.submitted_at`, isNullable: true },
  },
  views: statusViews(
    bookingStatuses,
    ({ status }: Filter) => status,
    () => sql`b.status`,
  ),
  read: readListed,
});

async function readListed(
  ids: ListedRowIds,
  { db, scope, language }: CallerContext,
): Promise<Answer["rows"]> {
  const { rows } = await sql<ListedRow>`
    select b.id, b.booking_number, b.status, b.transport_mode, b.shipper_name, b.consignee_name, b.origin,
      b.destination, b.created_by_name, b.updated_at, b.submitted_at, b.content->>'service' as service,
      b.content->>'cargoReadyDate' as cargo_ready_date, b.carrier_booking_number, q.quote_number, c.name as company
    from ${givenIds(ids)} join booking b on b.id = given.id left join quote q on q.id = b.quote_id
      join company c on c.id = b.company_id
    where ${seenBookings(scope, "b")}
    order by given.place`.execute(db);
  const laneOf = await typedPlaces(db, language);
  return rows.map((row) => ({
    id: row.id,
    bookingNumber: row.booking_number,
    status: row.status,
    transportMode: modeOf(row.transport_mode),
    service: row.service ?? "",
    shipperName: row.shipper_name,
    consigneeName: row.consignee_name,
    ...laneOf(row),
    cargoReadyDate: row.cargo_ready_date ?? "",
    quoteNumber: row.quote_number,
    carrierBookingNumber: row.carrier_booking_number,
    ...(scope.isEveryCompany ? { company: row.company } : {}),
    createdBy: personName(row.created_by_name, language),
    updatedAt: instantToWire(row.updated_at)!,
    submittedAt: instantToWire(row.submitted_at),
  }));
}

interface ListedRow extends BookingRow {
  service: string | null;
  cargo_ready_date: string | null;
  quote_number: string | null;
  company: string;
}
