import { z } from "zod";
import { attachmentData } from "./booking-attachment.ts";
import { endpoint } from "./endpoint.ts";
import { bookingActions, bookingStatuses, changeKinds, LIMITS, transportModes } from "./freight-code.ts";
import { operationLogEntry } from "./quote.ts";
import { absentIs } from "./reading.ts";
import { conflictFields, savedFrom } from "./save.ts";
import { PACKAGE_MAX } from "./shipment-code.ts";
import { cursorPageOf, cursorRequest, noFields, nothing, wireDateTime, wireId, wireMoney } from "./wire.ts";

/**
 * The content of a booking draft (product 3.5): every field may be empty, and typed text is kept unchanged.
 * `#app/lib/booking-check.ts` says what a submission needs. Numbers are the text of the field.
 */
const text = (max: number) => z.string().max(max).default("");

export const bookingParty = z.object({
  name: text(200),
  address: text(300),
  postcode: text(20),
  state: text(100),
  /** Two letters after submission; until then any text. */
  countryCode: text(60),
  contactNumber: text(30),
  /** Put it into the company's address book when the booking is submitted. */
  isAddedToAddressBook: z.boolean().default(false),
});
export type BookingParty = z.infer<typeof bookingParty>;

export const bookingCargoLine = z.object({
  poNumber: text(200),
  skuNumber: text(200),
  pieces: text(20),
  packageType: text(PACKAGE_MAX),
  length: text(20),
  width: text(20),
  height: text(20),
  dimensionUnit: text(2),
  /** Gross weight of all pieces of the line. */
  weight: text(20),
  weightUnit: text(2),
  /** CBM; computed from the dimensions when it is empty. */
  volume: text(20),
});

export const bookingContainer = z.object({
  containerType: text(10),
  containerNumber: text(20),
  info: text(200),
});

export const bookingContent = z.object({
  transportMode: text(20),
  service: text(10),
  serviceLevel: text(20),
  trade: text(10),
  incoterms: text(100),
  paymentType: text(20),
  shipper: bookingParty.prefault({}),
  consignee: bookingParty.prefault({}),
  notifyParty: bookingParty.prefault({}),
  /** The notify party is the consignee: each save copies its data, so that readers need not know this field. */
  hasConsigneeAsNotifyParty: z.boolean().default(false),
  origin: text(100),
  destination: text(100),
  cargoType: text(20),
  goodsDescription: text(5_000),
  marks: text(5_000),
  cargo: z.array(bookingCargoLine).max(LIMITS.cargoLines).default([]),
  dangerousClass: text(10),
  unNumber: text(10),
  packingGroup: text(5),
  containers: z.array(bookingContainer).max(LIMITS.containers).default([]),
  customsDeclaration: text(10),
  hasOriginTrucking: z.boolean().default(false),
  pickupAddress: text(LIMITS.truckingAddress),
  hasDestinationTrucking: z.boolean().default(false),
  deliveryAddress: text(LIMITS.truckingAddress),
  /** Days, in the format of a date field. */
  cargoReadyDate: text(10),
  requestedDate: text(10),
  expectedDeliveryDate: text(10),
  transshipment: text(20),
  specialInstructions: text(10_000),
  /** Carrier of an ocean booking, airline of one by air. */
  carrier: text(100),
  warehouseInNumber: text(50),
  bookToCompany: text(100),
  customerService: text(100),
});
export type BookingContent = z.infer<typeof bookingContent>;

export const bookingRow = z.object({
  id: wireId,
  bookingNumber: z.string(),
  status: z.enum(bookingStatuses),
  transportMode: z.enum(transportModes).nullable(),
  service: z.string(),
  shipperName: z.string(),
  consigneeName: z.string(),
  /** In the language of the request if it is a known place. */
  origin: z.string(),
  destination: z.string(),
  cargoReadyDate: z.string(),
  quoteNumber: z.string().nullable(),
  /** Under which the carrier has it, once it is confirmed. */
  carrierBookingNumber: z.string().nullish(),
  /** The customer; for staff only. */
  company: z.string().nullish(),
  createdBy: z.string(),
  updatedAt: wireDateTime,
  submittedAt: wireDateTime.nullable(),
});
export type BookingRow = z.infer<typeof bookingRow>;

