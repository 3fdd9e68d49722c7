import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { essential, expected } from "./reading.ts";
import { clockRequest, shipmentRow } from "./shipment.ts";
import { openStates, statusListKeys } from "./shipment-code.ts";
import { pageOf, wireDay } from "./wire.ts";

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
  path: "/dashboard/overview",
  body: "json",
  /** `today`: the present day in the reader's time zone; in UTC+8 by default. */
  request: z.object({ ...clockRequest, today: wireDay.optional() }),
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
    ownTurn: z.object({ total: z.number().int(), isTotalCapped: z.boolean() }).nullish(),
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
  }),
});
