import { z } from "zod";
import { deliveryDays, deliveryStatuses, deliverySteps, failReasons } from "./delivery-code.ts";
import { endpoint } from "./endpoint.ts";
import { fileRequest, queuedExport } from "./list-file.ts";
import { essential, expected } from "./reading.ts";
import { clockRequest } from "./shipment.ts";
import {
  cursorPageOf,
  cursorRequest,
  nothing,
  wireDateTime,
  wireDay,
  wireDecimal,
  wireId,
  wireMoment,
} from "./wire.ts";

const UPDATES_MAX = 200;
export const ASK_WORDS_MAX = 500;

const offsetDateTime = z.iso.datetime({ offset: true });
const words = (max: number) => z.string().trim().min(1).max(max);

/** What a haulier or driver says of a delivery; what it leaves out stays as it was. */
export const deliveryUpdate = z
  .object({
    deliveryNumber: words(40),
    houseNumber: words(50),
    containerNumber: words(20).optional(),
    placeName: words(100).optional(),
    address: words(300).optional(),
    timeZone: words(64).optional(),
    /** The appointment. */
    windowFrom: offsetDateTime.optional(),
    windowTo: offsetDateTime.optional(),
    status: z.enum(deliveryStatuses).optional(),
    /** When the status was reached. */
    at: offsetDateTime.optional(),
    reason: z.enum(failReasons).optional(),
    driverName: words(100).optional(),
    vehicle: words(40).optional(),
    /** Proof of delivery: who signed, and a picture or PDF of at most 5 MB. */
    signedBy: words(100).optional(),
    proof: z.object({ fileName: words(200), contentBase64: z.base64().max(7_000_000) }).optional(),
    statedAt: offsetDateTime,
  })
  .refine(({ status, at }) => !status || status === "planned" || at !== undefined, {
    error: "needed with this status",
    path: ["at"],
  })
  .refine(({ status, reason }) => (status === "failed") === (reason !== undefined), {
    error: "needed for a failed delivery, and only there",
    path: ["reason"],
  })
  .refine(({ windowFrom, windowTo }) => (windowFrom === undefined) === (windowTo === undefined), {
    error: "windowFrom and windowTo belong together",
    path: ["windowTo"],
  })
  .refine(
    ({ windowFrom, windowTo }) => !windowFrom || Date.parse(windowFrom) <= Date.parse(windowTo ?? windowFrom),
    { error: "ends before it begins", path: ["windowTo"] },
  );
export type DeliveryUpdate = z.output<typeof deliveryUpdate>;

export const deliveryState = endpoint({
  name: "lastMile.state",
  summary:
    "Take what hauliers say of deliveries: appointment, driver's status, proof of delivery; the first statement about a number makes the delivery. What was stated last counts, whatever the order of arrival. By a person of the desk, or a carrier's program with its key",
  service: "tracking",
  path: "/lastMile/state",
  body: "json",
  access: "staff",
  takesKeys: true,
  isWrite: true,
  request: z.object({ updates: z.array(z.unknown()).min(1).max(UPDATES_MAX) }),
  response: z.object({
    accepted: z.number().int(),
    repeated: z.number().int(),
    rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
  }),
});

const emptyReturn = z.object({
  lastFreeDay: wireDay,
  daysLeft: z.number().int(),
  daysOver: z.number().int(),
  /** Cost of a return today; absent unless the company holds SHIPMENT_CHARGES (product 6.5). */
  cost: z.object({ amount: wireDecimal, currency: z.string().length(3) }).nullish(),
});

const deliveryRow = z.object({
  id: wireId,
  number: z.string(),
  shipmentId: wireId,
  houseNumber: z.string(),
  containerNumber: z.string().nullable(),
  placeName: z.string(),
  timeZone: z.string().nullable(),
  windowFrom: wireDateTime.nullable(),
  windowTo: wireDateTime.nullable(),
  status: z.enum(deliveryStatuses),
  statusAt: wireDateTime.nullable(),
  failReason: z.enum(failReasons).nullable(),
  hasProof: z.boolean(),
  gateOut: wireMoment.nullable(),
  emptyReturned: wireMoment.nullable(),
  /** While the empty container is not returned and its last day is known. */
  emptyReturnDue: emptyReturn.nullish(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export const deliverySortKeys = ["window", "number"] as const;

const deliveryFilter = {
  /** By the asked clock; then `dayFrom` and `dayTo` do not count. */
  day: z.enum(deliveryDays).optional(),
  /** Days of the asked clock; `dayTo` is included. */
  dayFrom: z.iso.date().optional(),
  dayTo: z.iso.date().optional(),
  status: z.enum(deliveryStatuses).optional(),
  /** Beginning of a delivery, house or container number. */
  keyword: z.string().max(50).optional(),
  sort: z.enum(deliverySortKeys).default("window"),
  direction: z.enum(["asc", "desc"]).default("asc"),
  ...clockRequest,
};

export const deliveryList = endpoint({
  name: "lastMile.list",
  summary: "Deliveries of the caller's company by the day of their appointment, a page of them",
  neededBy: ["/last-mile/index"],
  path: "/lastMile/list",
  body: "json",
  request: z.object({ ...deliveryFilter, ...cursorRequest }),
  response: cursorPageOf(deliveryRow),
});

export const deliveryExport = endpoint({
  name: "lastMile.export",
  summary: "The filtered deliveries as a spreadsheet or CSV file, streamed; times on the clock",
  usedBy: ["/last-mile/index"],
  path: "/lastMile/export",
  body: "json",
  answer: "file",
  retries: 0,
  request: z.object({ ...deliveryFilter, ...fileRequest }),
  response: queuedExport,
});

export const deliveryDetail = endpoint({
  name: "lastMile.detail",
  summary: "One delivery with its steps, proof and asked appointments",
  neededBy: ["/last-mile/detail"],
  path: "/lastMile/detail",
  request: z.object({ id: wireId }),
  response: deliveryRow.extend({
    address: z.string().nullable(),
    driverName: z.string().nullable(),
    vehicle: z.string().nullable(),
    /** Null times: not planned, or not happened as far as is known. */
    steps: essential(
      z.array(
        z.object({
          step: z.enum(deliverySteps),
          planned: wireMoment.nullable(),
          actual: wireMoment.nullable(),
        }),
      ),
    ),
    signedBy: z.string().nullable(),
    proofs: expected(z.array(z.object({ id: wireId, fileName: z.string(), size: z.number().int() }))),
    /** Other appointments that were asked for, the latest first. */
    asked: expected(
      z.array(
        z.object({
          id: wireId,
          askedAt: wireDateTime,
          askedBy: z.string(),
          day: wireDay,
          timeFrom: z.string(),
          timeTo: z.string(),
          text: z.string(),
          /** No appointment was stated since. */
          isOpen: z.boolean(),
        }),
      ),
    ),
  }),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail.response>;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const deliveryAsk = endpoint({
  name: "lastMile.ask",
  summary: "Ask for another appointment, by the clock of the place; it goes to the shipment's conversation",
  usedBy: ["/last-mile/detail"],
  path: "/lastMile/ask",
  isWrite: true,
  request: z.object({
    id: wireId,
    day: z.iso.date(),
    timeFrom: time,
    timeTo: time,
    text: z.string().trim().max(ASK_WORDS_MAX).default(""),
  }),
  response: nothing,
});

export const deliveryProof = endpoint({
  name: "lastMile.proof",
  summary: "A picture or PDF of a proof of delivery, as it was sent, never shown in place",
  usedBy: ["/last-mile/detail"],
  path: "/lastMile/proof",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId, proofId: wireId }),
  response: z.any(),
});
