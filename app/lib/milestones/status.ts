import { DAY_MS, endOf } from "../date-time.ts";
import { nextMilestone } from "./chain.ts";
import { isMoveIn } from "./journey.ts";
import type { Milestone, MilestoneKind } from "./milestone.ts";

export type ShipmentStatus = "BOOKED" | "TRANSIT" | "COMPLETED";

export type ServiceType = "DTD" | "DTA" | "DTP" | "ATA" | "PTP" | "ATD" | "PTD";

const DOOR_KINDS: readonly MilestoneKind[] = ["DROP_LADEN", "STRP", "PICK_EMPTY", "AVDO", "GTIN_EMPTY"];

const PORT_KINDS: readonly MilestoneKind[] = ["GTOT_LADEN", "DLV", ...DOOR_KINDS];

/**
 * The milestone that completes the shipment, when it is reached. To a door: the delivery there, or a
 * milestone that can only follow it. To a port or airport: the handover there. Air freight without a delivery
 * milestone ends with DLV in either case.
 */
export function completingMilestone(
  milestones: readonly Milestone[],
  service: ServiceType | null = null,
): Milestone | null {
  const has = (kind: MilestoneKind) => milestones.some((milestone) => milestone.kind === kind);
  const isToPort = service !== null && !service.endsWith("D");
  const kinds = isToPort ? PORT_KINDS : has("DROP_LADEN") ? DOOR_KINDS : [...DOOR_KINDS, "DLV"];
  const reached = milestones.filter((milestone) => milestone.actual && kinds.includes(milestone.kind));
  // A container may pass gates at ports on the way: only the last gate-out counts.
  const lastGateOut = milestones.findLast((milestone) => milestone.kind === "GTOT_LADEN");
  return reached.find((milestone) => milestone.kind !== "GTOT_LADEN" || milestone === lastGateOut) ?? null;
}

const MOVING_KINDS: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "PICK_LADEN",
  "COLL",
  "DPWH",
  "FRAI",
  "FRMP",
  "DEPA",
  "DEP",
  "AVPU",
  "GTOT_LADEN",
  "NFD",
  "AWD",
  "DLV",
  "DROP_LADEN",
  "STRP",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
]);

/**
 * Whether the cargo has departed: an actual of the first departure or pickup of at least one container, or of
 * a later milestone.
 */
const showsMoving = (milestone: Milestone): boolean =>
  (MOVING_KINDS.has(milestone.kind) || (isMoveIn(milestone.kind) && milestone.legIndex !== null)) &&
  milestone.events.some((event) => event.classifier === "ACT");

/** Status by actual events (product 4.1). */
export function statusOf(
  milestones: readonly Milestone[],
  service: ServiceType | null = null,
): ShipmentStatus {
  if (completingMilestone(milestones, service)) return "COMPLETED";
  return milestones.some(showsMoving) ? "TRANSIT" : "BOOKED";
}

type DelayReason = "eta-slip" | "overdue";

export interface Delay {
  isDelayed: boolean;
  /**
   * The instant from which the shipment is delayed if nothing is received until then (may lie in the past).
   * Null: it is completed, has no date to wait for, or is late by its ETA already.
   */
  delayDueAt: Date | null;
  reason: DelayReason | null;
}

/**
 * From when an ETA counts as later than the first one. Of a first one that is known to the day alone (`dayOnly` names the dates
 * that are) an ETA with an hour is compared with its end: an hour on that day is no slip, wherever the place lies.
 */
export function slipStart(firstEta: Date | null, dayOnly: readonly string[]): Date | null {
  const isDayOnly = dayOnly.includes("first_eta") && !dayOnly.includes("eta");
  return firstEta && endOf({ at: firstEta, isDayOnly });
}

/**
 * "Delayed" (product 4.1): the ETA is more than 24 hours after the first one, or the next milestone is
 * overdue for longer than that.
 */
export function delayOf({
  firstEta,
  eta,
  status,
  milestones,
  now,
}: {
  firstEta: Date | null;
  eta: Date | null;
  status: ShipmentStatus;
  milestones: readonly Milestone[];
  now: Date;
}): Delay {
  if (status === "COMPLETED") return { isDelayed: false, delayDueAt: null, reason: null };
  if (firstEta && eta && eta.getTime() - firstEta.getTime() > DAY_MS) {
    return { isDelayed: true, delayDueAt: null, reason: "eta-slip" };
  }
  const due = nextMilestone(milestones)?.due;
  if (!due) return { isDelayed: false, delayDueAt: null, reason: null };
  const delayDueAt = new Date(endOf(due).getTime() + DAY_MS);
  const isDelayed = now.getTime() > delayDueAt.getTime();
  return { isDelayed, delayDueAt, reason: isDelayed ? "overdue" : null };
}
