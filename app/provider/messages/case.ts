import { type Kysely, sql } from "kysely";
import { type ChannelType, channelTypes } from "#app/contract/message.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { searchText } from "../db/search-text.ts";

/**
 * Records that belong together: a quote, the booking made from it, and the shipment with the booking's
 * number.
 */
export interface Case {
  companyId: string;
  quoteId: string | null;
  bookingId: string | null;
  shipmentId: string | null;
}

interface Link {
  company_id: string;
  quote_id: string | null;
  booking_id: string | null;
  shipment_id: string | null;
}

/** The case of a shipment (also for its bills), booking or quote; null when the scope does not see it. */
export async function caseOf(
  db: Kysely<Database>,
  scope: Scope,
  type: ChannelType,
  subjectId: string,
): Promise<Case | null> {
  const start =
    type === channelTypes.quote
      ? sql`select q.company_id, q.id as quote_id, b.id as booking_id from quote q
          left join booking b on b.id = q.booking_id and ${seenBookings(scope, "b")} where q.id = ${subjectId}`
      : type === channelTypes.booking
        ? sql`select b.company_id, b.quote_id, b.id as booking_id from booking b
            where b.id = ${subjectId} and ${seenBookings(scope, "b")}`
        : sql`select s.company_id, b.quote_id, b.id as booking_id from shipment s
            left join booking b on b.company_id = s.company_id and b.booking_number = s.booking_number and ${seenBookings(scope, "b")}
            where s.id = ${subjectId}`;
  const shipmentId =
    type === channelTypes.shipment || type === channelTypes.billing
      ? sql`${subjectId}::bigint`
      : sql`(select s.id from shipment s join booking b on b.id = x.booking_id
          where s.company_id = x.company_id and s.booking_number = b.booking_number order by s.id limit 1)`;
  const { rows } = await sql<Link>`
    select x.*, ${shipmentId} as shipment_id from (${start}) x
    where ${seenRows(scope, "x.company_id")}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    companyId: row.company_id,
    quoteId: row.quote_id,
    bookingId: row.booking_id,
    shipmentId: row.shipment_id,
  };
}

/** The case's numbers as search text. */
export async function numbersOf(
  db: Kysely<Database>,
  conversation: Omit<Case, "companyId">,
): Promise<string> {
  const { rows } = await sql<{ number: string | null }>`
    select quote_number as number from quote where id = ${conversation.quoteId}
    union all select booking_number from booking where id = ${conversation.bookingId}
    union all select unnest(array[house_number, master_number] || po_numbers)
      from shipment where id = ${conversation.shipmentId}`.execute(db);
  return searchText(...rows.flatMap(({ number }) => number ?? []));
}

/** The channel types that a case has: a shipment adds the bills' channel. */
export function channelTypesOf(conversation: Omit<Case, "companyId">): ChannelType[] {
  return [
    ...(conversation.shipmentId ? [channelTypes.shipment, channelTypes.billing] : []),
    ...(conversation.bookingId ? [channelTypes.booking] : []),
    ...(conversation.quoteId ? [channelTypes.quote] : []),
  ];
}
