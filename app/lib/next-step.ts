import type { CutOffCode, CutOffNeed } from "#app/contract/cut-off-code.ts";
import type { StepKind, StepTurn } from "#app/contract/next-step-code.ts";
import { DAY_MS, endOf, type KnownTime } from "./date-time.ts";
import type { MilestoneKind } from "./milestones/milestone.ts";
import type { ServiceType, ShipmentStatus } from "./milestones/status.ts";

/** What comes next for a shipment, and whose turn it is; lists, dashboard, detail, mails and desk take it from here. */

/** After so many days without an event a page says so. */
export const SILENT_DAYS = 3;
/** A cut-off further ahead comes after the next milestone. */
const CUT_OFF_AHEAD_DAYS = 7;

export interface StepFacts {
  status: ShipmentStatus;
  service: ServiceType;
  /** The next milestone with the time at which it is due. */
  next: { kind: MilestoneKind; due: KnownTime } | null;
  /** The last milestone that was reached. */
  last: MilestoneKind | null;
  /** When it was reached; else when the shipment was booked. */
  since: Date | null;
  /** When anything was last received. */
  heardAt: Date | null;
  /** Cut-offs with a need, in any order. */
  cutOffs: readonly { code: CutOffCode; need: CutOffNeed | null; time: KnownTime; met: KnownTime | null }[];
}

export interface NextStep {
  kind: StepKind;
  /** Code of the cut-off, or kind of the milestone; null for `silent`. */
  code: CutOffCode | MilestoneKind | null;
  turn: StepTurn;
  since: Date | null;
  due: KnownTime | null;
}

/** Null when nothing is to come or nothing is known of it. */
export function nextStep(facts: StepFacts, now: Date): NextStep | null {
  const { status, service, next, since, heardAt } = facts;
  if (status === "COMPLETED") return null;
  const cutOff = status === "BOOKED" ? openCutOff(facts, now) : null;
  if (cutOff) return cutOff;
  if (next && endOf(next.due).getTime() + DAY_MS < now.getTime()) {
    const { kind, due } = next;
    return { kind: "overdue", code: kind, turn: turnOf(kind, service), since: endOf(due), due };
  }
  const handedOver = status === "BOOKED" ? notDeparted(facts, now) : null;
  if (handedOver) return handedOver;
  if (next)
    return { kind: "milestone", code: next.kind, turn: turnOf(next.kind, service), since, due: next.due };
  // Of a shipment that nothing was ever heard of the silence begins with the booking.
  const silentSince = heardAt ?? since;
  if (!silentSince || now.getTime() - silentSince.getTime() < SILENT_DAYS * DAY_MS) return null;
  return { kind: "silent", code: null, turn: "forwarder", since: silentSince, due: null };
}

/** By what the goods are in the carrier's hands, and for how many days they may wait there for a departure. */
const WAIT_DAYS: Partial<Record<MilestoneKind, number>> = {
  RCS: 3,
  RCT: 3,
  PRE: 3,
  MAN: 3,
  CRGR: 10,
  GTIN_LADEN: 10,
  LOAD: 5,
};
/** Up to the departure: while the carrier names a day for one of these, waiting is the plan. */
const UP_TO_DEPARTURE: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "RCS",
  "RCT",
  "PRE",
  "MAN",
  "DEP",
  "GTIN_LADEN",
  "LOAD",
  "DEPA",
]);
const BY_AIR: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>(["RCS", "RCT", "PRE", "MAN"]);

/** Handed over, no departure told, and no day for it: the forwarder has to ask the carrier. */
function notDeparted({ last, since, next }: StepFacts, now: Date): NextStep | null {
  const days = last && WAIT_DAYS[last];
  if (!days || !since || now.getTime() - since.getTime() < days * DAY_MS) return null;
  if (next && UP_TO_DEPARTURE.has(next.kind)) return null;
  const code = BY_AIR.has(last) ? "DEP" : "DEPA";
  return { kind: "notDeparted", code, turn: "forwarder", since, due: null };
}

/** The first cut-off whose need is not met: one that has passed, or one of the next days. */
function openCutOff({ cutOffs, service, since }: StepFacts, now: Date): NextStep | null {
  const until = now.getTime() + CUT_OFF_AHEAD_DAYS * DAY_MS;
  const open = cutOffs
    .filter(({ need, met, time }) => need !== null && met === null && endOf(time).getTime() <= until)
    .sort((a, b) => endOf(a.time).getTime() - endOf(b.time).getTime())[0];
  if (!open) return null;
  const hasPassed = endOf(open.time) <= now;
  return {
    kind: hasPassed ? "missedCutOff" : "cutOff",
    code: open.code,
    turn: turnOfNeed(open.need!, service),
    since: hasPassed ? endOf(open.time) : since,
    due: open.time,
  };
}

/** Whether the customer's side has to act. */
export const isOwnTurn = (step: Pick<NextStep, "turn"> | null | undefined): boolean =>
  step?.turn === "shipper" || step?.turn === "consignee";

const startsAtDoor = (service: ServiceType) => service.startsWith("D");
const endsAtDoor = (service: ServiceType) => service.endsWith("D");

/** Under a service from the door the forwarder's haulier takes the cargo to the port. */
export function turnOfNeed(need: CutOffNeed, service: ServiceType): StepTurn {
  if (need === "fullContainer" || need === "cargo") return startsAtDoor(service) ? "forwarder" : "shipper";
  return need === "customs" || need === "advanceFiling" || need === "confirmation" ? "forwarder" : "shipper";
}

const BY_HAULIER_OUT: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "GTOT_EMPTY",
  "DROP_EMPTY",
  "PICK_LADEN",
  "COLL",
  "FOH",
  "RCS",
  "CRGR",
  "GTIN_LADEN",
]);
const BY_HAULIER_IN: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "GTOT_LADEN",
  "DLV",
  "DROP_LADEN",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
]);
const BY_FORWARDER: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "BOOK",
  "BKD",
  "FWB",
  "DPWH",
  "AMSC",
  "DOCB",
  "PODU",
  "FRAI",
  "FRMP",
]);
const BY_CUSTOMS: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "CUSS",
  "CUSI",
  "CUSC",
  "CUSR",
  "CRC",
  "CCD",
]);

/** Milestones that are, under some service, up to the customer's side. */
export const ownMilestoneKinds: readonly MilestoneKind[] = [
  ...BY_HAULIER_OUT,
  ...BY_HAULIER_IN,
  "STUF",
  "DOCR",
  "STRP",
];

/** Who brings the milestone about. */
function turnOf(kind: MilestoneKind, service: ServiceType): StepTurn {
  if (BY_HAULIER_OUT.has(kind)) return startsAtDoor(service) ? "forwarder" : "shipper";
  if (BY_HAULIER_IN.has(kind)) return endsAtDoor(service) ? "forwarder" : "consignee";
  if (kind === "STUF" || kind === "DOCR") return "shipper";
  if (kind === "STRP") return "consignee";
  if (BY_FORWARDER.has(kind)) return "forwarder";
  return BY_CUSTOMS.has(kind) ? "customs" : "carrier";
}
