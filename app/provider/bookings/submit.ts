import type { z } from "zod";
import type {
  BookingContent,
  bookingChangeState,
  bookingSubmit,
  bookingUpdate,
} from "#app/contract/booking.ts";
import type { bookingDecide } from "#app/contract/booking-desk.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { partyRoles } from "#app/contract/freight-code.ts";
import type { Language } from "#app/contract/user.ts";
import { bookingFaults } from "#app/lib/booking-check.ts";
import { inCodes } from "#app/lib/booking-codes.ts";
import { withNotifyParty } from "#app/lib/notify-party.ts";
import { addToAddressBook } from "../addresses/address-book.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { reconcile } from "../freight/content-save.ts";
import { throwIfFaulty } from "../freight/field-fault.ts";
import { isSame } from "../freight/three-way.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { message } from "../texts/message.ts";
import { tellCustomer } from "./answer-mail.ts";
import {
  advance,
  type BookingRow,
  contentOf,
  lockFor,
  mustBeCurrent,
  readContent,
  refusalOf,
  storedContent,
} from "./store.ts";

/** @throws Refusal 400 with the path of every field that is missing or out of range */
export async function submitBooking(
  { id, version }: z.output<typeof bookingSubmit.request>,
  context: CallerContext,
): Promise<z.input<typeof bookingSubmit.response>> {
  const row = await lockFor(context, id, "submit");
  await mustBeCurrent(context, row, version);
  const content = contentOf(row);
  throwIfFaulty(bookingFaults(content), context.language);
  await advance(context, row, { action: "submit", logged: "booking.submitted", isSubmitted: true });
  await addParties(context, content);
  return { id, bookingNumber: row.booking_number };
}

/** Changes a submitted booking that is not answered yet, merged with what others have changed meanwhile. */
export async function updateBooking(
  { id, version, editor, base, action, content: sent }: z.output<typeof bookingUpdate.request>,
  context: CallerContext,
): Promise<z.input<typeof bookingUpdate.response>> {
  const row = await lockFor(context, id, action);
  const stored = storedContent(row);
  const content = withNotifyParty(inCodes(sent));
  const callerSave = { version, editor, base, content };
  const { merged: both, conflicts } = await reconcile(context.db, stored, callerSave, readContent);
  if (conflicts.length > 0) throw await refusalOf(context, row, null, conflicts);
  const next = withNotifyParty(both);
  const merged = isSame(next, content) ? null : next;
  const changes = changesBetween(stored.content, next);
  if (changes.length === 0) return { version: row.version, merged };
  throwIfFaulty(bookingFaults(next), context.language);
  const logged = action === "amend" ? "booking.amended" : "booking.updated";
  const change = { action, logged, content: next, given: callerSave, changes };
  const reached = await advance(context, row, change);
  await addParties(context, next);
  return { version: reached, merged };
}

export async function changeState(
  { id, version, action }: z.output<typeof bookingChangeState.request>,
  context: CallerContext,
): Promise<null> {
  const row = await lockFor(context, id, action);
  await mustBeCurrent(context, row, version);
  await advance(context, row, {
    action,
    logged: action === "recall" ? "booking.recalled" : "booking.cancelled",
  });
  if (action === "cancel" && row.quote_id !== null) await reopenQuote(context, row);
  return null;
}

/** After a booking is cancelled its quote can be booked again, as long as the price is valid. */
async function reopenQuote({ db, caller, now }: CallerContext, booking: BookingRow): Promise<void> {
  const quote = await db
    .selectFrom("quote")
    .selectAll()
    .where("id", "=", booking.quote_id)
    .where("booking_id", "=", booking.id)
    .forUpdate()
    .executeTakeFirst();
  if (!quote) return;
  await db
    .updateTable("quote")
    .set({ booking_id: null, version: quote.version + 1, updated_at: now })
    .where("id", "=", quote.id)
    .execute();
  await append(db, quote, {
    subject: "quote",
    subjectId: quote.id,
    actor: actorOf(caller),
    at: now,
    action: "quote.bookingCancelled",
    changes: [{ path: "bookingNumber", before: booking.booking_number, after: null }],
  });
}

const answers = {
  accept: { logged: "booking.accepted", kind: "bookingAccepted", mail: "mailBookingAccepted" },
  decline: { logged: "booking.declined", kind: "bookingDeclined", mail: "mailBookingDeclined" },
  confirm: { logged: "booking.confirmed", kind: "bookingConfirmed", mail: "mailBookingConfirmed" },
} as const;

type Decision = z.output<typeof bookingDecide.request>;

const fieldFault = (path: string, key: "declineReason" | "carrierNumberNeeded", language: Language) =>
  new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path, message: message(key, language) }] } });

/**
 * Stores the forwarder's answer and mails it to the person who submitted the booking last. A declined booking is cancelled
 * with its reason; its quote can be booked again.
 * @throws Refusal 400 for a decline without a reason, or a confirmation without the carrier's number
 */
export async function decideBooking(
  { id, version, action, reason, carrierBookingNumber }: Decision,
  context: CallerContext,
): Promise<BookingRow> {
  const row = await lockFor(context, id, action);
  if (version !== undefined) await mustBeCurrent(context, row, version);
  if (action === "decline" && reason === "") throw fieldFault("reason", "declineReason", context.language);
  if (action === "confirm" && carrierBookingNumber === "")
    throw fieldFault("carrierBookingNumber", "carrierNumberNeeded", context.language);
  const { logged, kind, mail } = answers[action];
  const changes =
    action === "decline"
      ? [{ path: "decline.reason", before: null, after: reason }]
      : action === "confirm"
        ? [{ path: "carrierBookingNumber", before: null, after: carrierBookingNumber }]
        : [];
  const values = action === "confirm" ? { carrierBookingNumber } : {};
  await advance(context, row, { action, logged, changes, ...values });
  if (action === "decline" && row.quote_id !== null) await reopenQuote(context, row);
  const newsKey = `booking-${action}-${row.id}-${row.version}`;
  const carrierNumber = carrierBookingNumber ? ` (${carrierBookingNumber})` : "";
  await tellCustomer(context, row, { kind, mail, newsKey, values: { reason, carrierNumber } });
  return row;
}

async function addParties({ db, caller, now }: CallerContext, content: BookingContent): Promise<void> {
  const wanted = partyRoles.filter((role) => content[role].isAddedToAddressBook);
  const parties = Object.fromEntries(wanted.map((role) => [role, content[role]]));
  await addToAddressBook(db, caller.companyId, parties, now);
}
