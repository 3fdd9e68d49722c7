import type { z } from "zod";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type { deliveryAsk } from "#app/contract/delivery.ts";
import { channelTypes } from "#app/contract/message.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { channelIdOf, ensureTeam } from "../messages/team.ts";
import { message } from "../texts/message.ts";
import { findDelivery, readDelivery } from "./read.ts";

/** Asks for another appointment: kept with the delivery, and posted to the shipment's conversation. */
export async function askAppointment(
  { id, day, timeFrom, timeTo, text }: z.output<typeof deliveryAsk.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now, language } = context;
  const delivery = await findDelivery(db, scope, id, { isLocked: true });
  const { status, asked: before } = await readDelivery(id, context);
  if (status === "delivered") throw new Refusal(CODE_CONFLICT, "deliveredAlready");
  // The same wish from another page or browser, which nobody has answered yet.
  const isAsked = (before ?? []).some(
    (each) =>
      each.isOpen &&
      each.day === day &&
      each.timeFrom === timeFrom &&
      each.timeTo === timeTo &&
      each.text === text,
  );
  if (isAsked) return null;
  const request = await db
    .insertInto("delivery_request")
    .values({
      delivery_id: id,
      asked_by: caller.userId,
      asked_by_name: caller.name,
      asked_at: now,
      day,
      time_from: timeFrom,
      time_to: timeTo,
      body: text,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const conversationCase = await caseOf(db, scope, channelTypes.shipment, delivery.shipment_id);
  if (!conversationCase) return null;
  const team = await ensureTeam(db, conversationCase, { userId: caller.userId, now });
  const channelId = await channelIdOf(db, team.id, channelTypes.shipment);
  if (channelId === null) return null;
  const values = { number: delivery.number, day, from: timeFrom, to: timeTo, text };
  await post(
    {
      channelId,
      text: message("appointmentAsked", language, values).trim(),
      contentUrl: [],
      clientId: `appointment-${request.id}`,
    },
    context,
  );
  return null;
}
