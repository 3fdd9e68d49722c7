import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { jobModes, shipmentStatuses } from "./shipment-code.ts";
import { noFields, wireDateTime, wireId } from "./wire.ts";

/** Two shipments of a customer that are the same, made into one. */

const brief = z.object({
  id: wireId,
  houseNumber: z.string(),
  company: z.string(),
  mode: z.enum(jobModes),
  status: z.enum(shipmentStatuses),
  version: z.number().int(),
  masterNumber: z.string().nullable(),
  carrierBookingNumber: z.string().nullable(),
  bookingNumber: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  etd: wireDateTime.nullable(),
  eta: wireDateTime.nullable(),
  containers: z.array(z.string()),
  pieces: z.number().int(),
  grossWeightKg: z.string(),
  createdAt: wireDateTime,
});
export type MergeSide = z.infer<typeof brief>;

export const shipmentDoubles = endpoint({
  name: "shipment.doubles",
  summary: "Shipments of one customer that are likely the same: equal numbers, the same way, near dates",
  neededBy: ["/freightForwarder/shipmentMerge"],
  path: "/shipment/doubles",
  access: "staff",
  request: noFields,
  response: z.object({
    pairs: z.array(
      z.object({
        /** The one that was made first. */
        one: brief,
        other: brief,
        shared: z.array(z.object({ kind: z.enum(["M", "BKG", "CNTR"]), number: z.string() })),
      }),
    ),
  }),
});

/** What goes over; `events` without those that say the same. */
export const mergeParts = [
  "events",
  "equalEvents",
  "containers",
  "orders",
  "documents",
  "messages",
  "notes",
  "drafts",
  "deliveries",
  "followers",
  "shareLinks",
  "statements",
  "bookings",
] as const;

export const shipmentMergeLook = endpoint({
  name: "shipment.mergeLook",
  summary: "Two shipments side by side, what would go over, and what stands against it",
  usedBy: ["/freightForwarder/shipmentMerge"],
  path: "/shipment/mergeLook",
  body: "json",
  access: "staff",
  request: z.object({
    /** House numbers. */
    keep: z.string().trim().min(1).max(50),
    go: z.string().trim().min(1).max(50),
  }),
  response: z.object({
    keep: brief.nullable(),
    go: brief.nullable(),
    parts: z.array(z.object({ part: z.enum(mergeParts), count: z.number().int() })),
    /** Why they cannot be merged, in words. */
    against: z.array(z.string()),
  }),
});

/** Refused with 409 when somebody has changed one of them since, and with 400 when something stands against it. */
export const shipmentMerge = endpoint({
  name: "shipment.merge",
  summary: "Move all that a shipment has to another one, which takes over its numbers; nothing is erased",
  usedBy: ["/freightForwarder/shipmentMerge"],
  path: "/shipment/merge",
  body: "json",
  access: "staff",
  isWrite: true,
  timeoutMs: 60_000,
  request: z.object({
    keep: wireId,
    keepVersion: z.number().int(),
    go: wireId,
    goVersion: z.number().int(),
    reason: z.string().trim().min(1).max(500),
  }),
  response: z.object({ id: wireId, houseNumber: z.string() }),
});
