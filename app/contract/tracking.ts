import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { absentIs, essential, expected } from "./reading.ts";
import { clockRequest, shipmentDetailData, shipmentRow, shipmentSort } from "./shipment.ts";
import { jobModes, shipmentStatusFilters } from "./shipment-code.ts";
import { journeyRoute } from "./shipment-route.ts";
import { cursorPageOf, cursorRequest, wireDecimal, wireId, wireMoney, wirePlace } from "./wire.ts";

/** The three tracking areas: one question for all numbers at once, orders by PO, a year with its totals. */
const service = { service: "tracking" } as const;

/** Departures of a year up to now: by the actual departure where there is one, else by the ETD. */
const ofYear = z.object({
  year: z.number().int().min(2000).max(2100),
  month: z.number().int().min(1).max(12).optional(),
  /** Codes of the port of departure and of arrival: a lane. */
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  mode: z.enum(jobModes).optional(),
});
export type OfYear = z.infer<typeof ofYear>;

export const trackingList = endpoint({
  name: "tracking.list",
  summary: "Shipments of a tracking area, a page of them",
  neededBy: ["/tracking/index", "/ytdTracking/index"],
  path: "/tracking/list",
  body: "json",
  ...service,
  request: z
    .object({
      /** Prefix, in any spelling. */
      houseNumber: z.string().max(50).optional(),
      status: z.enum(shipmentStatusFilters).optional(),
      shipper: z.string().max(100).optional(),
      consignee: z.string().max(100).optional(),
      ofYear: ofYear.optional(),
    })
    .extend(shipmentSort.shape)
    .extend(cursorRequest)
    .extend(clockRequest),
  response: cursorPageOf(shipmentRow),
});

const quantity = z.object({ pieces: z.number().int(), cartons: z.number().int() });

/** A SKU of a PO, summed over the shipments that carry it. */
const orderLine = z.object({
  skuNumber: z.string(),
  description: z.string(),
  shipperNames: absentIs(z.array(z.string()), []),
  ordered: expected(quantity),
  /** Of shipments that have left. */
  shipped: expected(quantity),
  /** Pieces times price; null where a price is not known, and for people who may not see the seller's documents. */
  orderedAmount: wireMoney.nullable(),
  shippedAmount: wireMoney.nullable(),
  /** Shipments of the PO that carry it. */
  shipmentIds: absentIs(z.array(wireId), []),
});
export type TrackedLine = z.infer<typeof orderLine>;

export const trackedOrder = z.object({
  poNumber: z.string(),
  lines: z.array(orderLine),
  /** The latest ones; `shipmentTotal` counts all. */
  shipments: z.array(shipmentRow),
  shipmentTotal: z.number().int(),
});
export type TrackedOrder = z.infer<typeof trackedOrder>;

export const trackingOrders = endpoint({
  name: "tracking.orders",
  summary: "Purchase orders with their SKU lines and shipments, a page of them",
  neededBy: ["/appleTracking/index"],
  usedBy: ["/tracking/index"],
  path: "/tracking/orders",
  body: "json",
  ...service,
  request: z
    .object({
      /** Prefixes, in any spelling. */
      poNumber: z.string().max(50).optional(),
      skuNumber: z.string().max(50).optional(),
    })
    .extend(cursorRequest),
  response: cursorPageOf(trackedOrder),
});

const sums = {
  shipments: z.number().int(),
  grossWeightKg: expected(wireDecimal),
  volumeCbm: expected(wireDecimal),
  /** Of full containers, a twenty-foot one is 1; null when there are none. */
  teu: wireDecimal.nullable(),
};
export type TrackedSums = z.infer<z.ZodObject<typeof sums>>;

export const trackingTotals = endpoint({
  name: "tracking.totals",
  summary: "The shipments of a year up to now, by month and by lane",
  neededBy: ["/ytdTracking/index"],
  path: "/tracking/totals",
  body: "json",
  ...service,
  request: ofYear.pick({ year: true }).extend(clockRequest),
  response: z.object({
    all: essential(z.object(sums)),
    months: essential(z.array(z.object({ month: z.number().int(), ...sums }))),
    /** The busiest ones; `laneTotal` counts all. */
    lanes: essential(z.array(z.object({ mode: z.enum(jobModes), from: wirePlace, to: wirePlace, ...sums }))),
    laneTotal: z.number().int(),
  }),
});

/** How many numbers one question takes. */
export const NUMBERS_MAX = 200;
export const numberKinds = ["H", "M", "CNTR", "PO"] as const;
export type NumberKind = (typeof numberKinds)[number];

export const trackingNumbers = endpoint({
  name: "tracking.numbers",
  summary: "The shipments behind up to 200 numbers of any kind, with the routes of those under way",
  usedBy: ["/tracking/index", "/appleTracking/index", "/ytdTracking/index"],
  path: "/tracking/numbers",
  body: "json",
  ...service,
  request: z.object({ numbers: z.array(z.string().min(1).max(50)).max(NUMBERS_MAX) }),
  response: z.object({
    /** Numbers that nothing was found for are left out. */
    matches: essential(
      z.array(
        z.object({
          number: z.string(),
          kinds: z.array(z.enum(numberKinds)),
          /** The latest ones; `total` counts all. */
          shipmentIds: z.array(wireId),
          total: z.number().int(),
        }),
      ),
    ),
    rows: essential(z.array(shipmentRow)),
    /** Shipments under way among the rows. */
    routes: z.array(journeyRoute.extend({ id: wireId })).nullish(),
  }),
});
export type MatchedNumbers = z.infer<typeof trackingNumbers.response>;

/** A shipment as far as it is tracked: without charges, documents and what else belongs to its file. */
export const trackedShipment = shipmentDetailData.omit({
  estimatedCharges: true,
  isPublic: true,
  paymentType: true,
  commercialInvoiceNumber: true,
  booking: true,
  cargo: true,
  documents: true,
});
export type TrackedShipment = z.infer<typeof trackedShipment>;

export const trackingDetail = endpoint({
  name: "tracking.detail",
  summary: "Journey, dates, containers and events of one shipment",
  neededBy: ["/tracking/detail"],
  path: "/tracking/detail",
  ...service,
  request: z.object({ id: wireId }),
  response: trackedShipment,
});