export const bookingSortKeys = ["updated", "bookingNumber", "submitted"] as const;

export const bookingFilter = {
  status: z.enum(bookingStatuses).optional(),
  keyword: z.string().max(100).optional(),
  mode: z.enum(transportModes).optional(),
  sort: z.enum(bookingSortKeys).default("updated"),
  direction: z.enum(["asc", "desc"]).default("desc"),
};

export const bookingList = endpoint({
  name: "booking.list",
  summary: "Bookings of the caller's company, with counts by status",
  neededBy: ["/booking/index", "/shipments/bookingList"],
  path: "/booking/list",
  body: "json",
  request: z.object({ ...cursorRequest, ...bookingFilter }),
  response: cursorPageOf(bookingRow).extend({
    counts: absentIs(z.record(z.enum(bookingStatuses), z.number().int()), {} as never),
  }),
});

export const bookingDetailData = z.object({
  id: wireId,
  bookingNumber: z.string(),
  status: z.enum(bookingStatuses),
  /** Incremented by every change; a save names the version that it is based on. */
  version: absentIs(z.number().int(), 0),
  actions: z.array(z.enum(bookingActions)),
  content: bookingContent,
  /** Origin and destination, in the language of the request if they are known places. */
  lane: z.object({ origin: z.string(), destination: z.string() }).nullish(),
  quote: z.object({ id: wireId, quoteNumber: z.string() }).nullable(),
  /** Under which the carrier has it, once it is confirmed. */
  carrierBookingNumber: z.string().nullish(),
  /** The customer; for staff only. */
  company: z.object({ id: wireId, name: z.string() }).nullish(),
  /** From the accepted quote. Absent without SHIPMENT_CHARGES. */
  bookingPrice: wireMoney.nullable().optional(),
  createdBy: z.string(),
  createdAt: wireDateTime,
  updatedBy: z.string(),
  updatedAt: wireDateTime,
  submittedAt: wireDateTime.nullable(),
  attachments: z.array(attachmentData),
  /** Change requests to customer service (from accepted on), oldest first. */
  changeRequests: z.array(
    z.object({
      id: absentIs(wireId, ""),
      kind: z.enum(changeKinds),
      text: z.string(),
      askedBy: z.string(),
      askedAt: wireDateTime,
      /** The forwarder's answer; null while there is none. */
      answer: absentIs(
        z
          .object({ isGranted: z.boolean(), text: z.string(), at: wireDateTime, by: z.string().nullish() })
          .nullable(),
        null,
      ),
    }),
  ),
  shipment: z.object({ id: wireId, houseNumber: z.string() }).nullable(),
  log: z.array(operationLogEntry),
});
export type BookingDetailData = z.infer<typeof bookingDetailData>;

export const bookingDetail = endpoint({
  name: "booking.detail",
  summary: "One booking with attachments, change requests and operation log",
  neededBy: ["/freightForwarder/booking", "/shipments/bookingDetail"],
  path: "/booking/detail",
  request: z.object({ id: wireId }),
  response: bookingDetailData,
});

const savedAs = {
  /** The stored content if it differs from what was sent, because changes of both sides were merged. */
  merged: bookingContent.nullable().default(null),
};
/**
 * Saves a draft, new (`id` null) or existing. When the stored version is newer than the given one, both are
 * merged by their common base; a field that both have changed gives 409 with `bookingConflict` in `data`, so
 * that nothing is overwritten silently. An autosaving form cannot know whether its first save arrived: with
 * `id` null, `draftKey` (made when the form was opened) identifies the draft, so that a save after a lost
 * answer does not create a second one.
 */
export const bookingSaveDraft = endpoint({
  name: "booking.saveDraft",
  summary: "Save a draft, however incomplete",
  neededBy: ["/booking/add", "/booking/teBooking"],
  path: "/booking/saveDraft",
  body: "json",
  isWrite: true,
  request: z.object({
    id: wireId.nullable(),
    version: z.number().int().nullable(),
    draftKey: z.string().max(100).nullable().default(null),
    ...savedFrom,
    content: bookingContent,
  }),
  response: z.object({
    id: wireId,
    bookingNumber: z.string(),
    version: z.number().int(),
    savedAt: wireDateTime,
    ...savedAs,
  }),
});

