/**
 * Milestones of a shipment, built from its events: ocean in DCSA's vocabulary, air in Cargo-IMP's (trade 8),
 * and the forwarder's own (HOUSE) for what neither covers. The provider derives status and delay from them,
 * the portal shows them.
 */
import type { KnownTime } from "../date-time.ts";

export type EventVocabulary = "DCSA" | "IMP" | "HOUSE";
export type EventClassifier = "PLN" | "EST" | "ACT";
export type EmptyIndicator = "EMPTY" | "LADEN";
export type LegMode = "VESSEL" | "AIR" | "TRUCK" | "RAIL" | "BARGE";

export interface MilestoneEvent {
  id: string;
  vocabulary: EventVocabulary;
  /** DCSA: GTOT, STUF, GTIN, LOAD, DEPA, ...; Cargo-IMP: BKD, RCS, DEP, ...; HOUSE: `houseMilestones`. */
  code: string;
  classifier: EventClassifier;
  at: Date;
  isDayOnly: boolean;
  /** UN/LOCODE, or an airport's IATA code. */
  placeCode: string | null;
  /** Transport call sequence number: DCSA counts it within one voyage. */
  sequence: number | null;
  emptyIndicator: EmptyIndicator | null;
  mode: LegMode | null;
  /** Null: the event applies to all containers of the shipment. */
  containerNumber: string | null;
  /** Its container has moved to another booking since: it stays as history and reaches no milestone. */
  hasMoved?: boolean | undefined;
  /** Vessel and voyage, or flight. */
  transport: string | null;
  source: string;
  receivedAt: Date;
  reasonCode: string | null;
  remark: string | null;
  /** How many of how many pieces of an air waybill; absent: all of them. */
  pieces?: number | null | undefined;
  totalPieces?: number | null | undefined;
}

/**
 * Kinds of milestones, which decide label and status: the code, with EMPTY or LADEN where the code alone is
 * ambiguous.
 */
export const MILESTONE_KINDS = [
  "BOOK",
  "BKD",
  "FWB",
  "GTOT_EMPTY",
  "DROP_EMPTY",
  "STUF",
  "PICK_LADEN",
  "COLL",
  "DOCR",
  "DPWH",
  "FOH",
  "RCS",
  "CRGR",
  "AMSC",
  "RCT",
  "GTIN_LADEN",
  "PRE",
  "MAN",
  "LOAD",
  "DEPA",
  "DEP",
  "DOCB",
  "ARRI",
  "ARR",
  "BRTH",
  "DISC",
  "AWR",
  "RCF",
  "TFD",
  "CUSS",
  "CUSI",
  "CUSC",
  "CUSR",
  "FRAI",
  "FRMP",
  "AVPU",
  "GTOT_LADEN",
  "NFD",
  "AWD",
  "CRC",
  "CCD",
  "DLV",
  "DROP_LADEN",
  "PODU",
  "STRP",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
] as const;

export type MilestoneKind = (typeof MILESTONE_KINDS)[number];

export type MilestoneState = "reached" | "expected" | "planned" | "overdue";

export interface MilestoneTime extends KnownTime {
  source: string;
  receivedAt: Date;
}

export interface Milestone {
  /** Unique within the shipment and the same for the same events: an anchor, a list key. */
  key: string;
  kind: MilestoneKind;
  vocabulary: EventVocabulary;
  code: string;
  emptyIndicator: EmptyIndicator | null;
  mode: LegMode | null;
  placeCode: string | null;
  sequence: number | null;
  /** 0 for the first leg; null before, after and outside the legs. */
  legIndex: number | null;
  planned: MilestoneTime | null;
  /** The last estimate received before the actual. */
  estimated: MilestoneTime | null;
  /** Null until all known containers have one; then that of the last container. */
  actual: MilestoneTime | null;
  /** The plan or the estimate, whichever was received later; an open milestone is overdue by this time. */
  due: MilestoneTime | null;
  state: MilestoneState;
  /** This milestone has no actual although a later one is reached: it is unknown whether it happened. */
  isSkipped: boolean;
  /** Number of containers with an actual, and of all known ones; null where containers are not counted. */
  count: { done: number; total: number } | null;
  /** Pieces with an actual, and all; null where nothing is said of a part. */
  pieces: { done: number; total: number } | null;
  /** All events of the milestone in the order received, including ignored ones. */
  events: readonly MilestoneEvent[];
  /** Plans and estimates received after the actual. */
  ignoredEventIds: readonly string[];
  transport: string | null;
  /** The reason or remark received last. */
  reason: { code: string | null; remark: string | null } | null;
}

export interface MilestoneChain {
  /** In the order of the journey. */
  milestones: Milestone[];
  /** Cargo-IMP DIS: missing, damaged or misrouted cargo. Oldest first. */
  discrepancies: MilestoneEvent[];
  /** Events without a milestone: documents, sensors, unknown codes. Oldest first. */
  others: MilestoneEvent[];
  /** When anything was last received, for "no news for N days". */
  lastNewsAt: Date | null;
}
