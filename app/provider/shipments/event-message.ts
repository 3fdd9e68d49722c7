import type { z } from "zod";
import { airStatusEvent, dcsa2Event, dcsa3Event, houseEvent } from "#app/contract/event.ts";
import type { EventClassifier } from "#app/contract/shipment-code.ts";
import { checkAirWaybill } from "#app/lib/air-waybill.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { isCountryCode } from "#app/lib/country-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { houseMilestones } from "#app/lib/milestones/kinds.ts";
import { unLocodeOf } from "#app/lib/un-locode.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import { breachesOf } from "./dcsa-22.ts";
import { dcsa22 } from "./dcsa-22-rules.ts";
import { referenceKey } from "./reference.ts";

/** A number by which an event names a shipment, as `shipment_reference` keeps it. */
export interface EventReference {
  kind: "H" | "M" | "BKG" | "CNTR";
  key: string;
}

/** What an event of any format comes to. */
export interface ReadEvent {
  eventId: string;
  vocabulary: "DCSA" | "IMP" | "HOUSE";
  eventType: "TRANSPORT" | "SHIPMENT" | "EQUIPMENT" | "IOT" | "REEFER" | "AIR";
  code: string;
  classifier: EventClassifier;
  occurredAt: Date;
  receivedAt: Date;
  /** UN/LOCODE or IATA code; null when the sender names a place otherwise or not at all. */
  placeCode: string | null;
  locationName: string | null;
  facility: string | null;
  sequence: number | null;
  mode: string | null;
  transport: string | null;
  vessel: { imo: string; name: string } | null;
  emptyIndicator: string | null;
  containerNumber: string | null;
  source: string;
  reasonCode: string | null;
  remark: string | null;
  references: EventReference[];
  /** As it came, as JSON text. */
  payload: string;
  /** Why it waits for somebody to look at it, in plain words: then it is kept aside and moves nothing. */
  doubts: string[];
  /** What is not right and harms nothing: a vessel's number with a wrong digit. */
  warnings: string[];
}

export type EventReading = { event: ReadEvent } | { eventId: string | null; reason: string };

export interface ReadingOptions {
  /** Who reports, where the message does not say. */
  source: string;
  now: Date;
}

const PAYLOAD_MAX = 64 * 1024;
const EVENT_ID_MAX = 200;
const DEPTH_MAX = 50;
const SEQUENCE_MAX = 9_999;
const YEAR_MIN = 1970;
const YEAR_MAX = 2199;

/** Codes of Track & Trace 3.0: those of 2.2, and what it added. Sensors have codes of their own. */
const knownCodes: Partial<Record<string, ReadonlySet<string>>> = {
  TRANSPORT: new Set(dcsa22.transportEventTypeCode.enum),
  SHIPMENT: new Set(dcsa22.shipmentEventTypeCode.enum),
  EQUIPMENT: new Set([
    ...dcsa22.equipmentEventTypeCode.enum,
    ...["CUSR", "CUSI", "CUSS", "AVPU", "AVDO", "WAYP"],
  ]),
};
/** Status codes of Cargo-IMP. */
const airCodes = new Set(
  "BKD BKF FWB FOH RCS MAN DEP PRE ARR RCF RCT TFD TRM AWR AWD NFD CCD CRC DLV DDL DIS TGC OCI FIW FOW".split(
    " ",
  ),
);

class Unreadable extends Error {}

/** Reads one event of Track & Trace 2.2 or 3.0, one air status update or one milestone of the house, or says in plain words what is wrong with it. */
export function readEvent(given: unknown, options: ReadingOptions): EventReading {
  const eventId = idOf(given);
  try {
    const payload = payloadOf(given);
    if (isObject(given, "eventClassification")) {
      return { event: readDcsa3(parse(dcsa3Event, given), payload, options) };
    }
    if (isObject(given, "houseMilestoneCode")) {
      return { event: readHouse(parse(houseEvent, given), payload, options) };
    }
    if (isObject(given, "airWaybillNumber") || isObject(given, "statusCode")) {
      return { event: readAir(parse(airStatusEvent, given), payload, options) };
    }
    if (isObject(given, "eventType")) {
      const parsed = parse(dcsa2Event, given);
      const event = readDcsa2(parsed, payload, options);
      const { faults, unknownCodes } = breachesOf(parsed.eventType, given);
      if (faults.length > 0) throw new Unreadable(faults.join("; "));
      return { event: { ...event, doubts: [...unknownCodes, ...event.doubts] } };
    }
    throw new Unreadable(
      "is neither an event of Track & Trace 2.2 or 3.0 nor an air status update nor a milestone of the house",
    );
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { eventId, reason: error.message };
  }
}

