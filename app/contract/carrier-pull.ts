import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { wireDateTime } from "./wire.ts";

const carrierCode = z.string().min(1).max(10);

const carrierPull = z.object({
  carrierCode: z.string(),
  baseUrl: z.string(),
  /** Null: asked without a credential, whose value is never answered. */
  credentialHeader: z.string().nullable(),
  intervalMinutes: z.number().int(),
  pageSize: z.number().int(),
  isOn: z.boolean(),
  nextAt: wireDateTime,
  /** Failed asks in a row, and what the last one said. */
  failures: z.number().int(),
  lastError: z.string().nullable(),
  lastAskedAt: wireDateTime.nullable(),
  lastAnsweredAt: wireDateTime.nullable(),
  /** Events that were new or corrected others, and those that were refused or doubtful. */
  eventCount: z.number().int(),
  faultCount: z.number().int(),
});

export const carrierPullList = endpoint({
  name: "carrier.pullList",
  summary: "Carriers whose Track & Trace 2.2 lists are asked for on a schedule, with what came of it",
  service: "tracking",
  path: "/carrier/pulls",
  access: "staff",
  request: z.object({}),
  response: z.object({ rows: z.array(carrierPull) }),
});

export const carrierPullSave = endpoint({
  name: "carrier.pullSave",
  summary:
    "Ask a carrier's Track & Trace 2.2 API for its events on a schedule, or change how; the next ask is at once",
  service: "tracking",
  path: "/carrier/pullSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    carrierCode,
    /** Without "/events". https, unless the operator allows plain http. */
    baseUrl: z.url({ protocol: /^https?$/ }).max(500),
    /** Absent: as it is, or none for another address; null: none. */
    credential: z
      .object({
        header: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,49}$/),
        value: z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,3999}$/),
      })
      .nullable()
      .optional(),
    intervalMinutes: z.number().int().min(1).max(1_440).default(15),
    pageSize: z.number().int().min(1).max(1_000).default(100),
    isOn: z.boolean().default(true),
  }),
  response: carrierPull,
});
