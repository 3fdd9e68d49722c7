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
  sentEvent: z.output<typeof dcsa2Event>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const code = {
    TRANSPORT: sentEvent.transportEventTypeCode,
    SHIPMENT: sentEvent.shipmentEventTypeCode,
    EQUIPMENT: sentEvent.equipmentEventTypeCode,
  }[sentEvent.eventType];
  if (!code) throw new Unreadable(`${sentEvent.eventType.toLowerCase()}EventTypeCode is missing`);
  const call = sentEvent.transportCall;
  const warnings: string[] = [];
  const doubts: Doubt[] = [];
  const references = new References();
  for (const { referenceType, referenceValue } of sentEvent.references ?? []) {
    references.add(REFERENCE_KINDS[referenceType], referenceValue);
  }
  for (const { documentReferenceType, documentReferenceValue } of sentEvent.documentReferences ?? []) {
    references.add(REFERENCE_KINDS[documentReferenceType], documentReferenceValue);
  }
  references.add(REFERENCE_KINDS[sentEvent.documentTypeCode ?? ""], sentEvent.documentID);
  const containerNumber =
    sentEvent.eventType === "EQUIPMENT" ? container(sentEvent.equipmentReference, doubts) : null;
  references.add("CNTR", containerNumber);
  return {
    vocabulary: "DCSA",
    eventType: sentEvent.eventType,
    code,
    classifier: sentEvent.eventClassifierCode,
    ...times(
      sentEvent.eventDateTime,
      sentEvent.eventCreatedDateTime,
      sentEvent.eventClassifierCode,
      now,
      doubts,
    ),
    ...placeOf(
      sentEvent.eventLocation?.UNLocationCode ?? call?.UNLocationCode ?? call?.location?.UNLocationCode,
      sentEvent.eventLocation?.locationName,
      call?.facilityCode ?? (sentEvent.eventLocation?.facilityCode || null),
      doubts,
    ),
    sequence: sequenceOf(call?.transportCallSequenceNumber),
    mode: modeOf(call?.modeOfTransport),
    transport: joined(call?.vessel?.vesselName, call?.exportVoyageNumber),
    vessel: vesselOf(call?.vessel, warnings),
    emptyIndicator: sentEvent.emptyIndicatorCode ?? null,
    containerNumber,
    source: call?.vessel?.vesselOperatorCarrierCode || source,
    reasonCode: sentEvent.delayReasonCode ?? null,
    remark: sentEvent.changeRemark ?? sentEvent.reason ?? null,
    pieces: sentEvent.pieces ?? null,
    totalPieces: sentEvent.totalPieces ?? null,
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
function reasonOf(sentEvent: z.output<typeof dcsa3Event>): Pick<EventFacts, "reasonCode" | "remark"> {
  const { eventClassification: classification, transportDetails: transport } = sentEvent;
  const codes = [...(transport?.delayReasonCodes ?? []), ...(transport?.delayReasons ?? [])];
  const [first = classification.delayReasonCode, ...others] = codes
    .map((code) => code.trim())
    .filter(Boolean);
  const remark = transport?.changeRemark ?? classification.changeRemark ?? sentEvent.reason;
  return {
    reasonCode: first ?? null,
    remark: [...others, ...(remark ? [remark] : [])].join(" · ") || null,
  };
}

export function readDcsa3(
  sentEvent: z.output<typeof dcsa3Event>,
  payload: string,
  { source, now }: ReadingOptions,
): EventFacts {
  const classification = sentEvent.eventClassification;
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
  const call = sentEvent.transportDetails?.transportCall;
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
    sentEvent.shipmentDetails?.documentReference,
    ...(sentEvent.shipmentDetails?.additionalDocumentReferences ?? []),
  ];
  for (const document of documents) {
    if (document) references.add(REFERENCE_KINDS[document.typeCode], document.reference);
  }
  const containerNumber = container(sentEvent.equipmentDetails?.equipmentReference, doubts);
  references.add("CNTR", containerNumber);
  return {
    vocabulary: "DCSA",
    eventType: classification.eventTypeCode,
    code,
    classifier: classification.eventClassifierCode,
    ...times(
      sentEvent.eventDateTime,
      sentEvent.eventUpdatedDateTime ?? now.toISOString(),
      classification.eventClassifierCode,
      now,
      doubts,
    ),
    ...placeOf(sentEvent.eventLocation?.UNLocationCode, sentEvent.eventLocation?.locationName, null, doubts),
    sequence: sequenceOf(call?.transportCallSequenceNumber),
    mode: modeOf(call?.modeOfTransport),
    transport: joined(
      call?.vesselTransport?.vesselName,
      call?.exportVoyageNumberOrReference?.carrierVoyageNumber,
    ),
    vessel: vesselOf(call?.vesselTransport, warnings),
    emptyIndicator: sentEvent.equipmentDetails?.emptyIndicatorCode ?? null,
    containerNumber,
    source: originatorsOf(sentEvent)[0]?.partyCode || source,
    ...reasonOf(sentEvent),
    pieces: sentEvent.pieces ?? null,
    totalPieces: sentEvent.totalPieces ?? null,
    references: references.all,
    payload,
    doubts,
    warnings,
  };
}
