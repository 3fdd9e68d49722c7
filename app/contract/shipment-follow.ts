import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** By which shipments are followed together; `lane` takes a place of origin and one of destination. */
export const followKeys = ["houseNumber", "poNumber", "containerNumber", "lane"] as const;

export const shipmentFollowMany = endpoint({
  name: "shipment.followMany",
  summary: "Follow every shipment with a number, or every open one of a lane",
  usedBy: ["/account/shipmentsSubscription"],
  path: "/shipment/followMany",
  isWrite: true,
  request: z.object({
    by: z.enum(followKeys),
    /** The whole number; for a lane its origin, as a code or a name. */
    value: z.string().trim().min(1).max(100),
    destination: z.string().trim().max(100).optional(),
  }),
  response: z.object({
    /** How many fit, and how many of these were not followed before. */
    found: z.number().int(),
    added: z.number().int(),
  }),
});
