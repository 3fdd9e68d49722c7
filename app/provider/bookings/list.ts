import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { bookingList } from "#app/contract/booking.ts";
import { bookingStatuses } from "#app/lib/booking-state.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { idsOf, readPage } from "../call/page.ts";
import { type GivenIds, givenIds } from "../db/listed-ids.ts";
import { containing, searchText } from "../db/search-text.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { personName } from "../texts/message.ts";
import { type BookingRow, modeOf } from "./store.ts";

type Answer = z.input<typeof bookingList.response>;

const SORTS: Record<z.output<typeof bookingList.request>["sort"], RawBuilder<unknown>> = {
  updated: sql`b.updated_at`,
  bookingNumber: sql`b.booking_number`,
  submitted: sql`b.submitted_at`,
};

/** Lists bookings. The counts per status apply all filters but the status. */
export async function listBookings(
  input: z.output<typeof bookingList.request>,
  context: CallerContext,
): Promise<Answer> {
  const { db } = context;
  const counted = await sql<{ status: keyof Answer["counts"]; count: number }>`
    select b.status, count(*)::int as count from booking b where ${matchingBookings(input, context)}
    group by 1`.execute(db);
  const counts = Object.fromEntries(bookingStatuses.map((status) => [status, 0])) as Answer["counts"];
  for (const { status, count } of counted.rows) counts[status] = count;
  const total = input.status
    ? counts[input.status]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const list = { name: "bookings", rows: bookingIds(input, context), id: sql`b.id`, order: orderOf(input) };
  const { rows, next } = await readPage(db, input, list, context.language);
  return {
    rows: await readListedBookings(idsOf(rows), context),
    total,
    isTotalCapped: false,
    counts,
    ...next,
  };
}

type Filter = Pick<
  z.output<typeof bookingList.request>,
  "status" | "keyword" | "mode" | "sort" | "direction"
>;

function matchingBookings(input: Filter, { scope }: CallerContext): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [seenBookings(scope, "b")];
  if (input.mode) conditions.push(sql`b.transport_mode = ${input.mode}`);
  const keyword = searchText(input.keyword ?? "").trim();
  if (keyword) {
    const pattern = containing(keyword);
    conditions.push(sql`(b.search_text like ${pattern} or lower(b.booking_number) like ${pattern}
      or lower(b.carrier_booking_number) like ${pattern})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The ids of the filtered list in its order. */
export const selectBookings = (input: Filter, context: CallerContext): RawBuilder<unknown> =>
  sql`${bookingIds(input, context)} order by ${orderOf(input)}`;

function bookingIds(input: Filter, context: CallerContext): RawBuilder<unknown> {
  const matching = matchingBookings(input, context);
  const wanted = input.status ? sql`${matching} and b.status = ${input.status}` : matching;
  return sql`select b.id from booking b where ${wanted}`;
}

function orderOf({ sort, direction }: Filter): RawBuilder<unknown> {
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  const nulls = sort === "submitted" ? sql`nulls last` : sql``;
  return sql`${SORTS[sort]} ${way} ${nulls}, b.id ${way}`;
}

/** The list's rows of these ids, in their order. */
export async function readListedBookings(
  ids: GivenIds,
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
