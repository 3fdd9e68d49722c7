import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  batteryTypes,
  dimensionUnits,
  LIMITS,
  PRICE_LIMITS,
  priceCurrencies,
  quoteActions,
  quoteStatuses,
  services,
  specialGoods,
  transportModes,
  weightUnits,
} from "./freight-code.ts";
import { queuedExport, zonedFileRequest } from "./list-file.ts";
import { absentIs, expected } from "./reading.ts";
import { conflictFields, savedFrom } from "./save.ts";
import { PACKAGE_MAX } from "./shipment-code.ts";
import {
  cursorPageOf,
  cursorRequest,
  nothing,
  wireDateTime,
  wireDay,
  wireDecimal,
  wireId,
  wireMoney,
} from "./wire.ts";

/** As in a booking's fields. */
export const DECIMAL_LENGTH = 20;
const decimalUpTo = (max: string) =>
  wireDecimal.max(DECIMAL_LENGTH).refine((text) => Number(text) > 0 && Number(text) <= Number(max), {
    params: { rule: "limit", max },
  });

export const quotePackage = z.object({
  pieces: z.number().int().min(1).max(LIMITS.pieces),
  packageType: z.string().trim().min(1).max(PACKAGE_MAX),
  length: decimalUpTo("99999").nullable(),
  width: decimalUpTo("99999").nullable(),
  height: decimalUpTo("99999").nullable(),
  dimensionUnit: z.enum(dimensionUnits),
  /** Gross weight of all pieces of the row. */
  weight: decimalUpTo(LIMITS.weightKg),
  weightUnit: z.enum(weightUnits),
});
export type QuotePackage = z.infer<typeof quotePackage>;

/** Full containers of one type, by the code of `#app/lib/equipment.ts`. */
export const quoteContainer = z.object({
  containerType: z.string().max(10),
  count: z.number().int().min(1).max(LIMITS.containers),
});

