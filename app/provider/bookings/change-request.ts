import type { z } from "zod";
import type { bookingAnswerChange, bookingRequestChange } from "#app/contract/booking.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { channelTypes } from "#app/contract/message.ts";
import { needsCustomerService } from "#app/lib/booking-state.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { channelIdOf, ensureTeam } from "../messages/team.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { message } from "../texts/message.ts";
import { tellCustomer } from "./answer-mail.ts";
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
  const asked = await db
    .insertInto("booking_change_request")
    .values({
      ...{ booking_id: id, kind, body: text, asked_at: now },
      ...{ asked_by: caller.userId, asked_by_name: caller.name },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await postToConversation(row, { kind, text, requestId: asked.id }, context);
  await append(db, row, {
    ...{ subject: "booking", subjectId: id, actor: actorOf(caller), at: now },
    action: "booking.changeRequested",
    changes: [{ path: `changeRequest.${kind}`, before: null, after: text }],
  });
  return null;
}

/** Stores the forwarder's answer to a change request, which is given once, and tells who asked. */
export async function answerChange(
  { id, requestId, isGranted, text }: z.output<typeof bookingAnswerChange.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  const answered = await db
    .updateTable("booking_change_request")
    .set({ is_granted: isGranted, answer: text, answered_at: now })
    .where("id", "=", requestId)
    .where("booking_id", "=", id)
    .where("answered_at", "is", null)
    .returning("asked_by")
    .executeTakeFirst();
  if (!answered) {
    const known = await db
      .selectFrom("booking_change_request")
      .select("id")
      .where("id", "=", requestId)
      .where("booking_id", "=", id)
      .executeTakeFirst();
    throw known ? new Refusal(CODE_CONFLICT, "changeAnswered") : new Refusal(CODE_NOT_FOUND, "notFound");
  }
  await append(db, row, {
    ...{ subject: "booking", subjectId: id, actor: actorOf(caller), at: now },
    action: isGranted ? "booking.changeGranted" : "booking.changeRefused",
    changes: [{ path: "changeRequest.answer", before: null, after: text }],
  });
  const kind = isGranted ? "mailChangeGranted" : "mailChangeRefused";
  await tellCustomer(context, row, {
    ...{ kind: "changeAnswered", mail: kind, newsKey: `change-${requestId}` },
    ...{ values: { text }, personId: answered.asked_by },
  });
  return null;
}

/** Posts the request as a message in the booking's conversation, where customer service answers it. */
async function postToConversation(
  row: BookingRow,
  { kind, text, requestId }: { kind: "AMEND" | "CANCEL"; text: string; requestId: string },
  context: CallerContext,
): Promise<void> {
  const { db, caller, scope, now, language } = context;
  const given = await caseOf(db, scope, channelTypes.booking, row.id);
  if (!given) return;
  const team = await ensureTeam(db, given, { userId: caller.userId, now });
  const channelId = await channelIdOf(db, team.id, channelTypes.booking);
  if (channelId === null) return;
  const values = { bookingNumber: row.booking_number, text };
  await post(
    {
      channelId,
      text: message(`changeRequest${kind}`, language, values),
      contentUrl: [],
      clientId: `change-request-${requestId}`,
    },
    context,
  );
}
