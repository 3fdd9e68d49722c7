import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { STORED_EVENT_ID_MAX } from "./event.ts";
import { pageOf, pageRequest, wireDateTime } from "./wire.ts";

export const waitingList = endpoint({
  name: "dcsa.waiting",
  summary:
    "Events that name no shipment that is there: those that wait for it, or those that were set aside after a limit, with the reason; the latest first",
  neededBy: ["/freightForwarder/events"],
  service: "tracking",
  path: "/dcsa/v3/waiting",
  body: "json",
  access: "staff",
  request: z.object({ ...pageRequest, isSetAside: z.boolean().default(false) }),
  response: pageOf(
    z.object({
      eventId: z.string(),
      /** The carrier whose key sent it; null: the forwarder. */
      sender: z.string().nullable(),
      code: z.string(),
      occurredAt: wireDateTime,
      /** What it names: "CNTR MSKU6011672". */
      references: z.array(z.string()),
      since: wireDateTime,
      setAsideAt: wireDateTime.nullable(),
      /** It has waited too long, or its sender has too many that wait. */
      reason: z.enum(["TIME", "NUMBER"]).nullable(),
    }),
  ),
});

export const waitingRetry = endpoint({
  name: "dcsa.waitingRetry",
  summary: "Let events that were set aside wait again, and tie them to shipments that are there by now",
  usedBy: ["/freightForwarder/events"],
  service: "tracking",
  path: "/dcsa/v3/waitingRetry",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    /** Without them all that were set aside, as many as one call can do. */
    eventIds: z.array(z.string().max(STORED_EVENT_ID_MAX)).max(2_000).optional(),
  }),
  response: z.object({
    retried: z.number().int(),
    attached: z.number().int(),
    /** Still set aside. */
    left: z.number().int(),
  }),
});
