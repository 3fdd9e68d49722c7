import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { encodingCall, encodingPreviews } from "./file-encoding.ts";
import { fileFormats, queuedExport } from "./list-file.ts";
import { wireDateTime, wireId } from "./wire.ts";

/** Files of shipments and of milestones; which one it is is known by its columns. */
export const importKinds = ["SHIPMENT", "MILESTONE"] as const;
export type ImportKind = (typeof importKinds)[number];

export const shipmentColumns = [
  "customer",
  "houseNumber",
  "mode",
  "shipper",
  "consignee",
  "masterNumber",
  "carrierBookingNumber",
  "carrierCode",
  "vesselImo",
  "vesselName",
  "voyage",
  "flightNumber",
  "placeOfReceipt",
  "portOfDeparture",
  "portOfArrival",
  "portOfFinalArrival",
  "etd",
  "eta",
  "serviceType",
  "serviceLevel",
  "loadType",
  "incoterms",
  "paymentType",
  "pieces",
  "packageType",
  "grossWeightKg",
  "volumeCbm",
  "containers",
  "goods",
] as const;
export const milestoneColumns = [
  "customer",
  "houseNumber",
  "milestone",
  "classifier",
  "place",
  "at",
  "containerNumber",
  "remark",
] as const;
export type ShipmentColumn = (typeof shipmentColumns)[number];
export type MilestoneColumn = (typeof milestoneColumns)[number];
/** Columns of amounts; a file of milestones has none. */
export const numberColumns = ["pieces", "grossWeightKg", "volumeCbm"] as const satisfies ShipmentColumn[];
export const importColumns: Record<ImportKind, readonly (ShipmentColumn | MilestoneColumn)[]> = {
  SHIPMENT: shipmentColumns,
  MILESTONE: milestoneColumns,
};

/** A row of a file as it was read. */
export interface ImportFileRow {
  line: number;
  cells: Partial<Record<ShipmentColumn | MilestoneColumn, string>>;
  /** Numbers that can be meant in two ways: by the point, and by the comma. */
  unclear?: Record<string, [byPoint: string, byComma: string]>;
  /** Numbers as they were read by the form of the file alone. */
  presumed?: Record<string, string>;
}

export const DESK_IMPORT = { bytes: 5 * 1024 * 1024, rows: 5_000, shownRows: 200 } as const;

/** `same`: it is there already, `twice`: it stands in the file before. Neither is written, nor is what is faulty. */
export const rowStates = ["added", "changed", "same", "twice", "faulty"] as const;
export type RowState = (typeof rowStates)[number];

/** Multipart: one `file`, CSV or xlsx. Nothing is changed until `deskImport.run`. */
export const deskImport = endpoint({
  name: "deskImport.add",
  summary: "Read a file of shipments or of milestones and keep its rows",
  neededBy: ["/freightForwarder/shipmentImport"],
  path: "/deskImport/add",
  body: "multipart",
  access: "staff",
  isWrite: true,
  request: z.object({}),
  response: z.object({ id: wireId }),
});

const toldRow = z.object({
  line: z.number().int(),
  /** The house number. */
  name: z.string(),
  /** Column null: of the whole row. */
  texts: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
});

const importOutcome = z.object({
  counts: z.object(
    Object.fromEntries(rowStates.map((state) => [state, z.number().int()])) as Record<RowState, z.ZodInt>,
  ),
  /** The first of them: rows that are left out, rows with a warning, and rows that change what is there. */
  leftOut: z.array(toldRow),
  warned: z.array(toldRow),
  changed: z.array(
    z.object({
      line: z.number().int(),
      name: z.string(),
      changes: z.array(
        z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
  warnedRows: z.number().int(),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

export const deskImportReport = endpoint({
  name: "deskImport.report",
  summary: "What an import would do, or has done, with each row that is not right",
  neededBy: ["/freightForwarder/shipmentImport"],
  path: "/deskImport/report",
  access: "staff",
  timeoutMs: 60_000,
  request: z.object({ id: wireId }),
  response: importOutcome.extend({
    kind: z.enum(importKinds),
    fileName: z.string(),
    /** Version of the file and of what it would do at present: what `deskImport.run` has to name. */
    version: z.string(),
    unknownColumns: z.array(z.string()),
    encodings: encodingPreviews,
    done: z.object({ at: wireDateTime, by: z.string() }).nullable(),
  }),
});

export const deskImportEncoding = encodingCall(
  "deskImport.encoding",
  "/deskImport/encoding",
  "/freightForwarder/shipmentImport",
  "staff",
);

/** Refused with 409 when it was carried out before, or when it would do something else than what was seen. */
export const deskImportRun = endpoint({
  name: "deskImport.run",
  summary: "Carry out the sound rows of an import, all or none, if they do what was seen",
  neededBy: ["/freightForwarder/shipmentImport"],
  path: "/deskImport/run",
  access: "staff",
  isWrite: true,
  timeoutMs: 120_000,
  request: z.object({ id: wireId, version: z.string().min(1).max(100) }),
  response: z.object({ added: z.number().int(), changed: z.number().int() }),
});

export const deskImportExample = endpoint({
  name: "deskImport.example",
  summary: "A file with the columns and some rows that an import takes; file name in content-disposition",
  usedBy: ["/freightForwarder/shipmentImport"],
  path: "/deskImport/example",
  answer: "file",
  access: "staff",
  retries: 0,
  request: z.object({ kind: z.enum(importKinds), format: z.enum(fileFormats) }),
  response: queuedExport,
});
