import { briefReason } from "#app/components/reason.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import type { ShipmentRow, WireMilestone } from "#app/contract/shipment.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import {
  ageOf,
  countText,
  type DisplayLanguage,
  endOf,
  HOUR_MS,
  type KnownTime,
  parseWire,
  spanText,
  type TimeFormat,
  writeTime,
} from "#app/lib/date-time.ts";
import { aroundTime, type Line, type MomentView, noMoment } from "#app/lib/moment.ts";
import type { Translate } from "#app/locales/translation.ts";
import { ownStepLine } from "./detail/next-step.server.ts";
import { milestoneLabel, statusLabel } from "./labels.server.ts";

/** Texts about a shipment's state, shared by list, dashboard, detail and preview (product 4.1). */

/**
 * One badge: 'late' by days (delayed, product 4.1) or by hours (its ETA is past) replaces the status, 'arrived'
 * replaces 'in transit'.
 */
export function badgeOf(
  { t, language, now }: Pick<Words, "t" | "language" | "now">,
  facts: {
    status: ShipmentStatus;
    isDelayed: boolean;
    delayDays?: number | null | undefined;
    hasArrived: boolean;
    eta: KnownTime | null;
  },
): { status: ShipmentState; label: string } {
  const { status, isDelayed, delayDays, hasArrived, eta } = facts;
  if (status !== "COMPLETED" && isDelayed) {
    const label = delayDays
      ? t("shipments:late", { span: countText(delayDays, "day", language) })
      : statusLabel(t, "DELAYED");
    return { status: "DELAYED", label };
  }
  if (status !== "TRANSIT") return { status, label: statusLabel(t, status) };
  if (hasArrived) return { status: "ARRIVED", label: t("shipments:arrived") };
  const lateMs = eta ? now.getTime() - endOf(eta).getTime() : 0;
  if (lateMs < HOUR_MS) return { status, label: statusLabel(t, status) };
  return { status: "LATE", label: t("shipments:late", { span: spanText(lateMs, language) }) };
}

/** The steps of a journey that its bar counts: booked, under way to the port, departed, arrived, delivered. */
const JOURNEY_STEPS = 5;

/** The last step that is known to be reached; 0 when the provider does not say which dates are actual. */
export function stepOfRow(row: Pick<ShipmentRow, "status" | "reached">): number {
  if (row.status === "COMPLETED") return JOURNEY_STEPS;
  if (row.status === "BOOKED") return 1;
  if (!row.reached) return 0;
  return isReached(row, "ata") ? 4 : isReached(row, "atd") ? 3 : 2;
}

/**
 * The ETA; after arrival the arrival date; for an overdue one, since when. `write` formats a time in a zone.
 */
export function arrivalText(
  { t, language, now }: Pick<Words, "t" | "language" | "now">,
  facts: { status: ShipmentStatus; eta: KnownTime | null; arrivedAt: KnownTime | null },
  write: (time: KnownTime) => MomentView,
): { text: Line; isEta: boolean } | null {
  const { status, eta, arrivedAt } = facts;
  if (arrivedAt)
    return {
      text: aroundTime(write(arrivedAt), (time) => t("shipments:arrivedAt", { time })),
      isEta: false,
    };
  if (!eta) return null;
  if (status === "COMPLETED" || endOf(eta) > now) return { text: write(eta), isEta: true };
  const days = ageOf(endOf(eta), now) ?? 0;
  const text = aroundTime(write(eta), (time) =>
    days > 0
      ? t("shipments:etaPastDays", { time, span: countText(days, "day", language) })
      : t("shipments:etaPast", { time }),
  );
  return { text, isEta: true };
}

/** Whose words these are, and when. */
export interface Words {
  t: Translate;
  language: DisplayLanguage;
  now: Date;
  /** The time zone setting for dates, as calls send it. */
  clock: string;
}