function isObject<Key extends string>(given: unknown, key: Key): given is Record<Key, unknown> {
  return typeof given === "object" && given !== null && key in given;
}

function idOf(given: unknown): string | null {
  const id = isObject(given, "eventID") && typeof given.eventID === "string" ? given.eventID : null;
  // Whole or not at all: the index tells which event it is.
  return id !== null && id.length > EVENT_ID_MAX ? null : id;
}

function parse<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Unreadable(
    parsed.error.issues
      .slice(0, 3)
      .map((issue) => faultOf(issue, given))
      .join("; "),
  );
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): string {
  const value = issue.path.reduce<unknown>(
    (inner, step) => (isObject(inner, String(step)) ? inner[String(step)] : undefined),
    given,
  );
  const path = issue.path.join(".");
  if (value === undefined) return `${path} is missing`;
  if (issue.code === "invalid_format" && issue.format === "datetime") {
    return `${path} is no date and time with an offset such as 2026-01-20T14:15:00+01:00`;
  }
  if (issue.code === "invalid_value") return `${path} is none of ${issue.values.join(", ")}`;
  return `${path} is not valid (${issue.message})`;
}

/** The text to keep. PostgreSQL's JSON takes neither the NUL character nor half of a surrogate pair, nor any depth. */
function payloadOf(given: unknown): string {
  if (depthOf(given, 0) > DEPTH_MAX) throw new Unreadable(`is nested deeper than ${DEPTH_MAX} levels`);
  const text = JSON.stringify(given) ?? "null";
  if (text.length > PAYLOAD_MAX) throw new Unreadable(`is larger than ${PAYLOAD_MAX / 1024} kB`);
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)) {
    throw new Unreadable("holds a character that no text can hold (NUL, or half of a pair)");
  }
  return text;
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return depth;
  let deepest = depth;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}

