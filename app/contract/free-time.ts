import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeStarts, freeTimeTypes, holdKinds, statementSources } from "./free-time-code.ts";
import { essential } from "./reading.ts";
import { wireDateTime, wireDay, wireDecimal, wireId } from "./wire.ts";

/** The earliest last free day of containers that are not picked up or returned, by the calendar of the place. */
export const freeTimeSummary = z.object({
  lastFreeDay: wireDay,
  /** Days after today: 0 on the last free day, and when it is over. */
  daysLeft: z.number().int(),
  daysOver: z.number().int(),
});

const STATEMENTS_MAX = 1_000;

const day = z.iso.date();

/** What a carrier, terminal or railway says of a container's free time. `null` takes back a day that was stated. */
export const freeTimeStatement = z.object({
  containerNumber: z.string().trim().min(4).max(20),
  /** One of both: the container has to be in a shipment with this number. */
  houseNumber: z.string().trim().min(1).max(50).optional(),
  masterNumber: z.string().trim().min(1).max(50).optional(),
  kind: z.enum(freeTimeTypes),
  source: z.enum(statementSources),
  lastFreeDay: day.nullable(),
  statedAt: z.iso.datetime({ offset: true }),
  holds: z.array(z.enum(holdKinds)).max(holdKinds.length).default([]),
  /** Whether the container can be picked up; absent: nothing is said of it. */
  isAvailable: z.boolean().nullable().default(null),
});
export type FreeTimeStatement = z.output<typeof freeTimeStatement>;

export const freeTimeState = endpoint({
  name: "freeTime.state",
  summary:
    "Take what carriers, terminals and railways state of a container's last free day, holds and availability; each statement is judged by itself. The one with the latest statedAt counts, a repeated one changes nothing, an earlier one goes to the history. By a person of the desk, or a carrier's program with its key",
  service: "tracking",
  path: "/freeTime/state",
  body: "json",
  access: "staff",
  takesKeys: true,
  isWrite: true,
  request: z.object({ statements: z.array(z.unknown()).min(1).max(STATEMENTS_MAX) }),
  response: z.object({
    /** Now the one that counts. */
    accepted: z.number().int(),
    /** Earlier than the one that counts: kept in the history. */
    older: z.number().int(),
    repeated: z.number().int(),
    /** `index` counts from 0; reasons are plain English for the sender. */
    rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
  }),
});

const tier = z.object({
  /** Charged days from the first to the last of the tier; null: all further days. */
  from: z.number().int(),
  to: z.number().int().nullable(),
  perDay: wireDecimal,
});

const stated = z.object({
  source: z.enum(statementSources),
  /** Who sent it; null for the forwarder. */
  sender: z.string().nullable(),
  lastFreeDay: wireDay.nullable(),
  /** Null when it is not known, for a day of the forwarder's own record. */
  statedAt: wireDateTime.nullable(),
  receivedAt: wireDateTime.nullable(),
});

const freeTimeLine = z.object({
  type: z.enum(freeTimeTypes),
  /** The day that counts: the earliest stated one, else the computed one. */
  lastFreeDay: wireDay.nullable(),
  basis: z.enum(["stated", "computed"]).nullable(),
  /** Not picked up, or not returned, as far as is known. */
  isOpen: z.boolean(),
  /** Of an open line by the calendar of the place: days after today up to the last free day, and days past it. */
  daysLeft: z.number().int().nullable(),
  daysOver: z.number().int().nullable(),
  /** The latest of each source; earlier ones in `history`, the latest first. */
  stated: z.array(stated.extend({ history: z.array(stated) })),
  computed: z
    .object({
      lastFreeDay: wireDay,
      startEvent: z.enum(freeTimeStarts),
      startDay: wireDay,
      /** False: the start is planned, estimated, or the day that was asked for. */
      isActual: z.boolean(),
    })
    .nullable(),
  tariff: z
    .object({
      code: z.string(),
      startEvent: z.enum(freeTimeStarts),
      dayOne: z.enum(["event-day", "next-day"]),
      freeDays: z.number().int(),
      unit: z.enum(["calendar", "working"]),
      validFrom: wireDay,
      validTo: wireDay.nullable(),
      source: z.string(),
      contractNumber: z.string().nullable(),
      /** Absent, as `cost` is, unless the company holds SHIPMENT_CHARGES (product 6.5). */
      prices: z.object({ currency: z.string().length(3), tiers: z.array(tier) }).optional(),
    })
    .nullable(),
  /** When it was picked up or returned. */
  endedOn: wireDay.nullable(),
  cost: z
    .object({
      until: wireDay,
      /** `ended`: it was picked up or returned then. */
      by: z.enum(["ended", "asked", "today"]),
      days: z.number().int(),
      currency: z.string().length(3),
      amount: wireDecimal,
      tiers: z.array(tier.extend({ days: z.number().int(), amount: wireDecimal })),
    })
    .nullish(),
});
export type FreeTimeLineData = z.infer<typeof freeTimeLine>;

export const shipmentFreeTime = endpoint({
  name: "shipment.freeTime",
  summary: "Last free days of a shipment's containers, as stated and as computed, and what a later day costs",
  neededBy: ["/shipments/freeTime"],
  path: "/shipment/freeTime",
  request: z.object({
    id: wireId,
    /** The day of pick-up or return for which the cost is asked; today by default. */
    pickup: z.iso.date().optional(),
  }),
  response: z.object({
    houseNumber: z.string(),
    carrierName: z.string().nullable(),
    placeName: z.string(),
    /** By the calendar of the place of arrival. */
    today: wireDay,
    containers: essential(
      z.array(
        z.object({
          containerNumber: z.string(),
          containerType: z.string(),
          isAvailable: z.boolean().nullable(),
          holds: z.array(
            z.object({
              kind: z.enum(holdKinds),
              source: z.enum(statementSources),
              sender: z.string().nullable(),
              statedAt: wireDateTime,
            }),
          ),
          lines: z.array(freeTimeLine),
        }),
      ),
    ),
  }),
});
export type ShipmentFreeTime = z.infer<typeof shipmentFreeTime.response>;
export type FreeTimeContainer = ShipmentFreeTime["containers"][number];
