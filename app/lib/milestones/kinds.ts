import type { MilestoneEvent, MilestoneKind } from "./milestone.ts";

/**
 * The forwarder's own milestones, which no carrier reports, with the type of their event: document milestones
 * are no movement of the cargo.
 */
export const houseMilestones = {
  /** The booking was made. */
  BOOK: "SHIPMENT",
  /** Collected from the shipper, when no haulier reports a pickup. */
  COLL: "TRANSPORT",
  /** The shipper's documents were received. */
  DOCR: "SHIPMENT",
  /** Left the warehouse for the port, the airport or the terminal. */
  DPWH: "TRANSPORT",
  /** The cargo was received, when neither a terminal gate nor an airport reports it. */
  CRGR: "TRANSPORT",
  /** Customs of the country of arrival accepted the advance manifest. */
  AMSC: "SHIPMENT",
  /** The documents were handed to the broker at destination. */
  DOCB: "SHIPMENT",
  /** The vessel is at her berth. */
  BRTH: "TRANSPORT",
  /** Duties are paid; the goods may still wait for the release. */
  CUSC: "SHIPMENT",
  /** Left the port on the last train. */
  FRAI: "TRANSPORT",
  /** Reached the last ramp inland. */
  FRMP: "TRANSPORT",
  /** The proof of delivery was uploaded. */
  PODU: "SHIPMENT",
} as const satisfies Partial<Record<MilestoneKind, "SHIPMENT" | "TRANSPORT">>;

export type HouseMilestone = keyof typeof houseMilestones;

/**
 * Documents are independent of the cargo's progress: an early one does not mark cargo milestones as skipped.
 */
export const isPaper = (kind: MilestoneKind): boolean =>
  kind !== "BOOK" &&
  Object.hasOwn(houseMilestones, kind) &&
  houseMilestones[kind as HouseMilestone] === "SHIPMENT";

/** Reached container by container. */
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

// Meaning of the code before and after the main carriage, when the event has no EMPTY or LADEN.
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

/** Whether an event is from before or after the start of the main carriage. */
export const sideOf = (event: MilestoneEvent, firstDeparture: number | null): "before" | "after" =>
  firstDeparture === null || event.at.getTime() <= firstDeparture ? "before" : "after";

/** The kind of milestone of an event; null when it belongs to none. */
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

/** Start of the main carriage: the actual, else the estimate, else the plan. */
export function firstDepartureOf(events: readonly MilestoneEvent[]): number | null {
  for (const classifier of ["ACT", "EST", "PLN"] as const) {
    const times = events
      .filter((event) => event.classifier === classifier && isMainDeparture(event))
      .map((event) => event.at.getTime());
    if (times.length > 0) return Math.min(...times);
  }
  return null;
}
