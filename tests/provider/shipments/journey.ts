import { NOW } from "./fixture.ts";

/** `2026-11-20T04:00:00Z` plus so many days, in the format of messages. */
export const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

let serial = 0;

export interface EventGiven {
  code: string;
  classifier?: "PLN" | "EST" | "ACT";
  /** Days from now. */
  day: number;
  received?: number;
  place?: string;
  sequence?: number;
  vessel?: { imo: string; name: string };
  voyage?: string;
  container?: string;
  empty?: "EMPTY" | "LADEN";
  references?: { type: string; value: string }[];
  id?: string;
  reason?: string;
  remark?: string;
}

const EQUIPMENT = new Set(["LOAD", "DISC", "GTIN", "GTOT", "STUF", "STRP", "PICK", "DROP"]);

const isDocument = (type: string) => type === "BKG" || type === "TRD";

/** One event of Track & Trace 2.2. */
export function dcsa2({
  classifier = "ACT",
  references = [],
  ...given
}: EventGiven): Record<string, unknown> {
  const isEquipment = EQUIPMENT.has(given.code);
  return {
    eventID: given.id ?? `evt-${++serial}`,
    eventCreatedDateTime: at(given.received ?? given.day),
    eventType: isEquipment ? "EQUIPMENT" : "TRANSPORT",
    eventClassifierCode: classifier,
    eventDateTime: at(given.day),
    [isEquipment ? "equipmentEventTypeCode" : "transportEventTypeCode"]: given.code,
    ...(given.reason ? { delayReasonCode: given.reason } : {}),
    ...(given.remark ? { changeRemark: given.remark } : {}),
    ...(given.container ? { equipmentReference: given.container } : {}),
    ...(isEquipment ? { emptyIndicatorCode: given.empty ?? "LADEN" } : {}),
    transportCall: {
      transportCallID: "call-1",
      UNLocationCode: given.place,
      transportCallSequenceNumber: given.sequence,
      modeOfTransport: "VESSEL",
      exportVoyageNumber: given.voyage,
      ...(given.vessel
        ? { vessel: { vesselIMONumber: given.vessel.imo, vesselName: given.vessel.name } }
        : {}),
    },
    documentReferences: references
      .filter(({ type }) => isDocument(type))
      .map(({ type, value }) => ({ documentReferenceType: type, documentReferenceValue: value })),
    references: references
      .filter(({ type }) => !isDocument(type))
      .map(({ type, value }) => ({ referenceType: type, referenceValue: value })),
  };
}
