import type { ShipmentRow, WireMilestone } from "#app/contract/shipment.ts";
import type { ShipmentStatus, ShipmentStatusFilter } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { ageOf, endOf, formatTime, type KnownTime, parseWire } from "#app/lib/date-time.ts";
import type { Milestone } from "#app/lib/milestones/milestone.ts";
import type { Translate } from "#app/locales/translation.ts";
import { milestoneLabel, statusLabel } from "./labels.server.ts";

/** Texts about a shipment's state, shared by list, dashboard, detail and preview (product 4.1). */

/** One badge: 'delayed' replaces the status, 'arrived' replaces 'in transit'. */
export function badgeOf(
  t: Translate,
  given: {
    status: ShipmentStatus;
    isDelayed: boolean;
    delayDays?: number | null | undefined;
    hasArrived: boolean;
  },
): { status: ShipmentStatusFilter; label: string } {
  const { status, isDelayed, delayDays, hasArrived } = given;
  if (status !== "COMPLETED" && isDelayed) {
    const label = delayDays ? t("shipments:delayedBy", { days: delayDays }) : statusLabel(t, "DELAYED");
    return { status: "DELAYED", label };
  }
  if (status === "TRANSIT" && hasArrived) return { status, label: t("shipments:arrived") };
  return { status, label: statusLabel(t, status) };
}

/**
 * The ETA; after arrival the arrival date; for an overdue one, since when. `write` formats a time in a zone.
 */
export function arrivalText(
  t: Translate,
  given: { status: ShipmentStatus; eta: KnownTime | null; arrivedAt: KnownTime | null; now: Date },
  write: (time: KnownTime) => string,
): { text: string; isEta: boolean } | null {
  const { status, eta, arrivedAt, now } = given;
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
  const said = ({ place, time, ...milestone }: DatedMilestone) =>
    [
      formatTime(time, zoneOnClock(clock, place?.timeZone))?.slice(0, 10),
      milestoneLabel(t, milestone),
      place?.name,
    ]
      .filter(Boolean)
      .join(" ");
  return [
    ...(last ? [said(last)] : []),
    ...(next ? [t(next.isOverdue ? "shipments:overdueNext" : "shipments:next", { what: said(next) })] : []),
  ];
}

/** Progress of a row, from the provider's fields; empty without them. */
export function progressOfRow(words: Words, { lastMilestone, nextMilestone }: ShipmentRow): string[] {
  const dated = (milestone: WireMilestone | null | undefined): DatedMilestone | null => {
    const time = parseWire(milestone?.at);
    return milestone && time ? { ...milestone, time } : null;
  };
  const next = dated(nextMilestone);
  return progressLines(words, {
    last: dated(lastMilestone),
    next: next && { ...next, isOverdue: nextMilestone?.isOverdue ?? false },
  });
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
          ...{ kind: next.kind, mode: next.mode, time: next.due, place: place(next) },
          isOverdue: next.state === "overdue",
        }
      : null,
  });
}

/** Whether a date of a row has an actual event; false when the provider does not say. */
export const isReached = ({ reached }: ShipmentRow, key: "atd" | "ata" | "delivery"): boolean =>
  reached?.includes(key) ?? false;