export const bookingConflict = z.object({
  conflict: z.object({
    id: wireId,
    version: z.number().int(),
    content: bookingContent,
    updatedBy: z.string(),
    updatedAt: wireDateTime,
    ...conflictFields,
  }),
});

/** Submits the stored content, or the content that is sent; the review page sends ids only. */
export const bookingSubmit = endpoint({
  name: "booking.submit",
  summary: "Submit a draft; its faults come back with field paths",
  usedBy: ["/booking/add", "/booking/teBooking"],
  path: "/booking/submit",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId, version: z.number().int() }),
  response: z.object({ id: wireId, bookingNumber: z.string() }),
});

/** `update` corrects a submitted booking, `amend` changes agreed terms; both keep it submitted (trade 10). */
export const bookingUpdate = endpoint({
  name: "booking.update",
  summary: "Change a submitted booking",
  usedBy: ["/booking/add", "/booking/teBooking"],
  path: "/booking/update",
  body: "json",
  isWrite: true,
  request: z.object({
    id: wireId,
    version: z.number().int(),
    ...savedFrom,
    action: z.enum(["update", "amend"]),
    content: bookingContent,
  }),
  response: z.object({ version: z.number().int(), ...savedAs }),
});

/** From accepted on, a cancel is refused with the advice to contact customer service. */
export const bookingChangeState = endpoint({
  name: "booking.changeState",
  summary: "Recall or cancel",
  usedBy: ["/shipments/bookingDetail"],
  path: "/booking/changeState",
  isWrite: true,
  request: z.object({ id: wireId, version: z.coerce.number().int(), action: z.enum(["recall", "cancel"]) }),
  response: nothing,
});

export const bookingRequestChange = endpoint({
  name: "booking.requestChange",
  summary: "Ask customer service to amend or cancel what has been accepted",
  usedBy: ["/shipments/bookingDetail"],
  path: "/booking/requestChange",
  isWrite: true,
  request: z.object({ id: wireId, kind: z.enum(changeKinds), text: z.string().trim().min(1).max(1_000) }),
  response: nothing,
});

/**
 * The initial content of a form (product 2.7): empty, a template, a copy, or the company's last booking of
 * the lane.
 */
export const bookingStart = endpoint({
  name: "booking.start",
  summary: "Content for a new form",
  usedBy: ["/booking/add", "/booking/teBooking"],
  path: "/booking/start",
  request: z.object({
    from: z.enum(["template", "copy", "lane"]),
    id: wireId.optional(),
    origin: z.string().max(100).optional(),
    destination: z.string().max(100).optional(),
  }),
  response: z.object({ content: bookingContent.nullable(), source: z.string().nullable() }),
});

/** Finds what a form has created, by the form key in its URL. */
export const bookingOfForm = endpoint({
  name: "booking.ofForm",
  summary: "The draft or template that a form has made before",
  usedBy: ["/booking/add", "/booking/teBooking"],
  path: "/booking/ofForm",
  request: z.object({ kind: z.enum(["draft", "template"]), formKey: z.string().max(100) }),
  response: z.object({ made: z.object({ id: wireId, name: z.string() }).nullable() }),
});

/** Choices of the form: forwarders, their customer service, carriers and airlines. */
export const bookingOptions = endpoint({
  name: "booking.options",
  summary: "Choices of the booking form",
  neededBy: ["/booking/add", "/booking/teBooking", "/freightForwarder/shipmentMake"],
  path: "/booking/options",
  body: "none",
  request: noFields,
  response: z.object({
    companies: z.array(z.string()),
    customerServices: z.array(z.string()),
    carriers: z.array(
      z.object({ code: z.string(), name: z.string(), mode: z.enum(["AIR", "OCEAN", "TRUCK"]) }),
    ),
  }),
});

export type BookingOptions = z.infer<typeof bookingOptions.response>;
