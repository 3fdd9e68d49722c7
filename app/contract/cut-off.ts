import { z } from "zod";
import { cutOffCodes, cutOffNeeds } from "./cut-off-code.ts";
import { endpoint } from "./endpoint.ts";
import { wireDateTime, wireId, wireMoment, wirePlace } from "./wire.ts";

/** Cut-offs of shipments and bookings (trade 12), as carriers state them. */

export const STATEMENTS_MAX = 500;

const offsetDateTime = z.iso.datetime({ offset: true });

/** What a carrier states for one booking, bill or house number: the fields of DCSA's booking confirmation. */
export const cutOffStatement = z
  .looseObject({
    houseNumber: z.string().min(1).max(50).optional(),
    transportDocumentReference: z.string().min(1).max(50).optional(),
    carrierBookingReference: z.string().min(1).max(50).optional(),
    /** When the carrier stated it: a later one replaces, an older one goes to the history. */
    statedAt: offsetDateTime,
    shipmentCutOffTimes: z
      .array(
        z.looseObject({
          cutOffDateTimeCode: z.enum(cutOffCodes),
          /** An instant with its offset, or a day of the place's calendar. */
          cutOffDateTime: z.union([offsetDateTime, z.iso.date()]),
          UNLocationCode: z
            .string()
            .regex(/^[A-Z]{2}[A-Z2-9]{3}$/)
            .optional(),
          facility: z.string().max(100).optional(),
        }),
      )
      .min(1)
      .max(cutOffCodes.length),
  })
  .superRefine((statement, check) => {
    const { houseNumber, transportDocumentReference, carrierBookingReference } = statement;
    if (!houseNumber && !transportDocumentReference && !carrierBookingReference)
      check.addIssue({ code: "custom", path: ["carrierBookingReference"], message: "a number is needed" });
    const codes = statement.shipmentCutOffTimes.map(({ cutOffDateTimeCode }) => cutOffDateTimeCode);
    if (new Set(codes).size < codes.length)
      check.addIssue({ code: "custom", path: ["shipmentCutOffTimes"], message: "a code stands twice" });
  });
export type CutOffStatement = z.output<typeof cutOffStatement>;

const cutOffReport = z.object({
  /** Counts of cut-offs: new or changed, and those that were known or are older than what is known. */
  accepted: z.number().int(),
  repeated: z.number().int(),
  /** Statements that nothing was stored of, with what is wrong. */
  rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
});
export type CutOffReport = z.infer<typeof cutOffReport>;

export const cutOffState = endpoint({
  name: "cutOff.state",
  summary:
    "Take cut-offs that a carrier states for shipments or bookings; each statement is judged by itself. By a person of the desk, or a carrier's program with its key",
  service: "tracking",
  path: "/cutOff/state",
  body: "json",
  access: "staff",
  takesKeys: true,
  isWrite: true,
  request: z.object({ statements: z.array(z.unknown()).min(1).max(STATEMENTS_MAX) }),
  response: cutOffReport,
});

export const wireCutOff = z.object({
  code: z.enum(cutOffCodes),
  at: wireMoment,
  place: wirePlace.nullable(),
  facility: z.string().nullish(),
  source: z.string(),
  statedAt: wireDateTime,
  /** What was stated before, the latest first. */
  earlier: z.array(z.object({ at: wireMoment, statedAt: wireDateTime })).nullish(),
  /** What has to be done before it; null for a date from which on something is possible. */
  need: z.enum(cutOffNeeds).nullable(),
  /** When that was done; null while nothing tells of it. */
  metAt: wireMoment.nullable(),
  /** Of how many containers it is done, where they are counted. */
  count: z.object({ done: z.number().int(), total: z.number().int() }).nullish(),
});
export type WireCutOff = z.infer<typeof wireCutOff>;

export const cutOffList = endpoint({
  name: "cutOff.list",
  summary: "Cut-offs of a shipment or of a booking, the earliest first, with what is still missing for each",
  usedBy: ["/shipments/detail", "/shipments/bookingDetail"],
  path: "/cutOff/list",
  body: "json",
  request: z.union([z.object({ shipmentId: wireId }), z.object({ bookingId: wireId })]),
  response: z.object({ cutOffs: z.array(wireCutOff) }),
});
