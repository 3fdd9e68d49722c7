import { z } from "zod";
import { essential } from "./reading.ts";

/** Product 9.3: a date from the server is a UTC+8 wall-clock time without a zone. `#app/lib/date-time.ts` converts. */
export const wireDateTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
/** A date known to the day only. */
export const wireDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** A moment, or the day when nothing finer is known. */
export const wireMoment = z.union([wireDateTime, wireDay]);

/** A decimal as text, so that no digit is lost on the way. */
export const wireDecimal = z.string().regex(/^-?\d+(\.\d+)?$/);

// An amount without its currency says nothing.
export const wireMoney = z.object({ amount: wireDecimal, currency: essential(z.string().length(3)) });
export type WireMoney = z.infer<typeof wireMoney>;

/** A port, airport, rail ramp or inland place; `name` comes in the language of the request. */
export const wirePlace = z.object({
  /** UN/LOCODE, or the IATA code of an airport. */
  code: z.string(),
  name: z.string(),
  countryCode: z.string().length(2),
  /** IANA zone; at an unknown place of an event the offset with which the event came, "-06:00"; null when neither is known. */
  timeZone: z.string().nullable(),
});
export type WirePlace = z.infer<typeof wirePlace>;

/** Identifiers are decimal text: they outgrow a number. One digit fewer than bigint has, so that each fits. */
export const wireId = z.string().regex(/^\d{1,18}$/);

/** An id in a URL of the portal: other providers may use other formats, such as UUIDs. */
export const addressId = z.string().regex(/^(?=.*\d)[\w.~-]{1,64}$/);

export const nothing = z.null();
export const noFields = z.object({});

export const pageRequest = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
};

/** A list that programs read to its end by cursor. */
export const cursorRequest = {
  ...pageRequest,
  cursor: z
    .string()
    .max(300)
    .regex(/^[\w-]*$/)
    .optional()
    .describe(
      "Reads the list to its end, each row once, whatever is added or changed meanwhile: empty for the first page, then the nextCursor of the answer before. Rows come in an order that does not change; page, sort and direction are not looked at.",
    ),
};

/** A number that is exact up to the counting limit; `isTotalCapped` says that there are more. */
export const counted = z.object({ total: z.number().int(), isTotalCapped: z.boolean() });

/** Rows of one page, and how many there are in all. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), ...counted.shape });
}

/** The answer to a `cursorRequest`. */
export function cursorPageOf<Row extends z.ZodType>(row: Row) {
  return pageOf(row).extend({
    nextCursor: z
      .string()
      .nullable()
      .optional()
      .describe("The cursor of the next page, null on the last one; only in answers to a cursor"),
  });
}

/** How many of how many pieces of an air waybill; absent: all of them. */
export const wirePieces = {
  pieces: z.number().int().nullable().optional(),
  totalPieces: z.number().int().nullable().optional(),
};
