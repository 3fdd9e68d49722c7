import type { z } from "zod";
import type { bookingRequestChange } from "#app/contract/booking.ts";
import { channelTypes } from "#app/contract/message.ts";
import { needsCustomerService } from "#app/lib/booking-state.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { channelIdOf, ensureTeam } from "../messages/team.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { message } from "../texts/message.ts";
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
    .values({ booking_id: id, kind, body: text, asked_by_name: caller.name, asked_at: now })
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
