import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeStarts, freeTimeTypes } from "./free-time-code.ts";
import { nothing, wireDay, wireId } from "./wire.ts";

/** Tariffs of demurrage and detention, entered by the desk. */

const text = (max: number) => z.string().trim().max(max).default("");

/** As typed; empty carrier, place and size: for all. */
export const tariffTyped = z.object({
  code: text(60),
  type: z.enum(freeTimeTypes),
  carrierCode: text(10),
  placeCode: text(100),
  sizeType: text(4),
  startEvent: z.enum(freeTimeStarts),
  dayOne: z.enum(["event-day", "next-day"]),
  freeDays: text(5),
  unit: z.enum(["calendar", "working"]),
  /** "5:50.00 5:75.00 *:120.00": so many days at so much a day; the last may be without end. */
  tiers: text(500),
  currency: z.enum(["CNY", "USD", "GBP", "EUR"]),
  validFrom: text(10),
  validTo: text(10),
  source: text(200),
  contractNumber: text(60),
});
export type TariffTyped = z.output<typeof tariffTyped>;

export const tariffList = endpoint({
  name: "tariff.list",
  summary: "Customers, and the tariffs of demurrage and detention of one of them",
  neededBy: ["/freightForwarder/tariffs"],
  path: "/tariff/list",
  access: "staff",
  request: z.object({ companyId: wireId.optional() }),
  response: z.object({
    companies: z.array(z.object({ id: wireId, name: z.string() })),
    tariffs: z.array(
      z.object({
        fields: tariffTyped,
        isOver: z.boolean(),
        version: z.string(),
        /** Null: by the command of operators. */
        changedBy: z.string().nullable(),
      }),
    ),
  }),
});

const seen = z.object({ code: z.string().min(1).max(60), version: z.string().min(1).max(40) });

/**
 * What is computed of days before stays: tariffs begin today at the earliest, and one that replaces another ends that on the day before.
 * Refused with 409 when somebody has changed the one that is replaced.
 */
export const tariffSave = endpoint({
  name: "tariff.save",
  summary: "Add a tariff of demurrage or detention, or a new version of one from a day on",
  usedBy: ["/freightForwarder/tariffs"],
  path: "/tariff/save",
  body: "json",
  access: "staff",
  isWrite: true,
  timeoutMs: 60_000,
  request: z.object({ companyId: wireId, fields: tariffTyped, replaces: seen.nullable().default(null) }),
  response: nothing,
});

export const tariffEnd = endpoint({
  name: "tariff.end",
  summary: "End a tariff after a day",
  usedBy: ["/freightForwarder/tariffs"],
  path: "/tariff/end",
  body: "json",
  access: "staff",
  isWrite: true,
  timeoutMs: 60_000,
  request: z.object({ companyId: wireId, tariff: seen, lastDay: wireDay }),
  response: nothing,
});
