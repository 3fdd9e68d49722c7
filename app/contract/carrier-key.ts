import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { wireDateTime, wireId } from "./wire.ts";

/** Header in which a carrier's program sends its key. */
export const CARRIER_KEY_HEADER = "x-api-key";

/** What a key allows when nothing else is asked for, and at most. */
export const CARRIER_KEY_LIMITS = {
  requestsPerMinute: { usual: 120, max: 6_000 },
  eventsPerMinute: { usual: 60_000, max: 600_000 },
  bodyBytes: { usual: 16 * 1024 * 1024, max: 16 * 1024 * 1024 },
} as const;

const limit = ({ usual, max }: { usual: number; max: number }) =>
  z.number().int().min(1).max(max).default(usual);

const carrierKey = z.object({
  id: wireId,
  carrierCode: z.string(),
  carrierName: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  requestsPerMinute: z.number().int(),
  eventsPerMinute: z.number().int(),
  bodyBytes: z.number().int(),
  madeBy: z.string(),
  createdAt: wireDateTime,
  /** Null: until it is revoked. */
  expiresAt: wireDateTime.nullable(),
  revokedAt: wireDateTime.nullable(),
  lastUsedAt: wireDateTime.nullable(),
  requestCount: z.number().int(),
  eventCount: z.number().int(),
});
export type CarrierKey = z.infer<typeof carrierKey>;

export const carrierKeyList = endpoint({
  name: "carrier.keyList",
  summary: "The keys by which carriers send events, with their limits and use, the newest first",
  service: "tracking",
  path: "/carrier/keys",
  body: "json",
  access: "staff",
  request: z.object({ carrierCode: z.string().max(10).optional() }),
  response: z.object({ rows: z.array(carrierKey) }),
});

export const carrierKeyMake = endpoint({
  name: "carrier.keyMake",
  summary:
    "Make a key for a carrier, which is answered once and not stored. A carrier has at most two that work, so that one replaces the other without a gap",
  service: "tracking",
  path: "/carrier/keyMake",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    carrierCode: z.string().min(1).max(10),
    requestsPerMinute: limit(CARRIER_KEY_LIMITS.requestsPerMinute),
    eventsPerMinute: limit(CARRIER_KEY_LIMITS.eventsPerMinute),
    bodyBytes: limit(CARRIER_KEY_LIMITS.bodyBytes),
    /** Days after which the carrier's present key ends; without it that key stays. */
    overlapDays: z.number().int().min(0).max(90).optional(),
  }),
  response: carrierKey.extend({ key: z.string() }),
});

export const carrierKeyRevoke = endpoint({
  name: "carrier.keyRevoke",
  summary: "End a carrier's key at once",
  service: "tracking",
  path: "/carrier/keyRevoke",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: z.null(),
});
