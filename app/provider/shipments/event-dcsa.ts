import type { z } from "zod";
import type { dcsa2Event, dcsa3Event } from "#app/contract/event.ts";
import { EQUIPMENT_CODES, SHIPMENT_CODES, TRANSPORT_CODES } from "./dcsa-3-words.ts";
import { dcsa22 } from "./dcsa-22-rules.ts";
import type { Doubt } from "./doubt.ts";
import {
  container,
  type EventFacts,
  type EventReference,
  joined,
  modeOf,
  placeOf,
  type ReadingOptions,
  References,
  sequenceOf,
  times,
  Unreadable,
  vesselOf,
} from "./event-fields.ts";
import type { EventParty } from "./event-identity.ts";

/** Codes of Track & Trace 3.0: those of 2.2 and additions. Sensor events have their own codes. */
const knownCodes: Partial<Record<string, ReadonlySet<string>>> = {
  TRANSPORT: new Set([...dcsa22.transportEventTypeCode.enum, ...Object.values(TRANSPORT_CODES)]),
  SHIPMENT: new Set([...dcsa22.shipmentEventTypeCode.enum, ...Object.values(SHIPMENT_CODES)]),
  EQUIPMENT: new Set([
    ...dcsa22.equipmentEventTypeCode.enum,
    "CUSR",
    "CUSI",
    "CUSS",
    "AVPU",
    "AVDO",
    "WAYP",
    ...Object.values(EQUIPMENT_CODES),
  ]),
};
/**
 * DCSA reference and document types that identify a shipment: FF is the forwarder's own number, TRD the
 * carrier's bill.
 */
const REFERENCE_KINDS: Readonly<Record<string, EventReference["kind"] | undefined>> = {
  FF: "H",
  TRD: "M",
  BKG: "BKG",
  EQ: "CNTR",
};

export function readDcsa2(
  given: z.output<typeof dcsa2Event>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const code = {
    TRANSPORT: given.transportEventTypeCode,
    SHIPMENT: given.shipmentEventTypeCode,
    EQUIPMENT: given.equipmentEventTypeCode,
  }[given.eventType];
  if (!code) throw new Unreadable(`${given.eventType.toLowerCase()}EventTypeCode is missing`);
  const call = given.transportCall;
  const warnings: string[] = [];
  const doubts: Doubt[] = [];
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
    pieces: given.pieces ?? null,
    totalPieces: given.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}

/** The parties with which an event of 3.0 originates: one as published in 2025, several in the drafts since. */
export function originatorsOf({
  eventRouting,
}: Pick<z.output<typeof dcsa3Event>, "eventRouting">): EventParty[] {
  const { originatingParty, originatingParties = [] } = eventRouting ?? {};
  return originatingParty ? [originatingParty] : originatingParties;
}

/** Reasons are of the transport, of the classification in the first drafts; of several the first has words of its own. */
function reasonOf(given: z.output<typeof dcsa3Event>): Pick<EventFacts, "reasonCode" | "remark"> {
  const { eventClassification: classification, transportDetails: transport } = given;
  const codes = [...(transport?.delayReasonCodes ?? []), ...(transport?.delayReasons ?? [])];
  const [first = classification.delayReasonCode, ...others] = codes
    .map((code) => code.trim())
    .filter(Boolean);
  const remark = transport?.changeRemark ?? classification.changeRemark ?? given.reason;
  return {
    reasonCode: first ?? null,
    remark: [...others, ...(remark ? [remark] : [])].join(" · ") || null,
  };
}

export function readDcsa3(
  given: z.output<typeof dcsa3Event>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const classification = given.eventClassification;
  const typed = {
    TRANSPORT: classification.transportEventTypeCode,
    SHIPMENT: classification.shipmentEventTypeCode,
    EQUIPMENT: classification.equipmentEventTypeCode,
    IOT: classification.iotEventTypeCode ?? "IOT",
    REEFER: classification.reeferEventTypeCode ?? "REEFER",
  };
  const code = typed[classification.eventTypeCode];
  if (!code) {
    throw new Unreadable(
      `eventClassification.${classification.eventTypeCode.toLowerCase()}EventTypeCode is missing`,
    );
  }
  const call = given.transportDetails?.transportCall;
  const warnings: string[] = [];
  const known = knownCodes[classification.eventTypeCode];
  const doubts: Doubt[] =
    known && !known.has(code)
      ? [
          {
            key: "doubtCode",
            values: {
              field: `eventClassification.${classification.eventTypeCode.toLowerCase()}EventTypeCode`,
            },
          },
        ]
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
    vocabulary: "DCSA",
    eventType: classification.eventTypeCode,
    code,
    classifier: classification.eventClassifierCode,
    ...times(
      given.eventDateTime,
      given.eventUpdatedDateTime ?? now.toISOString(),
      classification.eventClassifierCode,
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
    source: originatorsOf(given)[0]?.partyCode || source,
    ...reasonOf(given),
    pieces: given.pieces ?? null,
    totalPieces: given.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}
