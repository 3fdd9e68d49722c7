import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { bookingList } from "#app/contract/booking.ts";
import { bookingStatuses } from "#app/lib/booking-state.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
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
  { db, scope, language }: CallerContext,
): Promise<Answer> {
  const conditions: RawBuilder<unknown>[] = [seenBookings(scope, "b")];
  if (input.mode) conditions.push(sql`b.transport_mode = ${input.mode}`);
  const keyword = searchText(input.keyword ?? "").trim();
  if (keyword) {
    const pattern = containing(keyword);
    conditions.push(sql`(b.search_text like ${pattern} or lower(b.booking_number) like ${pattern})`);
  }
  const matching = sql.join(conditions, sql` and `);

  const counted = await sql<{ status: keyof Answer["counts"]; count: number }>`
    select b.status, count(*)::int as count from booking b where ${matching} group by 1`.execute(db);
  const counts = Object.fromEntries(bookingStatuses.map((status) => [status, 0])) as Answer["counts"];
  for (const { status, count } of counted.rows) counts[status] = count;
  const total = input.status
    ? counts[input.status]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);

  const way = input.direction === "asc" ? sql`asc` : sql`desc`;
  const nulls = input.sort === "submitted" ? sql`nulls last` : sql``;
  const wanted = input.status ? sql`${matching} and b.status = ${input.status}` : matching;
  const { rows } = await sql<ListedRow>`
    select b.id, b.booking_number, b.status, b.transport_mode, b.shipper_name, b.consignee_name, b.origin,
      b.destination, b.created_by_name, b.updated_at, b.submitted_at, b.content->>'service' as service,
      b.content->>'cargoReadyDate' as cargo_ready_date, q.quote_number
    from booking b left join quote q on q.id = b.quote_id
    where ${wanted}
    order by ${SORTS[input.sort]} ${way} ${nulls}, b.id ${way}
    limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`.execute(db);
  const laneOf = await typedPlaces(db, language);
  return {
    rows: rows.map((row) => ({
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
      createdBy: personName(row.created_by_name, language),
      updatedAt: instantToWire(row.updated_at)!,
      submittedAt: instantToWire(row.submitted_at),
    })),
    total,
    isTotalCapped: false,
    counts,
  };
}

interface ListedRow extends BookingRow {
  service: string | null;
  cargo_ready_date: string | null;
  quote_number: string | null;
}
