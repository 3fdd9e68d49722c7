import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { essential, expected } from "./reading.ts";
import { clockRequest, shipmentRow } from "./shipment.ts";
import { openStates, shipmentStatuses, statusListKeys } from "./shipment-code.ts";
import { journeyRoute } from "./shipment-route.ts";
import { counted, noFields, nothing, pageOf, wireDateTime, wireDay, wireMoment } from "./wire.ts";

/** The blocks of the page in their order, as it comes. */
export const dashboardBlocks = ["needs", "states", "arrivals", "map", "news", "onTime", "lists"] as const;
export type DashboardBlock = (typeof dashboardBlocks)[number];

/** How a person has arranged the page: every block once. */
const arrangement = z.array(z.object({ key: z.string().max(40), isShown: z.boolean() })).max(50);
export type Arrangement = z.infer<typeof arrangement>;

const arrived = z.object({
  onTime: z.number().int(),
  late: z.number().int(),
  /** Without an ETA, or without an event that confirms the arrival. */
  unknown: z.number().int(),
});
export type ArrivedOnTime = z.infer<typeof arrived>;

export const dashboard = endpoint({
  name: "dashboard.overview",
  summary: "The four status lists with counts, and what needs attention",
  neededBy: ["/dashboard"],
  path: "/dashboard/overview",
  body: "json",
  /** `today`: the present day in the reader's time zone; in UTC+8 by default. */
  request: z.object({
    ...clockRequest,
    today: wireDay.optional(),
    /**
     * The list that is shown: rows come of that one only, or, when no list is called so, of the first that has any. Absent:
     * all lists have rows.
     */
    shown: z.string().max(50).optional(),
    /** A person opens the page: what they are told of changes begins where their visit before ended. */
    isVisit: z.boolean().optional(),
  }),
  response: z.object({
    statusLists: essential(
      z.array(
        z.object({
          key: z.enum(statusListKeys),
          total: z.number().int(),
          isTotalCapped: z.boolean(),
          rows: z.array(shipmentRow),
        }),
      ),
    ),
    delayed: expected(pageOf(shipmentRow)),
    arriving: expected(pageOf(shipmentRow)),
    /** Shipments whose next step is up to the customer's side. */
    ownTurn: counted.nullish(),
    /**
     * Quotes that wait for a decision, and when the first of them expires. Null when the person does not see quotes; absent from
     * a provider that does not tell it here: then the page asks for the list.
     */
    toDecide: counted.extend({ firstUntil: wireDateTime.nullish() }).nullish(),
    /** Drafts of bookings that have not been sent; null and absent as above. */
    drafts: counted.nullish(),
    /**
     * Open shipments by state, each in one of them; `delayed` comes before the others, which are on time. Null when
     * there are too many to count.
     */
    states: z.record(z.enum(openStates), z.number().int()).nullish(),
    /** Open shipments by the day of their ETA: today and the 13 days after, on the asked clock. */
    arrivals: z.array(z.object({ day: wireDay, total: z.number().int() })).nullish(),
    /**
     * Shipments by the day of their arrival on the asked clock: in as many days up to today, and in as many before them.
     * On time: at most one calendar day after the first ETA, at the place of arrival. Null when there are too many to count.
     */
    onTime: z.object({ days: z.number().int(), now: arrived, before: arrived }).nullish(),
    /** Null when the person has no visit before this one. */
    news: z
      .object({
        /** The end of the visit before: the list's `changedSince` finds the same shipments. */
        since: wireDateTime,
        total: z.number().int(),
        isTotalCapped: z.boolean(),
        /** The latest of them, and what has changed. */
        rows: z.array(
          z.object({
            shipment: shipmentRow,
            /** Null: as it was. */
            statusBefore: z.enum(shipmentStatuses).nullish(),
            etaBefore: wireMoment.nullish(),
            /** Keys of dates that have become actual. */
            reached: z.array(z.string()),
            isNowDelayed: z.boolean(),
          }),
        ),
      })
      .nullish(),
    /** Null from a provider that does not keep it: then the page is as it comes. */
    blocks: arrangement.nullish(),
  }),
});

/** Shipments that the map has at most. */
export const MAPPED_MAX = 60;

export const dashboardMap = endpoint({
  name: "dashboard.map",
  summary: "The routes of what is on the way, of the 60 that arrive first",
  usedBy: ["/dashboard"],
  path: "/dashboard/map",
  body: "none",
  request: noFields,
  response: z.object({ routes: essential(z.array(journeyRoute)) }),
});

export const dashboardLayout = endpoint({
  name: "dashboard.layout",
  summary: "How the caller has arranged the dashboard",
  neededBy: ["/dashboard/arrange"],
  path: "/dashboard/layout",
  body: "none",
  request: noFields,
  response: z.object({ blocks: essential(arrangement), isUsual: z.boolean() }),
});

export const dashboardArrange = endpoint({
  name: "dashboard.arrange",
  summary: "Arrange the caller's dashboard; null brings back how it comes",
  neededBy: ["/dashboard/arrange"],
  path: "/dashboard/arrange",
  body: "json",
  isWrite: true,
  request: z.object({ blocks: arrangement.nullable() }),
  response: nothing,
});