function readDcsa2(
  given: z.output<typeof dcsa2Event>,
  payload: string,
  { source, now }: ReadingOptions,
): ReadEvent {
  const code = {
    TRANSPORT: given.transportEventTypeCode,
    SHIPMENT: given.shipmentEventTypeCode,
    EQUIPMENT: given.equipmentEventTypeCode,
  }[given.eventType];
  if (!code) throw new Unreadable(`${given.eventType.toLowerCase()}EventTypeCode is missing`);
  const call = given.transportCall;
  const warnings: string[] = [];
  const doubts: string[] = [];
  const references = new References();
  for (const { referenceType, referenceValue } of given.references ?? []) {
    references.add(REFERENCE_KINDS[referenceType], referenceValue);
  }
  for (const { documentReferenceType, documentReferenceValue } of given.documentReferences ?? []) {
    references.add(REFERENCE_KINDS[documentReferenceType], documentReferenceValue);
  }
  references.add(REFERENCE_KINDS[given.documentTypeCode ?? ""], given.documentID);
  const containerNumber =
    given.eventType === "EQUIPMENT" ? container(given.equipmentReference, doubts) : null;
  references.add("CNTR", containerNumber);
  return {
    eventId: given.eventID,
    vocabulary: "DCSA",
    eventType: given.eventType,
    code,
    classifier: given.eventClassifierCode,
    ...times(given.eventDateTime, given.eventCreatedDateTime, given.eventClassifierCode, now, doubts),
    ...placeOf(
      given.eventLocation?.UNLocationCode ?? call?.UNLocationCode ?? call?.location?.UNLocationCode,
      given.eventLocation?.locationName,
      call?.facilityCode ?? (given.eventLocation?.facilityCode || null),
      doubts,
    ),
    sequence: sequenceOf(call?.transportCallSequenceNumber),
    mode: modeOf(call?.modeOfTransport),
    transport: joined(call?.vessel?.vesselName, call?.exportVoyageNumber),
    vessel: vesselOf(call?.vessel, warnings),
    emptyIndicator: given.emptyIndicatorCode ?? null,
    containerNumber,
    source: call?.vessel?.vesselOperatorCarrierCode || source,
    reasonCode: given.delayReasonCode ?? null,
    remark: given.changeRemark ?? given.reason ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}

function readDcsa3(
  given: z.output<typeof dcsa3Event>,
  payload: string,
  { source, now }: ReadingOptions,
): ReadEvent {
  const said = given.eventClassification;
  const typed = {
    TRANSPORT: said.transportEventTypeCode,
    SHIPMENT: said.shipmentEventTypeCode,
    EQUIPMENT: said.equipmentEventTypeCode,
    IOT: said.iotEventTypeCode ?? "IOT",
    REEFER: said.reeferEventTypeCode ?? "REEFER",
  };
  const code = typed[said.eventTypeCode];
  if (!code) {
    throw new Unreadable(`eventClassification.${said.eventTypeCode.toLowerCase()}EventTypeCode is missing`);
  }
  const call = given.transportDetails?.transportCall;
  const warnings: string[] = [];
  const known = knownCodes[said.eventTypeCode];
  const doubts: string[] =
    known && !known.has(code)
      ? [`eventClassification.${said.eventTypeCode.toLowerCase()}EventTypeCode is no code that is known`]
      : [];
  const references = new References();
  const documents = [
    given.shipmentDetails?.documentReference,
    ...(given.shipmentDetails?.additionalDocumentReferences ?? []),
  ];
  for (const document of documents) {
    if (document) references.add(REFERENCE_KINDS[document.typeCode], document.reference);
  }
  const containerNumber = container(given.equipmentDetails?.equipmentReference, doubts);
  references.add("CNTR", containerNumber);
  return {
    eventId: given.eventID,
    vocabulary: "DCSA",
    eventType: said.eventTypeCode,
    code,
    classifier: said.eventClassifierCode,
    ...times(
      given.eventDateTime,
      given.eventUpdatedDateTime ?? now.toISOString(),
      said.eventClassifierCode,
      now,
      doubts,
    ),
    ...placeOf(given.eventLocation?.UNLocationCode, given.eventLocation?.locationName, null, doubts),
    sequence: sequenceOf(call?.transportCallSequenceNumber),
    mode: modeOf(call?.modeOfTransport),
    transport: joined(
      call?.vesselTransport?.vesselName,
      call?.exportVoyageNumberOrReference?.carrierVoyageNumber,
    ),
    vessel: vesselOf(call?.vesselTransport, warnings),
    emptyIndicator: given.equipmentDetails?.emptyIndicatorCode ?? null,
    containerNumber,
    source: given.eventRouting?.originatingParty?.partyCode ?? source,
    reasonCode: said.delayReasonCode ?? null,
    remark: said.changeRemark ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}

function readAir(
  given: z.output<typeof airStatusEvent>,
  payload: string,
  { source, now }: ReadingOptions,
): ReadEvent {
  const warnings: string[] = [];
  const doubts: string[] = airCodes.has(given.statusCode) ? [] : ["statusCode is no code that is known"];
  const waybill = checkAirWaybill(given.airWaybillNumber);
  if (waybill.status === "wrong-digit") {
    doubts.push(`the air waybill ${waybill.number} should end in ${waybill.expected}`);
  }
  const references = new References();
  references.add("H", given.houseNumber);
  references.add("M", given.airWaybillNumber);
  return {
    eventId: given.eventID,
    vocabulary: "IMP",
    eventType: "AIR",
    code: given.statusCode,
    classifier: given.eventClassifierCode,
    ...times(given.eventDateTime, given.eventCreatedDateTime, given.eventClassifierCode, now, doubts),
    placeCode: given.station,
    locationName: null,
    facility: null,
    sequence: sequenceOf(given.sequence),
    mode: "AIR",
    transport: given.flightNumber ?? null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: given.source ?? source,
    reasonCode: given.discrepancyCode ?? null,
    remark: given.remark ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}

function readHouse(
  given: z.output<typeof houseEvent>,
  payload: string,
  { source, now }: ReadingOptions,
): ReadEvent {
  const doubts: string[] = [];
  const references = new References();
  references.add("H", given.houseNumber);
  return {
    eventId: given.eventID,
    vocabulary: "HOUSE",
    eventType: houseMilestones[given.houseMilestoneCode],
    code: given.houseMilestoneCode,
    classifier: given.eventClassifierCode,
    ...times(
      given.eventDateTime,
      given.eventCreatedDateTime ?? now.toISOString(),
      given.eventClassifierCode,
      now,
      doubts,
    ),
    ...(given.placeCode?.length === 3
      ? { placeCode: given.placeCode, locationName: null, facility: null }
      : placeOf(given.placeCode, undefined, null, doubts, "placeCode")),
    sequence: null,
    mode: null,
    transport: null,
    vessel: null,
    emptyIndicator: null,
    containerNumber: null,
    source: given.source ?? source,
    reasonCode: null,
    remark: given.remark ?? null,
    references: references.all,
    payload,
    doubts,
    warnings: [],
  };
}

/** DCSA's reference and document types that name a shipment: FF is the forwarder's own number, TRD the carrier's bill. */
const REFERENCE_KINDS: Readonly<Record<string, EventReference["kind"] | undefined>> = {
  FF: "H",
  TRD: "M",
  BKG: "BKG",
  EQ: "CNTR",
};

class References {
  readonly #known = new Map<string, EventReference>();
  add(kind: EventReference["kind"] | undefined, value: string | null | undefined): void {
    const key = referenceKey(value ?? "");
    if (kind && key !== "") this.#known.set(`${kind} ${key}`, { kind, key });
  }
  get all(): EventReference[] {
    return [...this.#known.values()];
  }
}

/** How far senders' clocks run ahead. */
const CLOCK_MS = 60 * 60 * 1000;
/** What is told of something so far ahead was not told then. */
const FORESIGHT_MS = 2 * 366 * DAY_MS;

function times(
  occurred: string,
  received: string,
  classifier: EventClassifier,
  now: Date,
  doubts: string[],
): { occurredAt: Date; receivedAt: Date } {
  const occurredAt = instant("eventDateTime", occurred);
  const receivedAt = instant("the time of creation", received);
  const [happened, told, today] = [occurredAt.getTime(), receivedAt.getTime(), now.getTime()];
  if (classifier === "ACT" && happened > today + CLOCK_MS)
    doubts.push("the event is said to have happened, but lies in the future");
  if (told > today + DAY_MS) doubts.push("the message is said to be made in the future");
  else if (told < happened - FORESIGHT_MS)
    doubts.push("the message is said to be made years before what it tells of");
  // Senders' clocks run ahead; nothing is received before it comes.
  return { occurredAt, receivedAt: receivedAt > now ? now : receivedAt };
}

function instant(name: string, text: string): Date {
  const at = new Date(text);
  const year = at.getUTCFullYear();
  if (!(year >= YEAR_MIN && year <= YEAR_MAX)) {
    throw new Unreadable(`${name} lies outside the years ${YEAR_MIN} to ${YEAR_MAX}`);
  }
  return at;
}

function placeOf(
  code: string | undefined,
  name: string | undefined,
  facility: string | null | undefined,
  doubts: string[],
  field = "UNLocationCode",
): Pick<ReadEvent, "placeCode" | "locationName" | "facility"> {
  const placeCode = unLocodeOf(code);
  if (code?.trim() && (!placeCode || !isCountryCode(placeCode.slice(0, 2))))
    doubts.push(`${field}: ${code.trim()} is no place of any country`);
  const locationName = name?.trim() || (placeCode ? null : code?.trim() || null);
  return { placeCode, locationName, facility: (placeCode ? locationName : null) ?? facility ?? locationName };
}

function sequenceOf(sequence: number | undefined): number | null {
  if (sequence === undefined) return null;
  if (sequence >= 0 && sequence <= SEQUENCE_MAX) return sequence;
  throw new Unreadable(`the transport call's sequence number is not between 0 and ${SEQUENCE_MAX}`);
}

const MODES = new Set(["VESSEL", "AIR", "TRUCK", "RAIL", "BARGE"]);
const modeOf = (mode: string | undefined) =>
  mode && MODES.has(mode.toUpperCase()) ? mode.toUpperCase() : null;
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" / ") || null;

function container(reference: string | undefined, doubts: string[]): string | null {
  const checked = checkContainerNumber(reference);
  if (checked.status === "wrong-digit") {
    doubts.push(`the container number ${checked.number} should end in ${checked.expected}`);
  }
  return checked.number || null;
}

function vesselOf(
  given: { vesselIMONumber?: string | undefined; vesselName?: string | undefined } | undefined,
  warnings: string[],
): ReadEvent["vessel"] {
  const checked = checkVesselImo(given?.vesselIMONumber);
  if (checked.status === "wrong-digit") {
    warnings.push(`the vessel's IMO number ${checked.number} should end in ${checked.expected}`);
  } else if (checked.status === "malformed") {
    warnings.push(`${checked.number} is no IMO number of a vessel`);
  }
  if (checked.status !== "valid" && checked.status !== "wrong-digit") return null;
  return { imo: checked.number, name: given?.vesselName || checked.number };
}
