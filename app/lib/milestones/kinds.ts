import type { MilestoneEvent, MilestoneKind } from "./milestone.ts";

/**
 * The forwarder's own milestones, for what no carrier's message tells: each with the kind of its event, since papers
 * are no move of the cargo.
 */
export const houseMilestones = {
  /** The booking was made. */
  BOOK: "SHIPMENT",
  /** Collected from the shipper, where no pick-up is told by a haulier. */
  COLL: "TRANSPORT",
  /** The shipper's documents have come in. */
  DOCR: "SHIPMENT",
  /** Left the warehouse for the port, the airport or the terminal. */
  DPWH: "TRANSPORT",
  /** The cargo was taken over, where no gate and no airport tells of it. */
  CRGR: "TRANSPORT",
  /** The advance manifest was accepted by the customs of the country of arrival. */
  AMSC: "SHIPMENT",
  /** The documents were handed to the broker at destination. */
  DOCB: "SHIPMENT",
  /** The vessel lies at her berth. */
  BRTH: "TRANSPORT",
  /** Duties are settled; the goods may still wait for the release. */
  CUSC: "SHIPMENT",
  /** Left the port on the last train. */
  FRAI: "TRANSPORT",
  /** Reached the last ramp inland. */
  FRMP: "TRANSPORT",
  /** The proof of delivery was uploaded. */
  PODU: "SHIPMENT",
} as const satisfies Partial<Record<MilestoneKind, "SHIPMENT" | "TRANSPORT">>;

export type HouseMilestone = keyof typeof houseMilestones;

/** Papers go their own way beside the cargo: one that is early passes nothing over. */
export const isPaper = (kind: MilestoneKind): boolean =>
  kind !== "BOOK" &&
  Object.hasOwn(houseMilestones, kind) &&
  houseMilestones[kind as HouseMilestone] === "SHIPMENT";

/** Counted by container. */
export const EQUIPMENT_KINDS: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "GTOT_EMPTY",
  "DROP_EMPTY",
  "STUF",
  "PICK_LADEN",
  "GTIN_LADEN",
  "LOAD",
  "DISC",
  "CUSS",
  "CUSI",
  "CUSR",
  "AVPU",
  "GTOT_LADEN",
  "DROP_LADEN",
  "STRP",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
]);

// What the code means when the event does not say EMPTY or LADEN, before and after the main carriage.
const GATE_KINDS: Readonly<Record<string, { before: MilestoneKind; after: MilestoneKind }>> = {
  GTOT: { before: "GTOT_EMPTY", after: "GTOT_LADEN" },
  GTIN: { before: "GTIN_LADEN", after: "GTIN_EMPTY" },
  PICK: { before: "PICK_LADEN", after: "PICK_LADEN" },
  DROP: { before: "DROP_LADEN", after: "DROP_LADEN" },
};

const DCSA_KINDS: Readonly<Record<string, MilestoneKind>> = {
  STUF: "STUF",
  LOAD: "LOAD",
  DEPA: "DEPA",
  ARRI: "ARRI",
  DISC: "DISC",
  CUSS: "CUSS",
  CUSI: "CUSI",
  CUSR: "CUSR",
  AVPU: "AVPU",
  AVDO: "AVDO",
  STRP: "STRP",
  DLVR: "DROP_LADEN",
};

const IMP_KINDS: ReadonlySet<string> = new Set<MilestoneKind>([
  "BKD",
  "FWB",
  "FOH",
  "RCS",
  "RCT",
  "PRE",
  "MAN",
  "DEP",
  "ARR",
  "AWR",
  "RCF",
  "TFD",
  "NFD",
  "AWD",
  "CRC",
  "CCD",
  "DLV",
]);

/** Whether an event is of the time before or after the main carriage begins. */
export const sideOf = (event: MilestoneEvent, firstDeparture: number | null): "before" | "after" =>
  firstDeparture === null || event.at.getTime() <= firstDeparture ? "before" : "after";

/** The kind of milestone that an event is of; null when it is of none. */
export function kindOf(event: MilestoneEvent, firstDeparture: number | null): MilestoneKind | null {
  if (event.vocabulary === "IMP") return IMP_KINDS.has(event.code) ? (event.code as MilestoneKind) : null;
  if (event.vocabulary === "HOUSE")
    return Object.hasOwn(houseMilestones, event.code) ? (event.code as MilestoneKind) : null;
  const gate = Object.hasOwn(GATE_KINDS, event.code) ? GATE_KINDS[event.code] : undefined;
  if (!gate) return (Object.hasOwn(DCSA_KINDS, event.code) && DCSA_KINDS[event.code]) || null;
  if (event.emptyIndicator) return `${event.code}_${event.emptyIndicator}` as MilestoneKind;
  return gate[sideOf(event, firstDeparture)];
}

const isMainDeparture = (event: MilestoneEvent): boolean =>
  (event.code === "DEPA" || event.code === "DEP" || event.code === "LOAD") && event.mode !== "TRUCK";

/** When the main carriage starts, by the best that is known: an actual before an estimate before a plan. */
export function firstDepartureOf(events: readonly MilestoneEvent[]): number | null {
  for (const classifier of ["ACT", "EST", "PLN"] as const) {
    const times = events
      .filter((event) => event.classifier === classifier && isMainDeparture(event))
      .map((event) => event.at.getTime());
    if (times.length > 0) return Math.min(...times);
  }
  return null;
}
