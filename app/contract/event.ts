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
const code = z.string().min(2).max(50);
/** As Track & Trace 3.0 has it. */
export const EVENT_ID_MAX = 500;
export const PIECES_MAX = 99_999;
/** Of an id with what tells its sender or party apart. */
export const STORED_EVENT_ID_MAX = 1_000;
const eventID = z.string().min(1).max(EVENT_ID_MAX);
const looseString = z.string().max(300);
/** How many pieces, and of how many; without a total those of the shipments are all. */
const partly = {
  pieces: z.number().int().min(1).max(PIECES_MAX).optional(),
  totalPieces: z.number().int().min(1).max(PIECES_MAX).optional(),
};
const isPart = ({ pieces = 0, totalPieces = PIECES_MAX }: { pieces?: number; totalPieces?: number }) =>
  pieces <= totalPieces;
const TOO_MANY = { path: ["pieces"], message: "more than totalPieces" };

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
export const dcsa2Event = z
  .looseObject({
    eventID,
    ...partly,
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
    references: z
      .array(z.looseObject({ referenceType: looseString, referenceValue: looseString }))
      .optional(),
  })
  .refine(isPart, TOO_MANY);

const eventParty = z.looseObject({
  partyCode: looseString.optional(),
  codeListProvider: looseString.optional(),
  codeListName: looseString.optional(),
});
/** One party as published in 2025, several in the drafts since. */
const eventRouting = z.looseObject({
  originatingParty: eventParty.optional(),
  originatingParties: z.array(eventParty).max(20).optional(),
});

/**
 * An event that its sender takes back, by its id: beside it and the party, whose ids are its own, nothing of it counts
 * (Track & Trace 3.0).
 */
export const retractedEvent = z.looseObject({
  eventID,
  isRetracted: z.literal(true),
  eventRouting: eventRouting.optional().catch(undefined),
});

/** One event of Track & Trace 3.0. */
export const dcsa3Event = z
  .looseObject({
    eventID,
    ...partly,
    eventDateTime: offsetDateTime,
    eventUpdatedDateTime: offsetDateTime.optional(),
    reason: z.string().max(5000).optional(),
    eventRouting: eventRouting.optional(),
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
        delayReasonCodes: z.array(looseString).max(20).optional(),
        delayReasons: z.array(looseString).max(20).optional(),
        changeRemark: z.string().max(1000).optional(),
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
  })
  .refine(isPart, TOO_MANY);

/** An air status update: the fields of a Cargo-IMP FSU as JSON. */
export const airStatusEvent = z
  .looseObject({
    eventID,
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
    ...partly,
    discrepancyCode: looseString.optional(),
    remark: z.string().max(1000).optional(),
    source: looseString.optional(),
  })
  .refine(isPart, TOO_MANY);

/**
 * A milestone of the forwarder, for dates that neither carrier nor airline reports. `houseMilestones`
 * (lib/milestones) defines the codes; PLN is a plan, EST an estimate, ACT an actual.
 */
export const houseEvent = z
  .looseObject({
    eventID,
    ...partly,
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
  })
  .refine(isPart, TOO_MANY);

const eventRemark = z.object({ index: z.number().int(), eventId: z.string().nullable(), reason: z.string() });

/** `index` counts from 0 in the message; reasons are plain English for the sender. */
export const importReport = z.object({
  /** Newly stored. */
  accepted: z.number().int(),
  /** Stored in place of what the sender said under the same id before: made later than that. */
  corrected: z.number().int(),
  /** Ignored, because the same or a later version is stored already under their id, or the id was taken back. */
  repeated: z.number().int(),
  /** Ids that were taken back: all that was stored under them is discarded, and what comes later is ignored. */
  retracted: z.number().int(),
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
    "Take events: a Track & Trace 2.2 list, a 3.0 request, air status updates, or milestones of the forwarder's own (houseNumber, houseMilestoneCode, eventClassifierCode, eventDateTime with offset, placeCode, remark); each is judged by itself. isRetracted beside an eventID takes back all that was said under it, whichever comes first; in 3.0 an id belongs to its eventRouting.originatingParty. By a person of the desk, or a carrier's program with its key",
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
  summary:
    "Events that wait for somebody to look at them, with the reasons in the language of the caller, the latest first",
  neededBy: ["/freightForwarder/events"],
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
