import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { encodingCall, encodingPreviews } from "./file-encoding.ts";
import { transportModes } from "./freight-code.ts";
import { draftOptions } from "./quote-desk.ts";
import { pageOf, pageRequest, wireDateTime, wireDay, wireId } from "./wire.ts";

/** Columns of a file of rates. Weight breaks are columns of their own: `N` or `Q0`, `Q45`, `Q100`, ... */
export const rateColumns = [
  "sheet",
  "mode",
  "carrier",
  "transitDays",
  "origin",
  "destination",
  "currency",
  "validFrom",
  "validTo",
  "chargeCode",
  "charge",
  "unit",
  "container",
  "price",
  "minimum",
  "cost",
  "margin",
] as const;
export type RateColumn = (typeof rateColumns)[number];

/** A row of a file as it was read, with the rates of its weight breaks by their weight. */
export interface RateFileRow {
  line: number;
  cells: Partial<Record<RateColumn, string>>;
  breaks: Record<string, string>;
  /** Numbers that can be meant in two ways, by column or weight of a break: by the point, and by the comma. */
  unclear?: Record<string, [byPoint: string, byComma: string]>;
}

/** What a rate is multiplied with. `percent`: of the freight, which is the first charge of its sheet. */
export const rateUnits = ["kg", "rt", "cbm", "container", "shipment", "percent"] as const;
export type RateUnit = (typeof rateUnits)[number];

export const RATE_IMPORT = { bytes: 5 * 1024 * 1024, rows: 5_000, faultyRows: 200 } as const;

/** Charges of a sheet with one carrier and lane. */
export const rateSheet = z.object({
  sheet: z.string(),
  mode: z.enum(transportModes),
  carrierName: z.string(),
  origin: z.string(),
  destination: z.string(),
  currency: z.string(),
  charges: z.number().int(),
  /** When the first of its charges begins and the last one ends; null: without end. */
  validFrom: wireDay.nullable(),
  validTo: wireDay.nullable(),
  importedAt: wireDateTime,
  importedBy: z.string(),
});
export type RateSheet = z.infer<typeof rateSheet>;

export const rateList = endpoint({
  name: "rate.list",
  summary: "The rates in force, by sheet, carrier and lane",
  neededBy: ["/freightForwarder/rates"],
  path: "/rate/list",
  body: "json",
  access: "staff",
  request: z.object({ ...pageRequest, keyword: z.string().max(100).optional() }),
  response: pageOf(rateSheet),
});

/** Multipart: one `file`, CSV or xlsx. Nothing is changed until `rate.importRun`. */
export const rateImport = endpoint({
  name: "rate.import",
  summary: "Read a file of rates and keep its rows",
  usedBy: ["/freightForwarder/rates"],
  path: "/rate/import",
  body: "multipart",
  access: "staff",
  isWrite: true,
  request: z.object({}),
  response: z.object({ id: wireId }),
});

export const rateImportReport = endpoint({
  name: "rate.importReport",
  summary: "What an import would do, or has done, and each row that holds it up",
  usedBy: ["/freightForwarder/rates"],
  path: "/rate/importReport",
  access: "staff",
  request: z.object({ id: wireId }),
  response: z.object({
    fileName: z.string(),
    isDone: z.boolean(),
    rows: z.number().int(),
    /** Codes of the sheets, with the number of rows in force that each replaces. */
    sheets: z.array(z.object({ sheet: z.string(), rows: z.number().int(), replaces: z.number().int() })),
    faultyRows: z.number().int(),
    /** The first of them, with the line of the file in which each begins. */
    faulty: z.array(
      z.object({
        line: z.number().int(),
        faults: z.array(z.object({ column: z.string(), message: z.string() })),
      }),
    ),
    unknownColumns: z.array(z.string()),
    encodings: encodingPreviews,
  }),
});
export type RateReport = z.infer<typeof rateImportReport.response>;

export const rateImportEncoding = encodingCall(
  "rate.importEncoding",
  "/rate/importEncoding",
  "/freightForwarder/rates",
  "staff",
);

export const rateImportRun = endpoint({
  name: "rate.importRun",
  summary: "Put the rates of a file in force, all or none; they replace those of the same sheets",
  usedBy: ["/freightForwarder/rates"],
  path: "/rate/importRun",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: z.object({ rows: z.number().int() }),
});

export const rateOffer = endpoint({
  name: "rate.offer",
  summary:
    "What the rates in force make of a quote request: an option for each sheet and carrier of its lane",
  usedBy: ["/freightForwarder/quote"],
  path: "/rate/offer",
  access: "staff",
  request: z.object({ quoteId: wireId }),
  response: z.object({ options: draftOptions, sheets: z.array(z.string()) }),
});
