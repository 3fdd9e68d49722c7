import type { CutOffCode, CutOffNeed } from "#app/contract/cut-off-code.ts";

/**
 * What has to be done before each cut-off (trade 12). ECP and EFC are no deadlines: from then on empty
 * containers are given out, and full ones taken.
 */
const NEEDS: Readonly<Record<CutOffCode, CutOffNeed | null>> = {
  DCO: "documents",
  VCO: "vgm",
  FCO: "fullContainer",
  LCO: "cargo",
  PCO: "fullContainer",
  ECP: null,
  EFC: null,
  RCO: "fullContainer",
  DGC: "dangerousGoods",
  OBC: "outOfGauge",
  TCO: "confirmation",
  STA: "confirmation",
  SPA: "confirmation",
  CUA: "customs",
  AFC: "advanceFiling",
};

export const needOf = (code: CutOffCode): CutOffNeed | null => NEEDS[code];

/** What is known of an actual event, as far as it can show that a need is met. */
export interface CutOffEvidence {
  eventType: string;
  /** Event type code of DCSA or Cargo-IMP, or a code of the forwarder's own. */
  code: string;
  emptyIndicator: string | null;
  /** DCSA's document type, for events about documents. */
  documentType: string | null;
  containerNumber: string | null;
  at: Date;
  isDayOnly: boolean;
}

/** A document that was received, or has got further than that; HOLD, REJE, VOID and drafts show nothing. */
const HANDED_IN: ReadonlySet<string> = new Set([
  "RECE",
  "PENA",
  "APPR",
  "ISSU",
  "CONF",
  "SUBM",
  "CMPL",
  "RELS",
]);

const isDocument = (type: string) => (event: CutOffEvidence) =>
  event.eventType === "SHIPMENT" && event.documentType === type && HANDED_IN.has(event.code);
const isCode =
  (...codes: string[]) =>
  (event: CutOffEvidence) =>
    codes.includes(event.code);
const isGatedInLaden = (event: CutOffEvidence) => event.code === "GTIN" && event.emptyIndicator === "LADEN";

const SHOWN_BY: Readonly<Record<CutOffNeed, readonly ((event: CutOffEvidence) => boolean)[]>> = {
  documents: [isDocument("SHI"), isDocument("TRD"), isCode("DOCR")],
  vgm: [isDocument("VGM")],
  fullContainer: [isGatedInLaden, isCode("LOAD")],
  // A container that is stuffed holds the cargo.
  cargo: [isCode("CRGR", "RCS", "STUF"), isGatedInLaden],
  dangerousGoods: [isDocument("DGD")],
  outOfGauge: [isDocument("OOG")],
  customs: [isDocument("CUS"), isDocument("CAS")],
  advanceFiling: [isCode("AMSC")],
  confirmation: [(event) => event.documentType === "BKG" && event.code === "CONF"],
};

export interface CutOffProgress {
  /** When the need was met; null while nothing tells of it. */
  met: { at: Date; isDayOnly: boolean } | null;
  count: { done: number; total: number } | null;
}

/**
 * Whether the events show that the need is met: by the first of them, and where containers are counted, when the last
 * container has one.
 */
export function progressOf(
  need: CutOffNeed,
  events: readonly CutOffEvidence[],
  containers: readonly string[],
): CutOffProgress {
  const needEvents = events
    .filter((event) => SHOWN_BY[need].some((shows) => shows(event)))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const first = needEvents[0] ?? null;
  // Each container goes through the gate by itself.
  if (need !== "fullContainer" || containers.length < 2) return { met: first, count: null };
  const forAll = needEvents.find(({ containerNumber }) => containerNumber === null);
  const firsts = containers.map(
    (number) => needEvents.find(({ containerNumber }) => containerNumber === number) ?? forAll ?? null,
  );
  const done = firsts.filter((event) => event !== null);
  const last = done.reduce<CutOffEvidence | null>(
    (late, event) => (late && late.at > event.at ? late : event),
    null,
  );
  return {
    met: done.length === containers.length ? last : null,
    count: { done: done.length, total: containers.length },
  };
}
