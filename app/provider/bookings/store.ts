import type { Kysely, Selectable } from "kysely";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { WireMoney } from "#app/contract/wire.ts";
import type { Database } from "../db/schema.ts";
import { nextNumber } from "../freight-number.ts";
import { type Caller, type CallerContext, Refusal } from "../http/handler.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append, NO_ENTRIES } from "../operation-log/log.ts";
import { searchText } from "../search-text.ts";

export type BookingRow = Selectable<Database["booking"]>;

/** Copies out of the content for list and search. */
export function copiesOf(content: BookingContent) {
  const { transportMode, shipper, consignee, origin, destination, cargo } = content;
  const orders = cargo.flatMap((line) => [line.poNumber, line.skuNumber]).filter(Boolean);
  return {
    transport_mode: transportMode || null,
    shipper_name: shipper.name,
    consignee_name: consignee.name,
    origin,
    destination,
    search_text: searchText(shipper.name, consignee.name, origin, destination, ...orders),
  };
}

export interface NewBooking {
  content: BookingContent;
  quoteId?: string;
  price?: WireMoney | null;
  /** Of a carrier or another system; a number of our own otherwise. */
  bookingNumber?: string;
}

/** Makes a draft of the caller's company, with the first entry of its log. */
export async function insertDraft(
  { db, caller, now }: Pick<CallerContext, "db" | "caller" | "now">,
  { content, quoteId, price, bookingNumber }: NewBooking,
): Promise<{ id: string; bookingNumber: string }> {
  const taken = await db
    .insertInto("booking")
    .values({
      company_id: caller.companyId,
      booking_number: bookingNumber ?? nextNumber("booking", now),
      content: JSON.stringify(content),
      ...copiesOf(content),
      quote_id: quoteId ?? null,
      price_amount: price?.amount ?? null,
      price_currency: price?.currency ?? null,
      created_by: caller.userId,
      created_by_name: caller.name,
      updated_by_name: caller.name,
      created_at: now,
      updated_at: now,
      submitted_at: null,
      log_hash: null,
    })
    .returning(["id", "booking_number"])
    .executeTakeFirstOrThrow();
  await append(db, NO_ENTRIES, {
    subject: "booking",
    subjectId: taken.id,
    actor: actorOf(caller),
    action: "booking.drafted",
    changes: changesBetween(
      null,
      price ? { ...content, bookingPrice: { total: `${price.amount} ${price.currency}` } } : content,
    ),
    at: now,
  });
  return { id: taken.id, bookingNumber: taken.booking_number };
}

/** A booking that the caller may see, for reading or locked for a write; another company's is not there. */
export async function findBooking(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
): Promise<BookingRow> {
  const row = await db
    .selectFrom("booking")
    .selectAll()
    .where("id", "=", id)
    .$if(!caller.isForwarder, (query) => query.where("company_id", "=", caller.companyId))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

/** What is stored, with the fields that a later version of the contract has added. */
export function contentOf(row: { content: BookingContent }): BookingContent {
  return bookingContent.parse(row.content);
}
