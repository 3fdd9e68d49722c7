import { packageTypes } from "./shipment-code.ts";

/** Code tables of quotes and bookings (product 3.5, 3.6). Names in both languages stand in the locales. */
export const transportModes = ["AIR", "OCEAN_FCL", "OCEAN_LCL", "TRUCK"] as const;
export type TransportMode = (typeof transportModes)[number];

/** Door to door is a service over any mode. */
export const services = ["DTD", "DTP", "PTP", "PTD"] as const;
export type Service = (typeof services)[number];

export const specialGoods = ["BATTERIES", "MAGNETIC", "HAZARDOUS", "LIQUIDS", "NONE"] as const;
export type SpecialGoods = (typeof specialGoods)[number];
/** UN3480 and UN3090 may fly on cargo aircraft only. */
export const batteryTypes = ["UN3480", "UN3481", "UN3090", "UN3091"] as const;
export type BatteryType = (typeof batteryTypes)[number];
export const cargoAircraftOnly: readonly BatteryType[] = ["UN3480", "UN3090"];

export const dimensionUnits = ["cm", "in"] as const;
export const weightUnits = ["kg", "lb"] as const;
/** Those of shipments. */
export const packageKinds = packageTypes;
export const cargoTypes = ["GENERAL", "DANGEROUS", "REEFER", "OVERSIZE", "VALUABLE"] as const;
export const trades = ["EXPORT", "IMPORT", "CROSS"] as const;
export const bookingPaymentTypes = ["PREPAID", "COLLECT"] as const;
export const bookingServiceLevels = ["STANDARD", "EXPRESS", "ECONOMY"] as const;
export const customsDeclarations = ["NONE", "IMPORT", "EXPORT", "BOTH"] as const;
export const transshipmentPreferences = ["ANY", "DIRECT", "ALLOWED"] as const;
export const packingGroups = ["I", "II", "III"] as const;
export const dangerousClasses = [
  "1.1",
  "1.2",
  "1.3",
  "1.4",
  "1.5",
  "1.6",
  "2.1",
  "2.2",
  "2.3",
  "3",
  "4.1",
  "4.2",
  "4.3",
  "5.1",
  "5.2",
  "6.1",
  "6.2",
  "7",
  "8",
  "9",
] as const;
export const equipmentTypes = [
  "22G1",
  "42G1",
  "45G1",
  "45R1",
  "22R1",
  "22U1",
  "42U1",
  "22P1",
  "L5G1",
] as const;

/** Kinds of change requests to customer service, from accepted on (product 4.2). */
export const changeKinds = ["AMEND", "CANCEL"] as const;

/** Limits (product 5.5). */
export const LIMITS = {
  goodsDescription: 500,
  marks: 500,
  specialInstructions: 1_000,
  poNumber: 50,
  skuNumber: 50,
  templateName: 60,
  /** A quote's location of 300 characters, followed by its zipcode of 12. */
  truckingAddress: 314,
  pieces: 999_999,
  weightKg: "999999.999",
  volumeCbm: "99999.999",
  attachments: 20,
  attachmentBytes: 25 * 1024 * 1024,
  cargoLines: 50,
  containers: 30,
} as const;

/** State transitions are in `#app/lib/quote-state.ts`. */
export const quoteStatuses = [
  "NEW",
  "AWAITING_AUTHORIZATION",
  "READY_TO_BOOK",
  "ACCEPTED",
  "REJECTED",
  "EXPIRED",
] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
/** Rows of a quote's price. */
export const PRICE_LIMITS = { options: 10, lines: 50 } as const;
export const priceCurrencies = ["CNY", "USD", "GBP", "EUR"] as const;
export const quoteActions = ["update", "price", "withdraw", "accept", "reject", "book"] as const;
export type QuoteAction = (typeof quoteActions)[number];

/** State transitions are in `#app/lib/booking-state.ts`. */
export const bookingStatuses = ["DRAFT", "SUBMITTED", "ACCEPTED", "CONFIRMED", "CANCELLED"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];
/** By the customer: saveDraft, submit, update, amend, recall, cancel. By the provider: accept, decline, confirm. */
export const bookingActions = [
  "saveDraft",
  "submit",
  "update",
  "amend",
  "recall",
  "cancel",
  "accept",
  "decline",
  "confirm",
] as const;
export type BookingAction = (typeof bookingActions)[number];
/** Characters of the number under which a carrier has a booking, as DCSA limits it. */
export const CARRIER_BOOKING_MAX = 35;

/** The parties of a booking (product 3.5). */
export const partyRoles = ["shipper", "consignee", "notifyParty"] as const;