/** A quote request (product 3.6). Places are a known code or free text. */
export const quoteRequest = z.object({
  tag: z.string().trim().max(60).default(""),
  freightMode: z.enum(transportModes),
  service: z.enum(services),
  /** A term, or one with its place: FOB Shanghai. */
  incoterms: z.string().max(100).default(""),
  origin: z.string().trim().min(1).max(100),
  originZip: z.string().trim().max(12).default(""),
  pickupLocation: z.string().trim().max(300).default(""),
  destination: z.string().trim().min(1).max(100),
  destinationZip: z.string().trim().max(12).default(""),
  deliveryLocation: z.string().trim().max(300).default(""),
  packages: z.array(quotePackage).min(1).max(LIMITS.cargoLines),
  /** Required for full containers; the total is limited as in a booking. */
  containers: z.array(quoteContainer).max(LIMITS.containers).default([]),
  specialGoods: z.array(z.enum(specialGoods)).min(1),
  /** Required when special goods contain BATTERIES. */
  batteryTypes: z.array(z.enum(batteryTypes)).default([]),
  cargoDetails: z.string().trim().max(LIMITS.goodsDescription).default(""),
  cargoReadyDate: wireDay.nullable().default(null),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** How the chargeable weight was computed, so that the page can explain it (trade 4). */
export const quoteTotals = z.object({
  pieces: expected(z.number().int()),
  grossKg: expected(wireDecimal),
  volumeCbm: expected(wireDecimal),
  chargeable: expected(wireDecimal),
  chargeableUnit: z.enum(["kg", "revenue-ton"]),
});

export const pricingLine = z.object({
  /** The forwarder's code of the charge, by which it is found on an invoice. */
  chargeCode: z.string().trim().min(1).max(20).nullish(),
  description: z.string().min(1).max(200),
  unit: z.string().min(1).max(40),
  price: wireDecimal,
  /** What the amount is the price of; older lines do not tell it. */
  quantity: wireDecimal.nullish(),
  volumeMin: wireDecimal.nullable(),
  volumeMax: wireDecimal.nullable(),
  weightMin: wireDecimal.nullable(),
  weightMax: wireDecimal.nullable(),
  amount: wireDecimal,
});

export const quoteOption = z.object({
  id: wireId,
  carrierName: z.string(),
  transitDays: z.number().int().nullable(),
  validUntil: wireDateTime,
  lines: z.array(pricingLine),
  total: wireMoney,
  isAccepted: z.boolean(),
});

export const operationLogEntry = z.object({
  at: wireDateTime,
  /** Name of the person, and whether they are the forwarder's. */
  actor: z.string(),
  isForwarder: z.boolean(),
  /** `quote.requested`, `booking.submitted`, ...: named in the locales. */
  action: z.string(),
  /** Changes by field, in the values of the wire. */
  changes: z.array(
    z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});

/** Data of a 409: the present state, after a change by somebody else. */
export const stateConflict = z.object({
  status: z.string(),
  last: z
    .object({ actor: z.string(), isForwarder: z.boolean(), action: z.string(), at: wireDateTime })
    .nullable(),
  /** The booking that was made of the quote. */
  booking: z.object({ id: wireId, bookingNumber: z.string() }).nullable().default(null),
});
export type StateConflict = z.input<typeof stateConflict>;

export const quoteRow = z.object({
  id: wireId,
  quoteNumber: z.string(),
  tag: z.string(),
  status: z.enum(quoteStatuses),
  freightMode: z.enum(transportModes),
  service: z.enum(services),
  /** In the language of the request if it is a known place. */
  origin: z.string(),
  destination: z.string(),
  totals: quoteTotals,
  /** The best price, or the accepted one. Absent without SHIPMENT_CHARGES. */
  totalCharges: wireMoney.nullable().optional(),
  validUntil: wireDateTime.nullable(),
  requestedAt: wireDateTime,
  /** When the forwarder took its price back; the answer is promised from then on. */
  withdrawnAt: wireDateTime.nullish(),
  /** The promised time of the answer, while there is none; absent: 48 hours after the request. */
  answerBy: wireDateTime.nullish(),
});
export type QuoteRow = z.infer<typeof quoteRow>;

export const quoteSortKeys = ["requested", "validUntil", "quoteNumber"] as const;

const quoteFilter = {
  status: z.enum(quoteStatuses).optional(),
  keyword: z.string().max(100).optional(),
  mode: z.enum(transportModes).optional(),
  sort: z.enum(quoteSortKeys).default("requested"),
  direction: z.enum(["asc", "desc"]).default("desc"),
};

export const quoteList = endpoint({
  name: "quote.list",
  summary: "Quotes of the caller's company, with counts by status",
  neededBy: ["/quote/index"],
  path: "/quote/list",
  body: "json",
  request: z.object({ ...cursorRequest, ...quoteFilter }),
  response: cursorPageOf(quoteRow).extend({
    counts: absentIs(z.record(z.enum(quoteStatuses), z.number().int()), {} as never),
  }),
});

export const quoteExport = endpoint({
  name: "quote.export",
  summary: "The filtered quotes as a spreadsheet or CSV file, streamed; times in the zone",
  usedBy: ["/quote/index"],
  path: "/quote/export",
  body: "json",
  answer: "file",
  retries: 0,
  request: z.object({ ...quoteFilter, ...zonedFileRequest }),
  response: queuedExport,
});

export const quoteAdd = endpoint({
  name: "quote.add",
  summary: "Request a quote",
  neededBy: ["/quote/add"],
  path: "/quote/add",
  body: "json",
  isWrite: true,
  /**
   * A repeated form key finds the form's quote: 200 for the same request, 409 with `quoteConflict` for
   * another.
   */
  request: quoteRequest.extend({ formKey: z.string().max(100).nullish() }),
  response: z.object({ id: wireId, quoteNumber: z.string() }),
});

/** Finds what a form has sent, by the form key in its URL. */
export const quoteOfForm = endpoint({
  name: "quote.ofForm",
  summary: "The quote that a form has requested before",
  usedBy: ["/quote/add"],
  path: "/quote/ofForm",
  request: z.object({ formKey: z.string().max(100) }),
  response: z.object({ made: z.object({ id: wireId, name: z.string() }).nullable() }),
});

export const quoteUpdate = endpoint({
  name: "quote.update",
  summary: "Change a request that has not been priced yet",
  usedBy: ["/quote/detail"],
  path: "/quote/update",
  body: "json",
  isWrite: true,
  request: quoteRequest.extend({ id: wireId, version: z.number().int(), ...savedFrom }),
  /** Changes of another person were merged with the sent request. */
  response: z.object({ isMerged: z.boolean() }).nullable(),
});

/** Data of the 409 when somebody else has changed the request, or the form was sent before. */
export const quoteConflict = z.object({
  conflict: z.object({
    id: wireId,
    quoteNumber: z.string(),
    version: z.number().int(),
    request: quoteRequest,
    updatedBy: z.string(),
    ...conflictFields,
  }),
});

export const quoteDetailData = z.object({
  id: wireId,
  quoteNumber: z.string(),
  version: absentIs(z.number().int(), 0),
  status: z.enum(quoteStatuses),
  /** What the caller may do now, by state and permission. */
  actions: z.array(z.enum(quoteActions)),
  request: quoteRequest,
  /** Origin and destination, in the language of the request if they are known places. */
  lane: z.object({ origin: z.string(), destination: z.string() }).nullish(),
  totals: quoteTotals,
  requestedAt: wireDateTime,
  requestedBy: z.string(),
  /** The promised time of the answer: 24 to 48 hours after the request, or as the desk promises by its working hours. */
  answerFrom: wireDateTime,
  answerBy: wireDateTime,
  validUntil: wireDateTime.nullable(),
  /** Absent without SHIPMENT_CHARGES. */
  options: z.array(quoteOption).optional(),
  /** The price of `optionId`, if it has been replaced since. */
  replacedOption: quoteOption.nullish(),
  booking: z.object({ id: wireId, bookingNumber: z.string() }).nullable(),
  /** The forwarder has taken its price back, and the quote waits for another. */
  withdrawn: z.object({ at: wireDateTime, reason: z.string() }).nullish(),
  rejectReason: z.string().nullable(),
  log: z.array(operationLogEntry),
});
export type QuoteDetailData = z.infer<typeof quoteDetailData>;

export const quoteDetail = endpoint({
  name: "quote.detail",
  summary: "One quote with its options and its operation log",
  neededBy: ["/quote/detail"],
  path: "/quote/detail",
  request: z.object({ id: wireId, optionId: wireId.optional() }),
  response: quoteDetailData,
});

/** Polled by open pages: whether the quote has changed. */
export const quoteVersion = endpoint({
  name: "quote.version",
  summary: "The version in which a quote stands",
  usedBy: ["/quote/detail"],
  path: "/quote/version",
  request: z.object({ id: wireId }),
  response: z.object({ version: z.number().int() }),
});

export const quoteAccept = endpoint({
  name: "quote.accept",
  summary: "Accept one option; refused with the reason after its valid-until, in the provider's time",
  usedBy: ["/quote/detail"],
  path: "/quote/accept",
  isWrite: true,
  request: z.object({ id: wireId, optionId: wireId }),
  response: nothing,
});

export const quoteReject = endpoint({
  name: "quote.reject",
  summary: "Reject the quote",
  usedBy: ["/quote/detail"],
  path: "/quote/reject",
  isWrite: true,
  request: z.object({ id: wireId, reason: z.string().trim().max(500).default("") }),
  response: nothing,
});

/** Makes a draft booking from the quote; each refers to the other. Booking an option accepts it. */
export const quoteBook = endpoint({
  name: "quote.book",
  summary: "Open a booking draft from a quote that can be booked",
  usedBy: ["/quote/detail"],
  path: "/quote/book",
  isWrite: true,
  request: z.object({ id: wireId, optionId: wireId }),
  response: z.object({ bookingId: wireId, bookingNumber: z.string() }),
});

const typedDecimal = wireDecimal.max(DECIMAL_LENGTH);
const offeredLine = pricingLine.extend({
  price: typedDecimal,
  quantity: typedDecimal.nullish(),
  amount: typedDecimal,
  /** What the forwarder pays for one unit. Only its desk sees it. */
  cost: typedDecimal.nullish(),
});

export const quotePrice = endpoint({
  name: "quote.price",
  summary: "The forwarder's answer: options with pricing lines",
  usedBy: ["/freightForwarder/quote"],
  path: "/quote/price",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    options: z
      .array(
        z.object({
          carrierName: z.string().min(1).max(100),
          transitDays: z.number().int().min(0).max(365).nullable(),
          validUntil: wireDateTime,
          currency: z.enum(priceCurrencies),
          lines: z.array(offeredLine).min(1).max(PRICE_LIMITS.lines),
          /** Checked against the lines. */
          total: typedDecimal.nullish(),
        }),
      )
      .min(1)
      .max(PRICE_LIMITS.options),
    /** The versions of quote and draft that the price was made from: others are refused. */
    version: z.number().int().nullish(),
    draftVersion: z.number().int().nullish(),
  }),
  response: nothing,
});
