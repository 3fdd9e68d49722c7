import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { STORED_EVENT_ID_MAX } from "./event.ts";
import { freeTimeTypes, holdKinds, statementSources } from "./free-time-code.ts";
import { CARRIER_BOOKING_MAX } from "./freight-code.ts";
import { operationLogEntry } from "./quote.ts";
import { absentIs } from "./reading.ts";
import { wireEvent } from "./shipment.ts";
import { loadTypes, PACKAGE_MAX, paymentTypes, serviceLevels, serviceTypes } from "./shipment-code.ts";
import { nothing, wireDateTime, wireId } from "./wire.ts";

/** What the forwarder's desk enters of a shipment. Numbers are the text of the field, places are codes or names. */
const text = (max: number) => z.string().trim().max(max).default("");

export const SHIPMENT_CONTAINERS_MAX = 30;

export const deskContainer = z.object({
  containerNumber: text(20),
  containerType: text(10),
  sealNumber: text(50),
  pieces: text(20),
  grossWeightKg: text(20),
  volumeCbm: text(20),
});

export const deskShipmentFields = z.object({
  houseNumber: text(50),
  masterNumber: text(50),
  carrierBookingNumber: text(CARRIER_BOOKING_MAX),
  carrierCode: text(10),
  /** Ocean. A wrong check digit is a warning only (trade 3). */
  vesselImo: text(20),
  vesselName: text(100),
  voyage: text(50),
  /** Air. */
  flightNumber: text(20),
  placeOfReceipt: text(100),
  portOfDeparture: text(100),
  portOfArrival: text(100),
  portOfFinalArrival: text(100),
  /** "YYYY-MM-DDTHH:mm" in the time of the place. */
  etd: text(20),
  eta: text(20),
  serviceType: z.enum(serviceTypes),
  serviceLevel: z.enum(serviceLevels),
  loadType: z.enum(loadTypes),
  incoterms: text(50),
  paymentType: z.enum(paymentTypes),
  pieces: text(20),
  /** One of `packageTypes`, or another word. */
  packageType: text(PACKAGE_MAX),
  grossWeightKg: text(20),
  volumeCbm: text(20),
  containers: z.array(deskContainer).max(SHIPMENT_CONTAINERS_MAX).default([]),
});
export type DeskShipmentFields = z.output<typeof deskShipmentFields>;

/** What events move of the fields. */
export const deskCarriage = deskShipmentFields.pick({
  etd: true,
  eta: true,
  vesselName: true,
  voyage: true,
  flightNumber: true,
});

const madeShipment = z.object({ id: wireId, houseNumber: z.string() });

export const shipmentStart = endpoint({
  name: "shipment.start",
  summary: "What the shipment of a booking would hold, for the form of the forwarder's desk",
  neededBy: ["/freightForwarder/shipmentMake"],
  path: "/shipment/start",
  access: "staff",
  request: z.object({ bookingId: wireId }),
  response: z.object({
    bookingNumber: z.string(),
    company: z.string(),
    mode: z.enum(["AIR", "OCEAN", "TRUCK"]),
    fields: deskShipmentFields,
    orderLines: z.array(z.object({ poNumber: z.string(), skuNumber: z.string(), pieces: z.string() })),
    /** The shipment that there is already. */
    made: madeShipment.nullable(),
  }),
});

/** Once for each booking: the second of two is told which shipment there is (409, `made`). */
export const shipmentMake = endpoint({
  name: "shipment.make",
  summary:
    "Make the shipment of an accepted booking, with containers, orders and numbers; waiting events are tied to it",
  usedBy: ["/freightForwarder/shipmentMake"],
  path: "/shipment/make",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ bookingId: wireId, fields: deskShipmentFields }),
  response: madeShipment,
});

export const shipmentMadeConflict = z.object({ made: madeShipment });

