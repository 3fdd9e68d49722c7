import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { eventMatch, eventUnmatch, quarantineRetry } from "#app/contract/event-desk.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { findQuarantined } from "../shipments/quarantine.ts";
import { matchEvent, unmatchEvent } from "../shipments/waiting.ts";
import { message, personName } from "../texts/message.ts";
import { invalid, lockShipment, note } from "./record.ts";

/**
 * Ties an event to a shipment, and says so in the shipment's log.
 * @throws Refusal 404 without such an event, 400 without such a shipment, 409 when the event has one already
 */
export async function matchToShipment(
  wanted: z.output<typeof eventMatch.request>,
  context: CallerContext,
): Promise<z.input<typeof eventMatch.response>> {
  const { db, caller, now, language } = context;
  const match = await matchEvent(db, wanted, { by: caller, now });
  if ("taken" in match)
    throw new Refusal(CODE_CONFLICT, match.taken === null ? "eventTied" : "eventMatched", {
      values: { actor: personName(match.taken ?? "", language) },
    });
  if ("unknown" in match) {
    if (match.unknown === "event") throw new Refusal(CODE_NOT_FOUND, "notFound");
    throw invalid([{ path: "houseNumber", message: message("houseNumberUnknown", language) }]);
  }
  const row = await lockShipment(db, match.shipmentId);
  await note(context, row, "shipment.eventMatched", [{ path: "event", before: null, after: wanted.eventId }]);
  return match;
}

/**
 * Takes a match back: the event waits for a shipment again, and what it had set is reckoned anew. The log keeps both.
 * @throws Refusal 409 when it is not matched to this shipment any more
 */
export async function takeMatchBack(
  { eventId, shipmentId }: z.output<typeof eventUnmatch.request>,
  context: CallerContext,
): Promise<null> {
  const { db, now } = context;
  const row = await lockShipment(db, shipmentId);
  if (!(await unmatchEvent(db, { eventId, shipmentId, now })))
    throw new Refusal(CODE_CONFLICT, "eventNotMatched");
  await note(context, row, "shipment.eventUnmatched", [{ path: "event", before: eventId, after: null }]);
  return null;
}

/** Reads an event in quarantine again; it leaves when there is nothing against it any more. */
export async function retryQuarantined(
  { id }: z.output<typeof quarantineRetry.request>,
  { db, now, language }: CallerContext,
): Promise<z.input<typeof quarantineRetry.response>> {
  const held = await findQuarantined(db, id);
  if (!held) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { payload, source, sender } = held;
  const report = await storeEvents(db, [payload], { source, sender, now, language });
  const left = [...report.quarantined, ...report.rejected];
  return { isReleased: left.length === 0, reasons: left.map(({ reason }) => reason) };
}
