import type { MilestoneEvent } from "#app/lib/milestones/milestone.ts";

/** An event of a shipment with all that its milestones, vessel and voyage depend on. */
export interface CarriedEvent extends MilestoneEvent {
  shipmentId: string;
  vesselImo: string | null;
  voyage: string | null;
  storedAt: Date;
}

/** Between the events of a joined text, and between the fields of one. */
export const EVENT_SEPARATOR = "\x1d";
const FIELD_SEPARATOR = "\x1f";
const NULL = "\x1e";

/** Reads the column `facts` of an event. */
export function readFacts(facts: string, shipmentId: string): CarriedEvent {
  const fields = facts.split(FIELD_SEPARATOR);
  const text = (index: number) => (fields[index] === NULL ? null : fields[index]!);
  const number = (index: number) => (fields[index] === NULL ? null : Number(fields[index]));
  return {
    shipmentId,
    id: fields[0]!,
    vocabulary: fields[1] as CarriedEvent["vocabulary"],
    code: fields[2]!,
    classifier: fields[3] as CarriedEvent["classifier"],
    at: new Date(Number(fields[4])),
    isDayOnly: fields[5] === "true",
    placeCode: text(6),
    sequence: number(7),
    emptyIndicator: text(8) as CarriedEvent["emptyIndicator"],
    mode: text(9) as CarriedEvent["mode"],
    containerNumber: text(10),
    transport: text(11),
    source: fields[12]!,
    receivedAt: new Date(Number(fields[13])),
    reasonCode: text(14),
    remark: text(15),
    pieces: number(16),
    totalPieces: number(17),
    storedAt: new Date(Number(fields[18])),
    vesselImo: text(19),
    voyage: text(20),
  };
}
