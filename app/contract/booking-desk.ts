import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CARRIER_BOOKING_MAX } from "./freight-code.ts";
import { nothing, wireId } from "./wire.ts";

export const bookingDecide = endpoint({
  name: "booking.decide",
  summary: "The forwarder accepts, declines with a reason, or confirms",
  usedBy: ["/freightForwarder/booking"],
  path: "/booking/decide",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    action: z.enum(["accept", "decline", "confirm"]),
    /** Without one the present state alone decides. */
    version: z.coerce.number().int().optional(),
    /** Why it is declined; required then. */
    reason: z.string().trim().max(500).default(""),
    /** Under which the carrier has it; required to confirm. */
    carrierBookingNumber: z.string().trim().max(CARRIER_BOOKING_MAX).default(""),
  }),
  response: nothing,
});

/** The booking stays submitted; the customer is asked in its conversation. */
export const bookingAskBack = endpoint({
  name: "booking.askBack",
  summary: "The forwarder asks the customer about a submitted booking",
  usedBy: ["/freightForwarder/booking"],
  path: "/booking/askBack",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    version: z.coerce.number().int(),
    text: z.string().trim().min(1).max(1_000),
  }),
  response: nothing,
});

export const bookingAnswerChange = endpoint({
  name: "booking.answerChange",
  summary: "The forwarder answers a change request of an accepted booking, once",
  usedBy: ["/freightForwarder/booking"],
  path: "/booking/answerChange",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    requestId: wireId,
    isGranted: z.stringbool(),
    text: z.string().trim().min(1).max(1_000),
  }),
  response: nothing,
});
