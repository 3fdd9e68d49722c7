import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeSummary } from "./free-time.ts";
import { stepKinds, stepTurns } from "./next-step-code.ts";
import { expected } from "./reading.ts";
import {
  cargoDataTypes,
  documentTypes,
  eventClassifiers,
  eventVocabularies,
  filterDateTypes,
  jobModes,
  loadTypes,
  paymentTypes,
  serviceGroupNames,
  serviceLevels,
  serviceTypes,
  shipmentDateKeys,
  shipmentSortKeys,
  shipmentStatuses,
  shipmentStatusFilters,
  shipmentViews,
  transportModes,
} from "./shipment-code.ts";
import {
  counted,
  cursorPageOf,
  cursorRequest,
  noFields,
  nothing,
  wireDateTime,
  wireDay,
  wireDecimal,
  wireId,
  wireMoment,
  wireMoney,
  wirePieces,
  wirePlace,
} from "./wire.ts";

/** Filters of list and export. Numbers match by prefix, in any spelling; party names by substring. */
export const shipmentFilter = z.object({
  houseNumber: z.string().max(50).optional(),
  masterNumber: z.string().max(50).optional(),
  poNumber: z.string().max(50).optional(),
  skuNumber: z.string().max(50).optional(),
  containerNumber: z.string().max(20).optional(),
  /** Prefix of H#, M#, PO or container: the search box of header and phone. */
  keyword: z.string().max(50).optional(),
  status: z.enum(shipmentStatusFilters).optional(),
  mode: z.enum(jobModes).optional(),
  service: z.enum(serviceGroupNames).optional(),
  portOfDeparture: z.string().max(10).optional(),
  portOfArrival: z.string().max(10).optional(),
  shipper: z.string().max(100).optional(),
  consignee: z.string().max(100).optional(),
  dateType: z.enum(filterDateTypes).optional(),
  /** Both ends are days in the requested time zone; `dateTo` is included. */
  dateFrom: wireDay.optional(),
  dateTo: wireDay.optional(),
  isFollowed: z.boolean().optional(),
  /** ETA within the next 7 days and not completed: what the dashboard calls arriving this week. */
  isArrivingSoon: z.boolean().optional(),
  /** Booked or in transit: what the dashboard calls active. */
  isOpen: z.boolean().optional(),
  /** In transit and not yet at the port of arrival: what the dashboard shows as the next arrivals. */
  isUnderWay: z.boolean().optional(),
  /** In transit, and at the port of arrival. */
  hasArrived: z.boolean().optional(),
  /** Not delayed. */
  isOnTime: z.boolean().optional(),
  /** What comes next is up to the customer's side. */
  isOwnTurn: z.boolean().optional(),
  /** Something was heard of it since: an event, or a free day that was stated. */
  changedSince: wireDateTime.optional(),
});
export type ShipmentFilter = z.infer<typeof shipmentFilter>;

/**
 * The time zone in which the caller reads times: `place` (each date in the local time of its place), an IANA zone,
 * or an offset such as "+08:00". Filter days, sorting by date and cells of a file follow it. UTC+8 by default.
 */
export const clockRequest = { clock: z.string().max(64).optional() };

