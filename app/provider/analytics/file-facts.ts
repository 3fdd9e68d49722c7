import { PLACE_CLOCK, readClock, zoneOnClock } from "#app/lib/clock.ts";
import { formatInstant, isValidZone, WIRE_ZONE } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { modeTexts } from "../shipments/export-text.ts";
import { type MessageKey, message } from "../texts/message.ts";
import type { runReport } from "./report.ts";

type Answer = Awaited<ReturnType<typeof runReport>>;

export interface FileFacts {
  /** What was asked and when it was counted: a label and its value. */
  facts: [label: string, value: string][];
  /** How it was counted, and what was left out. */
  notes: string[];
}

/** What a file of a report says of its question, so that it stands for itself. */
export function fileFacts(
  question: Parameters<typeof runReport>[0] & { zone?: string | undefined },
  { found: answer, currency, groups }: { found: Answer; currency: string; groups: string },
  { language, now }: Pick<CallerContext, "language" | "now">,
): FileFacts {
  const say = (key: MessageKey, values?: Record<string, string | number>) => message(key, language, values);
  const clock = readClock(question.clock);
  const zone = clock === PLACE_CLOCK ? say("reportOnPlaces") : zoneName(clock);
  const counted =
    clock === PLACE_CLOCK ? zoneOnClock(clock, isValidZone(question.zone) ? question.zone : null) : clock;
  const { names, all } = answer;
  const known: [MessageKey, string | null | undefined][] = [
    ["reportFactMonths", `${question.monthFrom} – ${question.monthTo}`],
    ["reportFactGroup", groups],
    ["reportFactMode", question.mode && modeTexts[question.mode][language]],
    ["reportFactFrom", names?.from ?? question.from],
    ["reportFactTo", names?.to ?? question.to],
    ["reportFactCarrier", names?.carrier ?? question.carrierCode],
    ["reportFactShipper", names?.shipper ?? question.shipperId],
    ["reportFactConsignee", names?.consignee ?? question.consigneeId],
    ["reportFactShipments", String(all.shipments)],
    ["reportFactCounted", `${formatInstant(now, counted)} (${zoneName(counted)})`],
  ];
  const held = { days: question.toleranceDays, baseline: say(`reportEta${question.baseline}`) };
  const notes = [say("reportNoteDeparture", { zone })];
  const { volume, punctuality, eta, transit, spend } = all;
  if (volume && volume.noChargeable > 0)
    notes.push(say("reportNoteChargeable", { count: volume.noChargeable }));
  if (punctuality)
    notes.push(
      say("reportNotePunctuality", { ...held, open: punctuality.open, unknown: punctuality.unknown }),
    );
  if (eta) notes.push(say("reportNoteEta", { ...held, unknown: eta.unknown }));
  if (transit) notes.push(say("reportNoteTransit", { left: all.shipments - transit.actual.shipments }));
  if (spend) {
    const billed = spend.sums.find((sum) => sum.currency === currency)?.shipments ?? 0;
    notes.push(say("reportNoteSpend", { currency, without: all.shipments - billed }));
  }
  return {
    facts: known.flatMap(([key, value]) => (value ? [[say(key), value] as [string, string]] : [])),
    notes,
  };
}

const zoneName = (zone: string) => (zone === WIRE_ZONE ? "UTC+8" : zone);