export const shipmentChange = endpoint({
  name: "shipment.change",
  summary: "Correct what the desk entered of a shipment; the reason is kept in its log",
  usedBy: ["/freightForwarder/shipmentMake"],
  path: "/shipment/change",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    version: z.number().int(),
    reason: z.string().trim().min(1).max(500),
    fields: deskShipmentFields,
  }),
  response: nothing,
});

/** An event with what only the desk is told: who entered it, and what it said before. */
const deskEvent = wireEvent.extend({
  /** Name of the forwarder's person who entered it; null for what a carrier sent. */
  enteredBy: z.string().nullable(),
  /** Why it was corrected. */
  reason: z.string().nullable(),
  /** What a correction has to name. */
  version: z.string(),
  replacedAt: wireDateTime.nullable(),
  /** Who has matched it to the shipment; null when it names the shipment itself. */
  matchedBy: z.string().nullable(),
});
export type DeskEvent = z.infer<typeof deskEvent>;

export const shipmentDesk = endpoint({
  name: "shipment.desk",
  summary:
    "A shipment as the forwarder's desk edits it: fields, all events with who entered them and what was replaced, and its log",
  neededBy: ["/freightForwarder/shipmentMake", "/freightForwarder/shipment"],
  path: "/shipment/desk",
  access: "staff",
  request: z.object({ id: wireId }),
  response: z.object({
    id: wireId,
    houseNumber: z.string(),
    company: z.string(),
    status: z.enum(["BOOKED", "TRANSIT", "COMPLETED"]),
    mode: z.enum(["AIR", "OCEAN", "TRUCK"]),
    version: z.number().int(),
    /** As stated, for the form. */
    fields: deskShipmentFields,
    /** As customers see it, by all events; null from a provider that does not tell it. */
    current: absentIs(deskCarriage.nullable(), null),
    booking: z.object({ id: wireId.nullable(), bookingNumber: z.string() }).nullable(),
    events: z.array(deskEvent),
    replaced: z.array(deskEvent),
    log: z.array(operationLogEntry),
    /** Shipments that have gone over to it, with what each had. */
    merged: z.array(
      z.object({
        houseNumber: z.string(),
        at: wireDateTime,
        by: z.string(),
        reason: z.string(),
        log: z.array(operationLogEntry),
      }),
    ),
  }),
});

/** Milestones that the desk can enter: those of the mode, and the house's own. */
export const enteredEvent = z.object({
  code: z.string().trim().min(2).max(10),
  classifier: z.enum(["PLN", "EST", "ACT"]),
  /** A code or a name; empty where the milestone has no place. */
  place: text(100),
  /** "YYYY-MM-DDTHH:mm" or a day, in the time of the place. */
  at: z.string().trim().min(1).max(20),
  containerNumber: text(20),
  /** Shown to the customer. */
  remark: text(1_000),
});
export type EnteredEvent = z.output<typeof enteredEvent>;

export const eventEnter = endpoint({
  name: "event.enter",
  summary: "Add an event of a shipment, or correct one with the reason: what it said before is kept",
  usedBy: ["/freightForwarder/shipment"],
  path: "/event/enter",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    shipmentId: wireId,
    event: enteredEvent,
    /** The event that a correction corrects. */
    corrects: z
      .object({
        eventId: z.string().max(STORED_EVENT_ID_MAX),
        version: z.string().max(300),
        reason: z.string().trim().min(1).max(500),
      })
      .nullable()
      .default(null),
  }),
  response: nothing,
});

export const freeTimeEnter = endpoint({
  name: "freeTime.enter",
  summary:
    "State holds and the last free day of a container, by a person of the desk; kept in the shipment's log",
  usedBy: ["/freightForwarder/shipment"],
  path: "/freeTime/enter",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    shipmentId: wireId,
    containerNumber: z.string().trim().min(4).max(20),
    kind: z.enum(freeTimeTypes),
    source: z.enum(statementSources),
    lastFreeDay: z.iso.date().nullable(),
    holds: z.array(z.enum(holdKinds)).max(holdKinds.length).default([]),
  }),
  response: nothing,
});