export const shipmentSort = z.object({
  sort: z.enum(shipmentSortKeys).default("updated"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});

/** A milestone in a line of the list. `kind` is a `MilestoneKind` of lib/milestones. */
const wireMilestone = z.object({
  vocabulary: z.enum(eventVocabularies),
  kind: z.string(),
  mode: z.enum(transportModes).nullable(),
  at: wireMoment,
  place: wirePlace.nullable(),
});
export type WireMilestone = z.infer<typeof wireMilestone>;

/** Fields of providers that process events; without them no date is called actual. */
export const standingFields = {
  /** Which of the dates have an actual event. */
  reached: z.array(z.enum(shipmentDateKeys)).nullish(),
  /** Whole days by which a delayed shipment is late, at least 1; null when it is not delayed. */
  delayDays: z.number().int().nullish(),
};

/** What comes next, by `nextStep` (lib/next-step). */
const wireStep = z.object({
  kind: z.enum(stepKinds),
  /** Code of a cut-off, or a `MilestoneKind` of lib/milestones; null for `silent`. */
  code: z.string().nullable(),
  turn: z.enum(stepTurns),
  since: wireDateTime.nullable(),
  due: wireMoment.nullable(),
  place: wirePlace.nullable(),
});
export type WireStep = z.infer<typeof wireStep>;

export const shipmentRow = z.object({
  id: wireId,
  houseNumber: z.string(),
  masterNumber: z.string().nullable(),
  mode: z.enum(jobModes),
  serviceType: z.enum(serviceTypes),
  loadType: z.enum(loadTypes),
  status: z.enum(shipmentStatuses),
  isDelayed: z.boolean(),
  isFollowed: z.boolean(),
  shipperName: z.string(),
  consigneeName: z.string(),
  portOfDeparture: wirePlace,
  portOfArrival: wirePlace,
  /** The final place of the goods: the port of final arrival, if there is one. */
  destination: wirePlace.nullish(),
  ...standingFields,
  /** The last milestone that was reached, and the first open one that has a date. */
  lastMilestone: wireMilestone.nullish(),
  nextMilestone: wireMilestone.extend({ isOverdue: z.boolean() }).nullish(),
  nextStep: wireStep.nullish(),
  /** The reason that was reported last, while the shipment is delayed. */
  reportedReason: z.object({ code: z.string().nullable(), remark: z.string().nullable() }).nullish(),
  /** Carrier and vessel/voyage or flight, as one line. */
  transport: z.string().nullable(),
  /** The carrier alone; absent from a provider that does not name it apart. */
  carrierName: z.string().nullish(),
  bookingDate: wireMoment.nullable(),
  etd: wireMoment.nullable(),
  atd: wireMoment.nullable(),
  eta: wireMoment.nullable(),
  ata: wireMoment.nullable(),
  delivery: wireMoment.nullable(),
  containerNumbers: z.array(z.string()),
  poNumbers: z.array(z.string()),
  skuNumbers: z.array(z.string()),
  pieces: expected(z.number().int()),
  packageType: z.string(),
  grossWeightKg: expected(wireDecimal),
  volumeCbm: expected(wireDecimal),
  updatedAt: wireDateTime,
});
export type ShipmentRow = z.infer<typeof shipmentRow>;

export const shipmentList = endpoint({
  name: "shipment.list",
  summary: "Shipments of the caller's company, a page of them",
  neededBy: ["/shipments/index", "/account/shipmentsSubscription"],
  path: "/shipment/list",
  body: "json",
  request: shipmentFilter.extend(shipmentSort.shape).extend(cursorRequest).extend(clockRequest).extend({
    /** The numbers of the views as well. */
    withViews: z.boolean().optional(),
  }),
  response: cursorPageOf(shipmentRow).extend({
    /** How many shipments each view has, whatever the other filters; absent unless the call wants them. */
    views: z.record(z.enum(shipmentViews), counted).nullish(),
  }),
});

/** Options of the filter bar: only ports of the company's shipments. */
export const shipmentFilterOptions = endpoint({
  name: "shipment.filterOptions",
  summary: "Choices for the filters of the shipment list",
  usedBy: ["/shipments/index", "/analytics/index", "/account/shipmentsSubscription"],
  path: "/shipment/filterOptions",
  body: "none",
  request: noFields,
  response: z.object({ departurePorts: z.array(wirePlace), arrivalPorts: z.array(wirePlace) }),
});

export const wireEvent = z.object({
  id: z.string(),
  vocabulary: z.enum(eventVocabularies),
  /** DCSA event type code (`DEPA`), Cargo-IMP status code (`RCS`), or forwarder code (`BRTH`). */
  code: z.string(),
  classifier: z.enum(eventClassifiers),
  at: wireMoment,
  place: wirePlace.nullable(),
  facility: z.string().nullable(),
  /** Number of the transport call in the journey; null when the sender does not number its calls. */
  sequence: z.number().int().nullable(),
  mode: z.enum(transportModes).nullable(),
  /** Vessel and voyage, or flight. */
  transport: z.string().nullable(),
  emptyIndicator: z.enum(["EMPTY", "LADEN"]).nullable(),
  containerNumber: z.string().nullable(),
  /** Its container has moved to another booking since, so it counts for no milestone here. */
  hasMoved: z.boolean().nullish(),
  source: z.string(),
  receivedAt: wireDateTime,
  reasonCode: z.string().nullable(),
  remark: z.string().nullable(),
  ...wirePieces,
});
export type WireEvent = z.infer<typeof wireEvent>;

export const wireContainer = z.object({
  containerNumber: z.string(),
  containerType: z.string(),
  sealNumber: z.string().nullable(),
  pieces: z.number().int().nullable(),
  grossWeightKg: wireDecimal.nullable(),
  volumeCbm: wireDecimal.nullable(),
  /** Since when it is in another booking; with that shipment, where the caller may see it. */
  moved: z
    .object({ at: wireDateTime, shipment: z.object({ id: wireId, houseNumber: z.string() }).nullable() })
    .nullish(),
});

export const wireCargo = z.object({
  dataType: z.enum(cargoDataTypes),
  pieces: expected(z.number().int()),
  packageType: z.string(),
  grossWeightKg: expected(wireDecimal),
  volumeCbm: expected(wireDecimal),
  chargeableWeightKg: wireDecimal.nullable(),
  description: z.string(),
});

export const wireOrderLine = z.object({
  poNumber: z.string(),
  skuNumber: z.string(),
  description: z.string(),
  pieces: expected(z.number().int()),
  cartons: expected(z.number().int()),
});

export const wireDocument = z.object({
  id: wireId,
  documentType: z.enum(documentTypes),
  number: z.string(),
  issuedOn: wireDay,
  fileName: z.string(),
});

export const wireDates = z.partialRecord(z.enum(shipmentDateKeys), wireMoment);

export const shipmentDetailData = z.object({
  id: wireId,
  houseNumber: z.string(),
  masterNumber: z.string().nullable(),
  status: z.enum(shipmentStatuses),
  isDelayed: z.boolean(),
  delayReason: z.enum(["eta-slip", "overdue"]).nullable(),
  delayDays: standingFields.delayDays,
  nextStep: wireStep.nullish(),
  isFollowed: z.boolean(),
  /** Whether the public search finds it; null when the provider does not say. */
  isPublic: z.boolean().nullish(),
  mode: z.enum(jobModes),
  serviceType: z.enum(serviceTypes),
  serviceLevel: z.enum(serviceLevels),
  incoterms: z.string(),
  paymentType: z.enum(paymentTypes),
  loadType: z.enum(loadTypes),
  /** Party codes, and the names on the house bill. */
  shipper: z.string(),
  shipperName: z.string(),
  consignee: z.string(),
  consigneeName: z.string(),
  placeOfReceipt: wirePlace.nullable(),
  portOfDeparture: wirePlace,
  portOfArrival: wirePlace,
  portOfFinalArrival: wirePlace.nullable(),
  /** Absent unless the company holds SHIPMENT_CHARGES (product 6.5). */
  estimatedCharges: wireMoney.optional(),
  carrierName: z.string().nullable(),
  airCarrier: z.string().nullable(),
  flightNumber: z.string().nullable(),
  vessel: z.string().nullable(),
  vesselImo: z.string().nullable(),
  motherVessel: z.string().nullable(),
  voyage: z.string().nullable(),
  systemSource: z.string(),
  businessUnit: z.string(),
  commercialInvoiceNumber: z.string().nullable(),
  pieces: expected(z.number().int()),
  packageType: z.string(),
  cartons: expected(z.number().int()),
  grossWeightKg: expected(wireDecimal),
  volumeCbm: expected(wireDecimal),
  chargeableWeightKg: wireDecimal.nullable(),
  dates: wireDates,
  freeTime: freeTimeSummary.nullish(),
  /** The first ETA, so that a delay can be shown. */
  firstEta: wireMoment.nullable(),
  booking: z
    .object({ id: wireId.nullable(), bookingNumber: z.string(), bookedAt: wireMoment.nullable() })
    .nullable(),
  containers: z.array(wireContainer),
  cargo: z.array(wireCargo),
  orderLines: z.array(wireOrderLine),
  documents: z.array(wireDocument),
  events: z.array(wireEvent),
  updatedAt: wireDateTime,
});
export type ShipmentDetailData = z.infer<typeof shipmentDetailData>;

export const shipmentDetail = endpoint({
  name: "shipment.detail",
  summary: "One shipment with cargo, containers, order lines, documents and events",
  neededBy: ["/shipments/detail"],
  path: "/shipment/detail",
  request: z.object({ id: wireId }),
  response: shipmentDetailData,
});

export const shipmentDocument = endpoint({
  name: "shipment.document",
  summary: "One document of a shipment as a PDF",
  usedBy: ["/shipments/detail"],
  path: "/shipment/document",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId, documentId: wireId, ...clockRequest }),
  response: z.any(),
});

export const shipmentFollow = endpoint({
  name: "shipment.follow",
  summary: "Follow or unfollow a shipment",
  usedBy: ["/shipments/index", "/account/shipmentsSubscription"],
  path: "/shipment/follow",
  isWrite: true,
  request: z.object({ id: wireId, isFollowed: z.stringbool() }),
  response: nothing,
});

/** For companies that hold SHIPMENT_PUBLIC (app/decisions/deliveries-tracking-and-links.md). */
export const shipmentPublish = endpoint({
  name: "shipment.publish",
  summary: "Let the public search find a shipment, or no longer",
  usedBy: ["/shipments/detail"],
  path: "/shipment/publish",
  isWrite: true,
  request: z.object({ id: wireId, isPublic: z.stringbool() }),
  response: nothing,
});
