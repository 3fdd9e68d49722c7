import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { invoiceKinds, SERIES_PREFIX, SERIES_WIDTH_MAX, SERIES_WIDTH_MIN } from "./invoice-code.ts";
import { operationLogEntry } from "./quote.ts";
import { nothing, wireId } from "./wire.ts";

/** The numbers of invoices and credit notes; for the desk alone. */
const series = z.object({ kind: z.enum(invoiceKinds), year: z.number().int().min(1990).max(2199) });

export const invoiceSeries = endpoint({
  name: "invoice.series",
  summary:
    "The series of numbers of each year, the latest first, with the next number of each, and who has set prefixes and widths",
  neededBy: ["/freightForwarder/invoiceSeries"],
  path: "/invoice/series",
  access: "staff",
  request: z.object({}),
  response: z.object({
    series: z.array(
      series.extend({
        prefix: z.string(),
        width: z.number().int(),
        nextNumber: z.string(),
        /** It has given no number yet, and its year is this or the next one. */
        isOpen: z.boolean(),
      }),
    ),
    /** The last change of any of them; "0": there is none. */
    version: wireId,
    log: z.array(operationLogEntry),
  }),
});

export const invoiceSeriesSet = endpoint({
  name: "invoice.seriesSet",
  summary:
    "Set prefix and width of a series of this or the next year that has given no number yet; 409 when it has by now, or when somebody has set one since",
  usedBy: ["/freightForwarder/invoiceSeries"],
  path: "/invoice/seriesSet",
  body: "json",
  access: "staff",
  isWrite: true,
  request: series.extend({
    prefix: z.string().regex(SERIES_PREFIX),
    width: z.number().int().min(SERIES_WIDTH_MIN).max(SERIES_WIDTH_MAX),
    version: wireId,
  }),
  response: nothing,
});
