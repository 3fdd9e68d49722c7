import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import type { z } from "zod";
import { milestoneColumns, shipmentColumns } from "#app/contract/desk-import.ts";
import { invoiceRecord, milestoneRecord, shipmentRecord } from "#app/contract/forwarder-system.ts";
import { invoiceColumns, invoiceLineColumns, type RecordKind } from "#app/contract/forwarder-system-code.ts";
import { readImp } from "#app/lib/cargo-imp.ts";
import { checkInputShape } from "../call/input-shape.ts";
import { type CsvDelimiter, csvRows, delimiterOf } from "../files/csv-rows.ts";
import { clearNumbers, type NumberStyle, numberStyle } from "../files/table-numbers.ts";
import { decodeText, unicodeDecoder } from "../files/text-encoding.ts";
import { columnOfHead } from "../shipment-desk/import-words.ts";
import { invoiceOf } from "./invoices.ts";
import { milestoneOf } from "./milestones.ts";
import type { FileName } from "./place.ts";
import { type BothLanguages, cellsOf, numberColumnsOf, type SentRecord, tell } from "./record.ts";
import { shipmentOf } from "./shipments.ts";
import { statusRecords } from "./statuses.ts";

/** Nothing of the file, or no more of it, can be taken. */
export class FileFault extends Error {
  readonly told: BothLanguages;
  constructor(bothLanguages: BothLanguages) {
    super(bothLanguages.en);
    this.told = bothLanguages;
  }
}

/** JSON is read whole; whoever has more sends CSV, which is not. */
const JSON_BYTES = 16 * 1024 * 1024;
/** Read whole as well: a status has a hundred characters. */
const STATUS_BYTES = 16 * 1024 * 1024;
const JSON_VALUES = 1_000_000;
const RECORD_BYTES = 1024 * 1024;
const HEAD_BYTES = 64 * 1024;
const STYLE_ROWS = 5_000;

const needed: Record<RecordKind, readonly string[]> = {
  SHIPMENT: ["sourceReference", "customer", "houseNumber"],
  MILESTONE: ["sourceReference", "houseNumber", "milestone", "classifier", "at"],
  INVOICE: ["sourceReference", "customer", "invoiceNumber"],
};

export interface FileContent {
  /** The file itself says that it brings in what was there before, whatever its name. */
  isFirst: boolean;
  /** One after the other; of a CSV file no more is held than one of them. Throws FileFault. */
  records: AsyncIterable<SentRecord> | Iterable<SentRecord>;
}

/** @throws FileFault */
export async function readRecords(path: string, { kind, format }: FileName): Promise<FileContent> {
  if (kind === "STATUS") return readStatuses(path);
  if (format === "json") return readJson(path, kind);
  const rows = readCsv(path, kind);
  return { isFirst: false, records: kind === "INVOICE" ? asInvoices(rows) : rows };
}

async function readStatuses(path: string): Promise<FileContent> {
  if ((await stat(path)).size > STATUS_BYTES)
    throw new FileFault(tell("systemFileLarge", { megabytes: STATUS_BYTES / 1024 / 1024 }));
  const records = statusRecords(readImp(await readFile(path, "latin1")));
  if (records.length === 0) throw new FileFault(tell("fileEmpty"));
  return { isFirst: false, records: records.map(({ line, statuses }) => ({ line, cells: {}, statuses })) };
}

async function* readCsv(path: string, kind: RecordKind): AsyncGenerator<SentRecord> {
  let style: NumberStyle | null = null;
  for await (const record of rowsOf(path, kind)) {
    // The first row says that the head is right; then the file is read a second time for its numbers.
    style ??= await styleOf(path, kind);
    const { cells, ...notes } = clearNumbers(record.cells, numberColumnsOf(kind), style);
    yield { line: record.line, cells, ...notes };
  }
}

/** How the numbers of a file are meant, by as many of its rows as the desk's imports have at most. */
async function styleOf(path: string, kind: RecordKind): Promise<NumberStyle> {
  const numbers: string[] = [];
  let rows = 0;
  for await (const { cells } of rowsOf(path, kind)) {
    for (const column of numberColumnsOf(kind)) if (cells[column] !== undefined) numbers.push(cells[column]);
    if (++rows === STYLE_ROWS) break;
  }
  return numberStyle(numbers, (await startOf(path)).delimiter);
}

