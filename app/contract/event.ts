import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { eventClassifiers, houseMilestoneCodes } from "./shipment-code.ts";
import { pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/**
 * Messages that update shipments: DCSA Track & Trace 2.2 (a bare list) and 3.0 (`{ events }`), air status
 * updates with Cargo-IMP status codes, and the forwarder's own milestones. Unknown fields are kept. Every
 * time has an offset.
 */
const offsetDateTime = z.iso.datetime({ offset: true });
const classifier = z.enum(eventClassifiers);
const code = z.string().min(2).max(10);
const looseString = z.string().max(300);

const dcsa2TransportCall = z.looseObject({
  transportCallSequenceNumber: z.number().int().optional(),
  UNLocationCode: looseString.optional(),
  facilityCode: looseString.optional(),
  exportVoyageNumber: looseString.optional(),
  modeOfTransport: looseString.optional(),
  location: z.looseObject({ UNLocationCode: looseString.optional() }).optional(),
  vessel: z
    .looseObject({
      vesselIMONumber: looseString.optional(),
      vesselName: looseString.optional(),
      vesselOperatorCarrierCode: looseString.optional(),
    })
    .optional(),
});

/** One event of Track & Trace 2.2. */
export const dcsa2Event = z.looseObject({
  eventID: z.string().min(1).max(200),
  eventCreatedDateTime: offsetDateTime,
  eventType: z.enum(["TRANSPORT", "SHIPMENT", "EQUIPMENT"]),
  eventClassifierCode: classifier,
  eventDateTime: offsetDateTime,
  transportEventTypeCode: code.optional(),
  shipmentEventTypeCode: code.optional(),
  equipmentEventTypeCode: code.optional(),
  delayReasonCode: looseString.optional(),
  changeRemark: z.string().max(1000).optional(),
  reason: z.string().max(5000).optional(),
  documentID: looseString.optional(),
  documentTypeCode: looseString.optional(),
  equipmentReference: looseString.optional(),
  ISOEquipmentCode: looseString.optional(),
  emptyIndicatorCode: z.enum(["EMPTY", "LADEN"]).optional(),
  eventLocation: z
    .looseObject({
      UNLocationCode: looseString.optional(),
      locationName: looseString.optional(),
      facilityCode: looseString.optional(),
    })
    .optional(),
  transportCall: dcsa2TransportCall.optional(),
  documentReferences: z
    .array(z.looseObject({ documentReferenceType: looseString, documentReferenceValue: looseString }))
    .optional(),
  references: z.array(z.looseObject({ referenceType: looseString, referenceValue: looseString })).optional(),
});

/** One event of Track & Trace 3.0. */
export const dcsa3Event = z.looseObject({
  eventID: z.string().min(1).max(200),
  eventDateTime: offsetDateTime,
  eventUpdatedDateTime: offsetDateTime.optional(),
  eventRouting: z
    .looseObject({ originatingParty: z.looseObject({ partyCode: looseString.optional() }).optional() })
    .optional(),
  eventLocation: z
    .looseObject({
      locationName: looseString.optional(),
      UNLocationCode: looseString.optional(),
      facilityTypeCode: looseString.optional(),
    })
    .optional(),
  eventClassification: z.looseObject({
    eventTypeCode: z.enum(["TRANSPORT", "SHIPMENT", "EQUIPMENT", "IOT", "REEFER"]),
    eventClassifierCode: classifier,
    transportEventTypeCode: code.optional(),
    shipmentEventTypeCode: code.optional(),
    equipmentEventTypeCode: code.optional(),
    iotEventTypeCode: code.optional(),
    reeferEventTypeCode: code.optional(),
    delayReasonCode: looseString.optional(),
    changeRemark: z.string().max(1000).optional(),
  }),
  shipmentDetails: z
    .looseObject({
      documentReference: z.looseObject({ typeCode: looseString, reference: looseString }).optional(),
      additionalDocumentReferences: z
        .array(z.looseObject({ typeCode: looseString, reference: looseString }))
        .optional(),
    })
    .optional(),
  equipmentDetails: z
    .looseObject({
      equipmentReference: looseString.optional(),
      ISOEquipmentCode: looseString.optional(),
      emptyIndicatorCode: z.enum(["EMPTY", "LADEN"]).optional(),
    })
    .optional(),
  transportDetails: z
    .looseObject({
      transportCall: z
        .looseObject({
          transportCallSequenceNumber: z.number().int().optional(),
          modeOfTransport: looseString.optional(),
          exportVoyageNumberOrReference: z
            .looseObject({ carrierVoyageNumber: looseString.optional() })
            .optional(),
          vesselTransport: z
            .looseObject({ vesselIMONumber: looseString.optional(), vesselName: looseString.optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
});

/** An air status update: the fields of a Cargo-IMP FSU as JSON. */
export const airStatusEvent = z.looseObject({
  eventID: z.string().min(1).max(200),
  eventCreatedDateTime: offsetDateTime,
  /** 11 digits, with or without the hyphen. */
  airWaybillNumber: z.string().regex(/^\d{3}-?\d{8}$/),
  houseNumber: looseString.optional(),
  statusCode: z.string().regex(/^[A-Z]{3}$/),
  eventClassifierCode: classifier,
  eventDateTime: offsetDateTime,
  /** IATA code of the station. */
  station: z.string().regex(/^[A-Z]{3}$/),
  sequence: z.number().int().optional(),
  flightNumber: looseString.optional(),
  pieces: z.number().int().optional(),
  discrepancyCode: looseString.optional(),
  remark: z.string().max(1000).optional(),
  source: looseString.optional(),
});

/**
 * A milestone of the forwarder, for dates that neither carrier nor airline reports. `houseMilestones`
 * (lib/milestones) defines the codes; PLN is a plan, EST an estimate, ACT an actual.
 */
export const houseEvent = z.looseObject({
  eventID: z.string().min(1).max(200),
  /** When it was reported; if absent, the time of receipt. */
  eventCreatedDateTime: offsetDateTime.optional(),
  houseNumber: z.string().trim().min(1).max(50),
  houseMilestoneCode: z.enum(houseMilestoneCodes),
  eventClassifierCode: classifier,
  eventDateTime: offsetDateTime,
  /** UN/LOCODE, or an airport's IATA code. Without it the milestone is before or after the carriage. */
  placeCode: z
    .string()
    .regex(/^([A-Z]{2} ?[A-Z2-9]{3}|[A-Z]{3})$/)
    .optional(),
  remark: z.string().max(1000).optional(),
  source: looseString.optional(),
});

const eventRemark = z.object({ index: z.number().int(), eventId: z.string().nullable(), reason: z.string() });

/** `index` counts from 0 in the message; reasons are plain English for the sender. */
export const importReport = z.object({
  /** Newly stored. */
  accepted: z.number().int(),
  /** Stored in place of what the sender said under the same id before: made later than that. */
  corrected: z.number().int(),
  /** Ignored, because the same or a later version is stored already under their id. */
  repeated: z.number().int(),
  /** Stored, but no shipment has the references that they name (yet). */
  unmatched: z.number().int(),
  /** Breaks the standard of its kind; not stored. */
  rejected: z.array(eventRemark),
  /** In quarantine: updates no shipment until it was checked or arrives again without the fault. */
  quarantined: z.array(eventRemark),
  /** Accepted with a warning, for example a vessel number with a wrong check digit. */
  warnings: z.array(eventRemark),
});
export type ImportReport = z.infer<typeof importReport>;

/** Maximum number of events in one message. */
export const EVENTS_MAX = 5_000;

export const importEvents = endpoint({
  name: "dcsa.events",
  summary:
    "Take events: a Track & Trace 2.2 list, a 3.0 request, air status updates, or milestones of the forwarder's own (houseNumber, houseMilestoneCode, eventClassifierCode, eventDateTime with offset, placeCode, remark); each is judged by itself. By a person of the desk, or a carrier's program with its key",
  service: "tracking",
  path: "/dcsa/v3/events",
  body: "json",
  access: "staff",
  takesKeys: true,
  isWrite: true,
  request: z.union([
    z.array(z.unknown()).max(EVENTS_MAX),
    z.object({ events: z.array(z.unknown()).max(EVENTS_MAX) }),
  ]),
  response: importReport,
});

export const eventQuarantine = endpoint({
  name: "dcsa.quarantine",
  summary: "Events that wait for somebody to look at them, with the reasons, the latest first",
  service: "tracking",
  path: "/dcsa/v3/quarantine",
  body: "json",
  access: "staff",
  request: z.object(pageRequest),
  response: pageOf(
    z.object({
      id: wireId,
      eventId: z.string(),
      reasons: z.array(z.string()),
      /** The original event. */
      payload: z.unknown(),
      source: z.string(),
      receivedAt: wireDateTime,
      lastReceivedAt: wireDateTime,
    }),
  ),
});
