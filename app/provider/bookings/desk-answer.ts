import type { z } from "zod";
import type { bookingAnswerChange, bookingAskBack, bookingDecide } from "#app/contract/booking-desk.ts";
import type { Language } from "#app/contract/user.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { submitterOf } from "./answer-mail.ts";
import { answerChange } from "./change-request.ts";
import { postAbout } from "./conversation.ts";
import { type BookingRow, mustBeCurrent, refusalOf } from "./store.ts";
import { decideBooking } from "./submit.ts";

const messageKeys = {
  accept: "saidBookingAccepted",
  decline: "saidBookingDeclined",
  confirm: "saidBookingConfirmed",
} as const;

/** Decides on a booking, and says so in its conversation, in the language of whoever submitted it. */
export async function decideAndSay(
  decision: z.output<typeof bookingDecide.request>,
  context: CallerContext,
): Promise<null> {
  const row = await decideBooking(decision, context);
  const { action, reason, carrierBookingNumber } = decision;
  await say(row, messageKeys[action], { text: reason, number: carrierBookingNumber }, context);
  return null;
}

/** Answers a change request, and says so in the booking's conversation. */
export async function answerChangeAndSay(
  answer: z.output<typeof bookingAnswerChange.request>,
  context: CallerContext,
): Promise<null> {
  const row = await answerChange(answer, context);
  const key = answer.isGranted ? "saidChangeGranted" : "saidChangeRefused";
  await say(row, key, { text: answer.text, request: answer.requestId }, context);
  return null;
}

/**
 * Asks the customer about a submitted booking: a message of its conversation and an entry of its log. Its version grows, so that
 * a second person of the desk is told.
 * @throws Refusal 409 when it is not submitted any more, or was changed since the given version
 */
export async function askBack(
  { id, version, text }: z.output<typeof bookingAskBack.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  if (row.status !== "SUBMITTED") throw await refusalOf(context, row, "accept");
  await mustBeCurrent(context, row, version);
  await db
    .updateTable("booking")
    .set({
      version: row.version + 1,
      updated_at: now,
      updated_by: caller.userId,
      updated_by_name: caller.name,
    })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    subject: "booking",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "booking.askedBack",
    changes: [{ path: "askBack.question", before: null, after: text }],
  });
  await say(row, "saidAskedBack", { text }, context);
  return null;
}

async function say(
  row: BookingRow,
  key: MessageKey,
  values: { text: string; number?: string; request?: string },
  context: CallerContext,
): Promise<void> {
  const language = await languageOf(context.db, row);
  const text = message(key, language, { ...values, bookingNumber: row.booking_number });
  const clientId = `${key}-${row.id}-${values.request ?? row.version}`;
  await postAbout(row, { text, clientId }, context);
}

async function languageOf(db: CallerContext["db"], row: BookingRow): Promise<Language> {
  const id = await submitterOf(db, row.id);
  if (id === null) return "en";
  const person = await db
    .selectFrom("app_user")
    .select("language_preference")
    .where("id", "=", id)
    .executeTakeFirst();
  return person?.language_preference ?? "en";
}
