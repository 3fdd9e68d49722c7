import type { z } from "zod";
import type { bookingRequestChange } from "#app/contract/booking.ts";
import type { bookingAnswerChange } from "#app/contract/booking-desk.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { needsCustomerService } from "#app/lib/booking-state.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { message, personName } from "../texts/message.ts";
import { tellCustomer } from "./answer-mail.ts";
import { postAbout } from "./conversation.ts";
import { mustTake } from "./permission.ts";
import { type BookingRow, refusalOf } from "./store.ts";

/**
 * Sends customer service a request for what can no longer be done online. The booking's state stays as it is
 * (trade 10).
 */
export async function requestChange(
  { id, kind, text }: z.output<typeof bookingRequestChange.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  const action = kind === "AMEND" ? "amend" : "cancel";
  mustTake(caller, action, row);
  if (!needsCustomerService(row.status)) throw await refusalOf(context, row, action);
  const request = await db
    .insertInto("booking_change_request")
    .values({
      booking_id: id,
      kind,
      body: text,
      asked_at: now,
      asked_by: caller.userId,
      asked_by_name: caller.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const values = { bookingNumber: row.booking_number, text };
  const messageText = message(`changeRequest${kind}`, context.language, values);
  await postAbout(row, { text: messageText, clientId: `change-request-${request.id}` }, context);
  await append(db, row, {
    subject: "booking",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "booking.changeRequested",
    changes: [{ path: `changeRequest.${kind}`, before: null, after: text }],
  });
  return null;
}

/** Stores the forwarder's answer to a change request, which is given once, and tells who asked. */
export async function answerChange(
  { id, requestId, isGranted, text }: z.output<typeof bookingAnswerChange.request>,
  context: CallerContext,
): Promise<BookingRow> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  const answered = await db
    .updateTable("booking_change_request")
    .set({
      is_granted: isGranted,
      answer: text,
      answered_at: now,
      answered_by: caller.userId,
      answered_by_name: caller.name,
    })
    .where("id", "=", requestId)
    .where("booking_id", "=", id)
    .where("answered_at", "is", null)
    .returning("asked_by")
    .executeTakeFirst();
  if (!answered) {
    const known = await db
      .selectFrom("booking_change_request")
      .select("answered_by_name")
      .where("id", "=", requestId)
      .where("booking_id", "=", id)
      .executeTakeFirst();
    if (!known) throw new Refusal(CODE_NOT_FOUND, "notFound");
    const actor = personName(known.answered_by_name ?? "", context.language);
    throw new Refusal(CODE_CONFLICT, "changeAnswered", { values: { actor } });
  }
  await append(db, row, {
    subject: "booking",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: isGranted ? "booking.changeGranted" : "booking.changeRefused",
    changes: [{ path: "changeRequest.answer", before: null, after: text }],
  });
  const kind = isGranted ? "mailChangeGranted" : "mailChangeRefused";
  await tellCustomer(context, row, {
    kind: "changeAnswered",
    mail: kind,
    newsKey: `change-${requestId}`,
    values: { text },
    personId: answered.asked_by,
  });
  return row;
}
