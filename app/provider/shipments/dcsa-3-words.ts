import { documentCodeOf } from "#app/lib/dcsa-document.ts";
import type { Doubt } from "./doubt.ts";
import { Unreadable } from "./event-fields.ts";

/**
 * DCSA's drafts of Track & Trace 3.0 since the spring of 2026 have words where the published ones have codes, in fields
 * without "Code" in their names. Both say the same, so that words are read as the codes that they stand for. Source of the
 * lists: DCSA-Information-Model, domain track and trace 3.0.0 (https://github.com/dcsaorg/DCSA-Information-Model, Apache-2.0).
 */
const CLASSIFIERS = { ACTUAL: "ACT", ESTIMATED: "EST", PLANNED: "PLN" } as const;

/** What comes near has no code. */
export const TRANSPORT_CODES = { ARRIVED: "ARRI", DEPARTED: "DEPA", APPROACHING: "APPROACHING" } as const;

export const EQUIPMENT_CODES = {
  AVAILABLE_FOR_DROP_OFF: "AVDO",
  AVAILABLE_FOR_PICKUP: "AVPU",
  CROSSED: "CROS",
  CUSTOMS_RELEASED: "CUSR",
  CUSTOMS_SELECTED_FOR_INSPECTION: "CUSI",
  CUSTOMS_SELECTED_FOR_SCAN: "CUSS",
  DISCHARGED: "DISC",
  DROPPED_OFF: "DROP",
  GATED_IN: "GTIN",
  GATED_OUT: "GTOT",
  INSPECTED: "INSP",
  LOADED: "LOAD",
  PICKED_UP: "PICK",
  REMOVED: "RMVD",
  RESEALED: "RSEA",
  STRIPPED: "STRP",
  STUFFED: "STUF",
} as const;

export const SHIPMENT_CODES = {
  AMENDMENT_CANCELLED: "AMCN",
  AMENDMENT_CONFIRMED: "AMCF",
  AMENDMENT_DECLINED: "AMDC",
  AMENDMENT_IN_PROGRESS: "AMPR",
  AMENDMENT_RECEIVED: "AMRE",
  APPROVED: "APPR",
  CANCELLATION_CONFIRMED: "CACF",
  CANCELLATION_DECLINED: "CADC",
  CANCELLATION_RECEIVED: "CARE",
  CANCELLED: "CANC",
  COMPLETED: "CMPL",
  CONFIRMED: "CONF",
  DECLINED: "DECL",
  DRAFTED: "DRFT",
  ISSUED: "ISSU",
  ON_HOLD: "HOLD",
  PENDING_AMENDMENT: "PENM",
  PENDING_APPROVAL: "PENA",
  PENDING_SURRENDER_FOR_AMENDMENT: "PSAM",
  PENDING_SURRENDER_FOR_DELIVERY: "PSDL",
  PENDING_UPDATE: "PENU",
  RECEIVED: "RECE",
  REJECTED: "REJE",
  RELEASED: "RELS",
  REQUESTED: "REQS",
  SUBMITTED: "SUBM",
  SURRENDERED: "SURR",
  SURRENDERED_FOR_AMENDMENT: "SUAM",
  SURRENDERED_FOR_DELIVERY: "SUDL",
  UPDATE_CANCELLED: "UPCN",
  UPDATE_CONFIRMED: "UPCF",
  UPDATE_DECLINED: "UPDC",
  UPDATE_IN_PROGRESS: "UPDT",
  UPDATE_RECEIVED: "UPRE",
  VOIDED: "VOID",
} as const;

type Fields = Record<string, unknown>;
const fieldsOf = (sentField: unknown): Fields | null =>
  typeof sentField === "object" && sentField !== null && !Array.isArray(sentField)
    ? (sentField as Fields)
    : null;

const codeOf = (codes: Readonly<Record<string, string>>, word: unknown): unknown =>
  typeof word === "string" && Object.hasOwn(codes, word) ? codes[word] : word;

const TYPES = {
  transportEventType: TRANSPORT_CODES,
  equipmentEventType: EQUIPMENT_CODES,
  shipmentEventType: SHIPMENT_CODES,
} as const;

function classificationOf(sentEvent: Fields, doubts: Doubt[]): Fields {
  const { eventType, eventClassifier, iotEventType, reeferEventType } = sentEvent;
  if (eventClassifier !== undefined && !Object.hasOwn(CLASSIFIERS, String(eventClassifier)))
    throw new Unreadable(
      `eventClassification.eventClassifier is none of ${Object.keys(CLASSIFIERS).join(", ")}`,
    );
  const plain: Fields = { ...sentEvent };
  const put = (field: string, value: unknown) => {
    if (value !== undefined) plain[field] ??= value;
  };
  put("eventTypeCode", eventType);
  put("eventClassifierCode", codeOf(CLASSIFIERS, eventClassifier));
  put("iotEventTypeCode", iotEventType);
  put("reeferEventTypeCode", reeferEventType);
  for (const [field, codes] of Object.entries(TYPES)) {
    const word = sentEvent[field];
    if (word === undefined) continue;
    if (!Object.hasOwn(codes, String(word)))
      doubts.push({ key: "doubtWord", values: { field: `eventClassification.${field}` } });
    put(`${field}Code`, codeOf(codes, word));
  }
  return plain;
}

const documentOf = (sentField: unknown): unknown => {
  const fields = fieldsOf(sentField);
  return fields && fields.typeCode === undefined && typeof fields.type === "string"
    ? { ...fields, typeCode: documentCodeOf(fields.type) }
    : sentField;
};

/**
 * An event of 3.0 with the codes that its words stand for; `doubts`: words that are in no list and may be newer.
 * @throws Unreadable for a classifier that is none
 */
export function inCodes(sentEvent: Record<"eventClassification", unknown>): {
  plain: unknown;
  doubts: Doubt[];
} {
  const doubts: Doubt[] = [];
  const classification = fieldsOf(sentEvent.eventClassification);
  if (!classification || !("eventType" in classification || "eventClassifier" in classification))
    return { plain: sentEvent, doubts };
  const { shipmentDetails, equipmentDetails } = sentEvent as Fields;
  const shipment = fieldsOf(shipmentDetails);
  const equipment = fieldsOf(equipmentDetails);
  const plain: Fields = { ...sentEvent, eventClassification: classificationOf(classification, doubts) };
  if (shipment) {
    const additional = shipment.additionalDocumentReferences;
    plain.shipmentDetails = {
      ...shipment,
      documentReference: documentOf(shipment.documentReference),
      additionalDocumentReferences: Array.isArray(additional) ? additional.map(documentOf) : additional,
    };
  }
  if (equipment?.emptyIndicator !== undefined)
    plain.equipmentDetails = { emptyIndicatorCode: equipment.emptyIndicator, ...equipment };
  return { plain, doubts };
}
