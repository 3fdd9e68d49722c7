import type { Selectable } from "kysely";
import { type BookingContent, bookingConflict, bookingContent } from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { type TransportMode, transportModes } from "#app/contract/freight-code.ts";
import { type StateConflict, stateConflict } from "#app/contract/quote.ts";
import type { WireMoney } from "#app/contract/wire.ts";
import {
  type BookingAction,
  bookingAfter,
  isBookingAnswer,
  needsCustomerService,
} from "#app/lib/booking-state.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { searchText } from "../db/search-text.ts";
import { keepBefore, type SentContent, type StoredContent } from "../freight/content-save.ts";
import { nextNumber } from "../freight/number.ts";
import { type Change, changesBetween } from "../operation-log/changes.ts";
import { actorOf, append, lastEntry, movedEnd, NO_ENTRIES, nextEntry } from "../operation-log/log.ts";
import { type MessageKey, personName } from "../texts/message.ts";
import { mustTake } from "./permission.ts";

export type BookingRow = Selectable<Database["booking"]>;

export function modeOf(text: string | null): TransportMode | null {
  return transportModes.find((mode) => mode === text) ?? null;
}

/** Columns that repeat parts of the content, for list and search. */
function copiesOf(content: BookingContent) {
  const { transportMode, shipper, consignee, origin, destination, cargo } = content;
  const orders = cargo.flatMap((line) => [line.poNumber, line.skuNumber]).filter(Boolean);
  return {
    transport_mode: modeOf(transportMode),
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
  /** Number given by a carrier or another system; without it we assign one. */
  bookingNumber?: string;
}

/** Creates a draft of the caller's company with the first entry of its log. */
export async function insertDraft(
  context: Pick<CallerContext, "db" | "caller" | "now">,
  newBooking: NewBooking,
): Promise<{ id: string; bookingNumber: string }> {
  const made = await insertDraftOnce(context, newBooking, null);
  if (!made) throw new Error("A draft without a key was reported as existing already");
  return made;
}

/**
 * `insertDraft` for a form that sends a draft key (contract `bookingSaveDraft`): null when a draft with
 * this key exists.
 */
export async function insertDraftOnce(
  { db, caller, now }: Pick<CallerContext, "db" | "caller" | "now">,
  { content, quoteId, price, bookingNumber }: NewBooking,
  draftKey: string | null,
  editor: string | null = null,
): Promise<{ id: string; bookingNumber: string } | null> {
  const taken = await db
    .insertInto("booking")
    .values({
      company_id: caller.companyId,
      booking_number: bookingNumber ?? nextNumber("booking", now),
      draft_key: draftKey,
      editor,
      content: JSON.stringify(content),
      ...copiesOf(content),
      quote_id: quoteId ?? null,
      price_amount: price?.amount ?? null,
      price_currency: price?.currency ?? null,
      created_by: caller.userId,
      created_by_name: caller.name,
      updated_by: caller.userId,
      updated_by_name: caller.name,
      created_at: now,
      updated_at: now,
      submitted_at: null,
      log_hash: null,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "draft_key"]).doNothing())
    .returning(["id", "booking_number"])
    .executeTakeFirst();
  if (!taken) return null;
  const loggedFields = {
    status: "DRAFT",
    ...content,
    ...(price ? { bookingPrice: { total: `${price.amount} ${price.currency}` } } : {}),
  };
  await append(db, NO_ENTRIES, {
    subject: "booking",
    subjectId: taken.id,
    actor: actorOf(caller),
    at: now,
    action: "booking.drafted",
    changes: changesBetween(null, loggedFields),
  });
  return { id: taken.id, bookingNumber: taken.booking_number };
}

/** The stored content, with fields that later versions of the contract added. */
export function contentOf(row: { content: BookingContent }): BookingContent {
  return bookingContent.parse(row.content);
}

/** The stored content in the shape that `reconcile` takes. */
export function storedContent(row: BookingRow): StoredContent<BookingContent> {
  return {
    subject: "booking",
    id: row.id,
    version: row.version,
    since: row.content_since,
    editor: row.editor,
    content: contentOf(row),
  };
}

/** Parses any stored content, with fields that later versions of the contract added. */
export const readContent = (content: unknown): BookingContent => bookingContent.parse(content);

