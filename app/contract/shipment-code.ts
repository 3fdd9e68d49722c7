/** Code tables of shipments (product 3.4, 4.1). Names in both languages stand in the portal's locales. */
export const shipmentStatuses = ["BOOKED", "TRANSIT", "COMPLETED"] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

/**
 * Options of the status filter: the codes and the label 'delayed', which is independent of the code (product
 * 4.1).
 */
export const shipmentStatusFilters = [...shipmentStatuses, "DELAYED"] as const;
export type ShipmentStatusFilter = (typeof shipmentStatusFilters)[number];

export const jobModes = ["AIR", "OCEAN", "TRUCK"] as const;
export type JobMode = (typeof jobModes)[number];

export const serviceTypes = ["DTD", "DTA", "DTP", "ATA", "PTP", "ATD", "PTD"] as const;
export type ServiceType = (typeof serviceTypes)[number];

/** The service filter has four names over seven codes (product 4.1). */
export const serviceGroups = {
  doorToDoor: ["DTD"],
  doorToPort: ["DTA", "DTP"],
  portToPort: ["ATA", "PTP"],
  portToDoor: ["ATD", "PTD"],
} as const satisfies Record<string, readonly ServiceType[]>;
export const serviceGroupNames = ["doorToDoor", "doorToPort", "portToPort", "portToDoor"] as const;
export type ServiceGroup = (typeof serviceGroupNames)[number];

export const serviceLevels = ["STANDARD", "EXPRESS", "ECONOMY"] as const;
export const paymentTypes = ["PREPAID", "COLLECT"] as const;
export const loadTypes = ["FCL", "LCL", "LOOSE", "FTL", "LTL"] as const;
/** Those of two letters are of UN/CEFACT Recommendation 21. A shipment may have another word, shown as it is. */
export const packageTypes = [
  "CTN",
  "PLT",
  "CRT",
  "DRM",
  "BAG",
  "PKG",
  "BX",
  "CS",
  "RO",
  "BL",
  "BE",
  "CL",
  "RL",
  "PP",
  "WA",
] as const;
export const PACKAGE_MAX = 35;

/** Cargo data types: O booking, R actual, H house. */
export const cargoDataTypes = ["O", "R", "H"] as const;
export type CargoDataType = (typeof cargoDataTypes)[number];

/** All dates of product 3.3, in the order of the journey. */
export const shipmentDateKeys = [
  "booking",
  "confirmedBookingEta",
  "cargoReady",
  "estimatedPickup",
  "pickup",
  "documentReceived",
  "cargoReceived",
  "amsConfirmed",
  "etd",
  "atd",
  "departedWarehouse",
  "berthing",
  "eta",
  "ata",
  "documentToBroker",
  "customsClearance",
  "customsRelease",
  "freightRelease",
  "terminalPickupAppointment",
  "outGate",
  "finalRamp",
  "finalRail",
  "railRampLastFreeDay",
  "etaToDoor",
  "sla",
  "delivery",
  "podUpload",
  "emptyReturn",
] as const;
export type ShipmentDateKey = (typeof shipmentDateKeys)[number];

/** Dates by which the list can be filtered; each has an index. */
export const filterDateTypes = ["booking", "etd", "atd", "eta", "ata", "delivery"] as const;
export type FilterDateType = (typeof filterDateTypes)[number];

export const shipmentSortKeys = ["houseNumber", "status", "booking", "etd", "eta", "updated"] as const;
export type ShipmentSortKey = (typeof shipmentSortKeys)[number];

/** Dashboard status list keys (product 2.7). */
/** The views of the shipment list, in their order: what the customer has to do, then by state. */
export const shipmentViews = [
  "ownTurn",
  "delayed",
  "arriving",
  "transit",
  "booked",
  "completed",
  "all",
] as const;
export type ShipmentView = (typeof shipmentViews)[number];

export const statusListKeys = [
  "Booked_Shipments",
  "Latest_Booked_Shipments",
  "Latest_Active_Shipments",
  "In_Transit_Shipments",
] as const;
export type StatusListKey = (typeof statusListKeys)[number];

/** Whether a leg lies behind, is being travelled, or is still to come. */
export const legStates = ["done", "underWay", "open"] as const;
export const distanceBases = ["sea-lane", "great-circle"] as const;

export const transportModes = ["VESSEL", "AIR", "TRUCK", "RAIL", "BARGE"] as const;

/** Vocabulary of an event: DCSA, Cargo-IMP, or the forwarder's own. */
export const eventVocabularies = ["DCSA", "IMP", "HOUSE"] as const;

/** The forwarder's own milestones; `houseMilestones` (lib/milestones) defines them. */
export const houseMilestoneCodes = [
  "BOOK",
  "COLL",
  "DOCR",
  "DPWH",
  "CRGR",
  "AMSC",
  "DOCB",
  "BRTH",
  "CUSC",
  "FRAI",
  "FRMP",
  "PODU",
] as const;

export const eventClassifiers = ["PLN", "EST", "ACT"] as const;
export type EventClassifier = (typeof eventClassifiers)[number];

export const documentTypes = [
  "HOUSE_BILL",
  "HOUSE_WAYBILL",
  "COMMERCIAL_INVOICE",
  "PACKING_LIST",
  "ARRIVAL_NOTICE",
  "DELIVERY_ORDER",
  "PROOF_OF_DELIVERY",
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** States of open shipments, for the dashboard. */
export const openStates = ["delayed", "arrived", "underWay", "booked"] as const;
export type OpenState = (typeof openStates)[number];
export type TransportMode = (typeof transportModes)[number];
