import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { nothing, wireDateTime, wireId } from "./wire.ts";

/** Bookings by sea that are sent to the carrier as messages of DCSA Booking 2. */

const statuses = ["WAITING", "SENT", "REFUSED", "FAILED", "STOPPED"] as const;
export type CarrierBookingStatus = (typeof statuses)[number];

/** Why the last try brought nothing, or why there was none. */
const problems = [
  "TIMEOUT",
  "UNREACHABLE",
  "BUSY",
  "REFUSED",
  "ADDRESS",
  "REDIRECT",
  "SIZE",
  "NOT_CONFIGURED",
  "BOOKING_STATE",
] as const;
export type CarrierBookingProblem = (typeof problems)[number];

const carrier = z.object({ code: z.string(), name: z.string() });

export const carrierBooking = endpoint({
  name: "booking.carrier",
  summary: "A booking as the message to its carrier, and to whom it was sent",
  usedBy: ["/freightForwarder/booking"],
  path: "/booking/carrier",
  access: "staff",
  request: z.object({ id: wireId }),
  response: z.object({
    /** Null unless the booking goes by sea. */
    message: z.string().nullable(),
    /** Paths that the standard requires and the booking does not hold. */
    lacking: z.array(z.string()),
    /** Carriers to whom it can be sent now. */
    carriers: z.array(carrier),
    /** The one that the booking names, among them. */
    proposed: z.string(),
    /** The latest first. */
    sends: z.array(
      z.object({
        id: wireId,
        carrier,
        status: z.enum(statuses),
        /** The contract with the carrier that was named. */
        contract: z.string(),
        attempts: z.number().int(),
        nextAt: wireDateTime,
        /** A process is at it at this moment. */
        isUnderWay: z.boolean(),
        problem: z.enum(problems).nullable(),
        httpStatus: z.number().int().nullable(),
        /** What the carrier said, in its words. */
        answer: z.string().nullable(),
        carrierReference: z.string().nullable(),
        askedBy: z.string(),
        askedAt: wireDateTime,
        endedAt: wireDateTime.nullable(),
        /** The message would be the same today. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
});
export type CarrierBookingData = z.output<typeof carrierBooking.response>;

/** Refused with 409 when the booking is another one by now, or the carrier has it already. */
export const carrierBookingSend = endpoint({
  name: "booking.carrierSend",
  summary: "Send an accepted booking to a carrier: once, repeated until it is answered",
  usedBy: ["/freightForwarder/booking"],
  path: "/booking/carrier/send",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    version: z.coerce.number().int(),
    carrierCode: z.string().max(10),
    contract: z.string().trim().max(30),
  }),
  response: nothing,
});

/** Refused with 409 while it is under way, and when it was answered meanwhile. */
export const carrierBookingAct = endpoint({
  name: "booking.carrierAct",
  summary: "Try again at once to send a booking to a carrier, or try no more",
  usedBy: ["/freightForwarder/booking"],
  path: "/booking/carrier/act",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId, sendId: wireId, action: z.enum(["retry", "stop"]) }),
  response: nothing,
});