/**
 * Locks a booking for an action of the caller.
 * @throws Refusal 404, 403, or 409 with the present state
 */
export async function lockFor(
  context: CallerContext,
  id: string,
  action: BookingAction,
): Promise<BookingRow> {
  const { db, caller, scope } = context;
  const row = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  mustTake(caller, action, row);
  if (bookingAfter(row.status, action) === null) throw await refusalOf(context, row, action);
  return row;
}

/** @throws Refusal 409 with the stored version, when the booking was changed since the given version. */
export async function mustBeCurrent(
  context: CallerContext,
  row: BookingRow,
  version: number | null,
): Promise<void> {
  if (row.version !== version) throw await refusalOf(context, row, null);
}

/**
 * Makes the 409 for an action that the state does not allow or, without an action, for an outdated version.
 * Only the booking's own company gets its present content.
 */
export async function refusalOf(
  { db, caller, scope, language }: CallerContext,
  row: BookingRow,
  action: BookingAction | null,
  fields: string[] = [],
): Promise<Refusal> {
  const last = await lastEntry(db, "booking", row.id, language);
  const isOwn = row.updated_by === caller.userId;
  const updatedBy = personName(row.updated_by_name, language);
  const shape =
    row.company_id === scope.companyId ? stateConflict.extend(bookingConflict.shape) : stateConflict;
  const data = shape.parse({
    status: row.status,
    last,
    conflict: {
      id: row.id,
      version: row.version,
      content: row.content,
      updatedBy,
      updatedAt: instantToWire(row.updated_at)!,
      isOwn,
      fields,
    },
  } satisfies StateConflict & { conflict: unknown });
  const actor = action === null ? updatedBy : (last?.actor ?? "");
  return new Refusal(CODE_CONFLICT, keyOf(row, action, isOwn), { values: { actor }, data });
}

function keyOf(row: BookingRow, action: BookingAction | null, isOwn: boolean): MessageKey {
  if (action === null) return isOwn ? "bookingChangedByYou" : "bookingChanged";
  return needsCustomerService(row.status) && !isBookingAnswer(action)
    ? "bookingNeedsCustomerService"
    : `bookingNow${row.status}`;
}

export interface BookingChange {
  action: BookingAction;
  /** Action name in the log. */
  logged: string;
  /** Carrier booking number of the forwarder's confirmation. */
  carrierBookingNumber?: string;
  /** The new content, from a form. */
  content?: BookingContent;
  given?: SentContent<BookingContent>;
  changes?: readonly Change[];
  isSubmitted?: boolean;
}

/** Applies an action to a locked booking and logs it. @returns the new version */
export async function advance(
  { db, caller, now }: CallerContext,
  row: BookingRow,
  {
    action,
    logged,
    content,
    given: callerSave,
    changes = [],
    isSubmitted,
    carrierBookingNumber,
  }: BookingChange,
): Promise<number> {
  const status = bookingAfter(row.status, action);
  if (status === null)
    throw new Error(`${row.booking_number} is ${row.status}: the action ${action} is not possible`);
  const version = row.version + 1;
  const editor =
    content && callerSave ? await keepBefore(db, storedContent(row), callerSave, content, now) : null;
  const entry = {
    subject: "booking" as const,
    subjectId: row.id,
    actor: actorOf(caller),
    at: now,
    action: logged,
    changes: [...changesBetween({ status: row.status }, { status }), ...changes],
  };
  const next = nextEntry(row, entry);
  const { numUpdatedRows } = await db
    .with("entry", (query) => query.insertInto("operation_log").values(next.row))
    .updateTable("booking")
    .set({
      status,
      version,
      updated_at: now,
      updated_by: caller.userId,
      updated_by_name: caller.name,
      ...(content
        ? { content: JSON.stringify(content), content_since: version, editor, ...copiesOf(content) }
        : {}),
      ...(isSubmitted ? { submitted_at: now } : {}),
      ...(carrierBookingNumber ? { carrier_booking_number: carrierBookingNumber } : {}),
      ...next.end,
    })
    .where("id", "=", row.id)
    .where("log_sequence", "=", row.log_sequence)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw movedEnd(entry);
  return version;
}