/** A time at the place, as it is said. */
export const saidAt = (
  words: Words,
  time: KnownTime,
  place: WirePlace | null | undefined,
  format: TimeFormat = "spoken",
): MomentView =>
  writeTime(time, { ...words, zone: zoneOnClock(words.clock, place?.timeZone) }, format) ?? noMoment;

/** A milestone with its actual or due time. */
interface DatedMilestone {
  kind: string;
  mode: WireMilestone["mode"];
  time: KnownTime;
  place: WirePlace | null;
}

/**
 * "Wed 18 Nov Vessel departure Shanghai", "next: Wed 2 Dec Vessel arrival Rotterdam". The date comes first,
 * because inside a line it would wrap.
 */
function progressLines(
  words: Words,
  { last, next }: { last: DatedMilestone | null; next: (DatedMilestone & { isOverdue: boolean }) | null },
): Line[] {
  const { t } = words;
  const lineOf = ({ place, time, ...milestone }: DatedMilestone, write: (what: string) => string) =>
    aroundTime(saidAt(words, time, place), (day) =>
      write([day, milestoneLabel(t, milestone), place?.name].filter(Boolean).join(" ")),
    );
  return [
    ...(last ? [lineOf(last, (what) => what)] : []),
    ...(next
      ? [lineOf(next, (what) => t(next.isOverdue ? "shipments:overdueNext" : "shipments:next", { what }))]
      : []),
  ];
}

/** Progress of a row, and why it is late, from the provider's fields; empty without them. */
export function progressOfRow(
  words: Words,
  { lastMilestone, nextMilestone, nextStep, reportedReason }: ShipmentRow,
): Line[] {
  const dated = (milestone: WireMilestone | null | undefined): DatedMilestone | null => {
    const time = parseWire(milestone?.at);
    return milestone && time ? { ...milestone, time } : null;
  };
  const next = dated(nextMilestone);
  const reason = briefReason(reportedReason, words);
  const own = ownStepLine(nextStep, words);
  return [
    ...(reason ? [reason] : []),
    ...progressLines(words, {
      last: dated(lastMilestone),
      next: next && !own ? { ...next, isOverdue: nextMilestone?.isOverdue ?? false } : null,
    }),
    ...(own ? [own] : []),
  ];
}

/**
 * What comes next, with its day: "You: verified gross mass, Tue 1 Dec", "Vessel arrival, Wed 2 Dec"; without anything to come the
 * last milestone. A place is named only where it is not an end of the row's route. Empty for delivered ones: their day says it.
 */
export function nextOfRow(words: Words, row: ShipmentRow): Line {
  const { status, nextStep, nextMilestone, lastMilestone, portOfDeparture, portOfArrival, destination } = row;
  const own = ownStepLine(nextStep, words);
  if (own) return own;
  const milestone = nextMilestone ?? (status === "COMPLETED" ? null : lastMilestone);
  const time = parseWire(milestone?.at);
  if (!milestone || !time) return "";
  const ends = [portOfDeparture.name, (destination ?? portOfArrival).name];
  const place = milestone.place && !ends.includes(milestone.place.name) ? milestone.place.name : null;
  const what = [milestoneLabel(words.t, milestone), place].filter(Boolean).join(" ");
  const key = nextMilestone?.isOverdue ? "shipments:step.overdue" : "shipments:step.next";
  return aroundTime(saidAt(words, time, milestone.place), (day) => words.t(key, { what, time: day }));
}

/** The last milestone of a row with its day and place; null when the provider does not say. */
export function lastOfRow(words: Words, { lastMilestone }: ShipmentRow): Line | null {
  const time = parseWire(lastMilestone?.at);
  const last = lastMilestone && time ? { ...lastMilestone, time } : null;
  return progressLines(words, { last, next: null })[0] ?? null;
}

/** Whether a date of a row has an actual event; false when the provider does not say. */
export const isReached = (
  { reached }: Pick<ShipmentRow, "reached">,
  key: "atd" | "ata" | "delivery",
): boolean => reached?.includes(key) ?? false;
