import { briefReason } from "#app/components/reason.server.ts";
import type { ShipmentBadge } from "#app/components/status-badge.tsx";
import type { ShipmentRow, WireMilestone } from "#app/contract/shipment.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import {
  ageOf,
  DAY_MS,
  type DisplayLanguage,
  endOf,
  formatTime,
  HOUR_MS,
  type KnownTime,
  parseWire,
} from "#app/lib/date-time.ts";
import type { Milestone } from "#app/lib/milestones/milestone.ts";
import type { Translate } from "#app/locales/translation.ts";
import { ownStepLine } from "./detail/next-step.server.ts";
import { milestoneLabel, statusLabel } from "./labels.server.ts";

/** Texts about a shipment's state, shared by list, dashboard, detail and preview (product 4.1). */

/**
 * One badge: 'late' by days (delayed, product 4.1) or by hours (its ETA is past) replaces the status, 'arrived'
 * replaces 'in transit'.
 */
export function badgeOf(
  t: Translate,
  facts: {
    status: ShipmentStatus;
    isDelayed: boolean;
    delayDays?: number | null | undefined;
    hasArrived: boolean;
    eta: KnownTime | null;
    now: Date;
  },
): { status: ShipmentBadge; label: string } {
  const { status, isDelayed, delayDays, hasArrived, eta, now } = facts;
  if (status !== "COMPLETED" && isDelayed) {
    const label = delayDays ? t("shipments:lateDays", { days: delayDays }) : statusLabel(t, "DELAYED");
    return { status: "DELAYED", label };
  }
  if (status !== "TRANSIT") return { status, label: statusLabel(t, status) };
  if (hasArrived) return { status: "ARRIVED", label: t("shipments:arrived") };
  const lateMs = eta ? now.getTime() - endOf(eta).getTime() : 0;
  if (lateMs < HOUR_MS) return { status, label: statusLabel(t, status) };
  const label =
    lateMs < DAY_MS
      ? t("shipments:lateHours", { hours: Math.floor(lateMs / HOUR_MS) })
      : t("shipments:lateDays", { days: Math.floor(lateMs / DAY_MS) });
  return { status: "LATE", label };
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
  t: Translate,
  facts: { status: ShipmentStatus; eta: KnownTime | null; arrivedAt: KnownTime | null; now: Date },
  write: (time: KnownTime) => string,
): { text: string; isEta: boolean } | null {
  const { status, eta, arrivedAt, now } = facts;
  if (arrivedAt) return { text: t("shipments:arrivedAt", { time: write(arrivedAt) }), isEta: false };
  if (!eta) return null;
  const time = write(eta);
  if (status === "COMPLETED" || endOf(eta) > now) return { text: time, isEta: true };
  const days = ageOf(endOf(eta), now) ?? 0;
  const text = days > 0 ? t("shipments:etaPastDays", { time, days }) : t("shipments:etaPast", { time });
  return { text, isEta: true };
}

interface Words {
  t: Translate;
  /** The time zone setting for days, as calls send it. */
  clock: string;
}

/** A milestone with its actual or due time. */
interface DatedMilestone {
  kind: string;
  mode: WireMilestone["mode"];
  time: KnownTime;
  place: WirePlace | null;
}

/**
 * "2026-11-18 Vessel departure Shanghai", "next: 2026-12-02 Vessel arrival Rotterdam". The date comes first,
 * because inside a line it would wrap.
 */
function progressLines(
  { t, clock }: Words,
  { last, next }: { last: DatedMilestone | null; next: (DatedMilestone & { isOverdue: boolean }) | null },
): string[] {
  const milestoneText = ({ place, time, ...milestone }: DatedMilestone) =>
    [
      formatTime(time, zoneOnClock(clock, place?.timeZone))?.slice(0, 10),
      milestoneLabel(t, milestone),
      place?.name,
    ]
      .filter(Boolean)
      .join(" ");
  return [
    ...(last ? [milestoneText(last)] : []),
    ...(next
      ? [t(next.isOverdue ? "shipments:overdueNext" : "shipments:next", { what: milestoneText(next) })]
      : []),
  ];
}

/** Progress of a row, and why it is late, from the provider's fields; empty without them. */
export function progressOfRow(
  words: Words & { language: DisplayLanguage },
  { lastMilestone, nextMilestone, nextStep, reportedReason }: ShipmentRow,
): string[] {
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

/** The last milestone of a row with its day and place; null when the provider does not say. */
export function lastOfRow(words: Words, { lastMilestone }: ShipmentRow): string | null {
  const time = parseWire(lastMilestone?.at);
  const last = lastMilestone && time ? { ...lastMilestone, time } : null;
  return progressLines(words, { last, next: null })[0] ?? null;
}

/** The same from milestones. */
export function progressOfChain(
  words: Words,
  { last, next }: { last: Milestone | null; next: Milestone | null },
  placeOf: (code: string) => WirePlace | null,
): string[] {
  const place = ({ placeCode }: Milestone) => (placeCode === null ? null : placeOf(placeCode));
  return progressLines(words, {
    last: last?.actual ? { kind: last.kind, mode: last.mode, time: last.actual, place: place(last) } : null,
    next: next?.due
      ? {
          kind: next.kind,
          mode: next.mode,
          time: next.due,
          place: place(next),
          isOverdue: next.state === "overdue",
        }
      : null,
  });
}

/** Whether a date of a row has an actual event; false when the provider does not say. */
export const isReached = (
  { reached }: Pick<ShipmentRow, "reached">,
  key: "atd" | "ata" | "delivery",
): boolean => reached?.includes(key) ?? false;