async function* rowsOf(path: string, kind: RecordKind): AsyncGenerator<SentRecord> {
  const { decoder, delimiter } = await startOf(path);
  const text = decoded(createReadStream(path), decoder);
  let columns: (string | undefined)[] | null = null;
  try {
    for await (const { line, cells: row } of csvRows(text, delimiter, RECORD_BYTES)) {
      if (!columns) {
        columns = columnsOf(row, kind);
        continue;
      }
      const cells: Record<string, string> = {};
      for (const [index, column] of columns.entries()) if (column) cells[column] = row[index] ?? "";
      const recordCells = cellsOf(cells);
      if (Object.keys(recordCells).length > 0) yield { line, cells: recordCells };
    }
  } catch (error) {
    throw faultOf(error);
  }
  if (!columns) throw new FileFault(tell("fileEmpty"));
}

async function* decoded(chunks: AsyncIterable<Buffer>, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function faultOf(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return new FileFault(tell("systemFileEncoding"));
  return code?.startsWith("CSV_") ? new FileFault(tell("systemFileForm")) : error;
}

/** What the start of a file says of all of it. */
async function startOf(path: string): Promise<{ decoder: TextDecoder; delimiter: CsvDelimiter }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    const decoder = unicodeDecoder(start);
    return { decoder, delimiter: delimiterOf(new TextDecoder(decoder.encoding).decode(start)) };
  } finally {
    await file.close();
  }
}

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const own = ["sourceReference", "updatedAt"];
const heads: Record<RecordKind, readonly string[]> = {
  SHIPMENT: own,
  MILESTONE: own,
  INVOICE: [...own, ...invoiceColumns, ...invoiceLineColumns],
};

function columnsOf(head: readonly string[], kind: RecordKind): (string | undefined)[] {
  const columns = head.map((cell) => {
    const word = key(cell);
    const named = heads[kind].find((name) => key(name) === word);
    if (named || kind === "INVOICE") return named;
    return columnOfHead(cell, kind === "SHIPMENT" ? shipmentColumns : milestoneColumns);
  });
  const missing = needed[kind].filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new FileFault(tell("systemFileHead", { columns: missing.join(", ") }));
  return columns;
}

/** Rows of one reference that follow each other are the lines of one invoice. */
async function* asInvoices(rows: AsyncGenerator<SentRecord>): AsyncGenerator<SentRecord> {
  let current: SentRecord | null = null;
  const lineNames = new Set<string>(invoiceLineColumns);
  for await (const { line, cells, unclear = {} } of rows) {
    const parts = Object.groupBy(Object.entries(cells), ([name]) => (lineNames.has(name) ? "line" : "head"));
    const item = Object.fromEntries(parts.line ?? []);
    const isFurther: boolean =
      current !== null &&
      cells.sourceReference !== undefined &&
      current.cells.sourceReference === cells.sourceReference;
    if (!isFurther) {
      if (current) yield current;
      current = { line, cells: Object.fromEntries(parts.head ?? []), lines: [], unclear: {} };
    }
    if (isFurther || Object.keys(item).length > 0) current!.lines!.push(item);
    const place = current!.lines!.length;
    for (const [name, readings] of Object.entries(unclear))
      current!.unclear![lineNames.has(name) ? `lines.${place}.${name}` : name] = readings;
  }
  if (current) yield current;
}

const shapes: Record<RecordKind, (cells: unknown, index: number) => SentRecord> = {
  SHIPMENT: reader(shipmentRecord, shipmentOf),
  MILESTONE: reader(milestoneRecord, milestoneOf),
  INVOICE: reader(invoiceRecord, invoiceOf),
};

/** A record that is none is refused as one without a reference. */
function reader<Item extends z.ZodType>(
  shape: Item,
  read: (record: z.output<Item>, index: number) => SentRecord,
) {
  return (cells: unknown, index: number): SentRecord => {
    const parsed = shape.safeParse(cells);
    return parsed.success ? read(parsed.data, index) : { line: index + 1, cells: {} };
  };
}

async function readJson(path: string, kind: RecordKind): Promise<FileContent> {
  if ((await stat(path)).size > JSON_BYTES)
    throw new FileFault(tell("systemFileJsonLarge", { megabytes: JSON_BYTES / 1024 / 1024 }));
  const text = decodeText(await readFile(path), null);
  if (text === null) throw new FileFault(tell("systemFileEncoding"));
  const { isFirst, records } = bodyOf(text);
  return { isFirst, records: records.map(shapes[kind]) };
}

/** Of the call with its wish, whose loss would tell customers of all that is old; or the records alone. */
function bodyOf(text: string): { isFirst: boolean; records: unknown[] } {
  try {
    const parsed: unknown = JSON.parse(text);
    checkInputShape(parsed, JSON_VALUES);
    const body = Array.isArray(parsed) ? { records: parsed } : (parsed as Record<string, unknown> | null);
    const { records, isFirst = false } = body ?? {};
    if (Array.isArray(records) && typeof isFirst === "boolean") return { isFirst, records };
  } catch {
    // As when it is of another shape.
  }
  throw new FileFault(tell("systemFileForm"));
}
