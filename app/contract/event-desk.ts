import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { STORED_EVENT_ID_MAX } from "./event.ts";
import { nothing, wireId } from "./wire.ts";

/** Once for each event: the second of two is told who has matched it (409). */
export const eventMatch = endpoint({
  name: "dcsa.match",
  summary: "Tie an event that names no shipment to the one with this house number; who did it is kept",
  usedBy: ["/freightForwarder/events"],
  service: "tracking",
  path: "/dcsa/v3/match",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    eventId: z.string().min(1).max(STORED_EVENT_ID_MAX),
    houseNumber: z.string().trim().min(1).max(50),
  }),
  response: z.object({ shipmentId: wireId, houseNumber: z.string() }),
});

/** Refused with 409 when the event is not matched to this shipment any more. */
export const eventUnmatch = endpoint({
  name: "dcsa.unmatch",
  summary: "Take an event that was matched by hand off its shipment; it waits for one again",
  usedBy: ["/freightForwarder/shipment"],
  service: "tracking",
  path: "/dcsa/v3/unmatch",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ eventId: z.string().min(1).max(STORED_EVENT_ID_MAX), shipmentId: wireId }),
  response: nothing,
});

export const quarantineRetry = endpoint({
  name: "dcsa.quarantineRetry",
  summary: "Judge an event in quarantine again, after what it named has become known",
  usedBy: ["/freightForwarder/events"],
  service: "tracking",
  path: "/dcsa/v3/quarantineRetry",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: z.object({
    isReleased: z.boolean(),
    /** Why it stays, in plain English. */
    reasons: z.array(z.string()),
  }),
});
