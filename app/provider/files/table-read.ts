import { join } from "node:path";
import { CODE_INVALID, CODE_TOO_MANY } from "#app/contract/code.ts";
import type { EncodingPreview } from "#app/contract/file-encoding.ts";
import type { FileEncoding } from "#app/contract/file-encoding-code.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { countCall } from "../call/call-count.ts";
import type { CallerContext } from "../call/context.ts";
import { CrowdedError, inTurn, limitTo } from "../call/in-turn.ts";
import { Refusal } from "../call/refusal.ts";
import type { IncomingFile } from "../call/upload.ts";
import { runConfined } from "../confined/run.ts";
import { contentWithin } from "./content-within.ts";
import type { CsvDelimiter, CsvRow } from "./csv-rows.ts";

/** A row of a table, with the line in which it begins. */
export interface TableLine extends CsvRow {
  /** Places of cells that a sheet holds as numbers: how they are meant is not in question. */
  numbers?: number[];
}
/** What `table-child.ts` answers. */
export type TableAnswer =
  | { lines: TableLine[]; delimiter: CsvDelimiter | null }
  | { previews: EncodingPreview[] }
  | { refused: "archiveRefused" | "tableTooMuch" | "tableUnreadable" };

const CHILD = join(import.meta.dirname, "table-child.ts");
/** Two processes at once, and those that may wait for them. */
const withSlot = limitTo(2, 20);
const FILES_A_MINUTE = 30;

/** A table whose cells are read; `delimiter`: what parts them, null of a sheet. */
export interface Table {
  head: TableLine;
  body: TableLine[];
  delimiter: CsvDelimiter | null;
}
interface TableLimits {
  bytes: number;
  rows: number;
}

/**
 * The rows of a CSV file, or of the first sheet of an XLSX file: the head and up to `rows` more, of 200 columns each; rows
 * without text are left out. A company's files are read one after the other. Of a text that is no Unicode how it would look in the
 * likely encodings, one of which `readAgain` is given.
 * @throws Refusal when it is larger or longer than that, empty, or no such file
 */
export async function readTable(
  file: IncomingFile,
  limits: TableLimits,
  context: CallerContext,
): Promise<{ content: Buffer } & ({ table: Table } | { previews: EncodingPreview[] })> {
  const content = await contentWithin(file, limits.bytes);
  const answer = await answerOf(content, limits, null, context);
  return "previews" in answer
    ? { content, previews: answer.previews }
    : { content, table: tableOf(answer, limits) };
}

/** The rows of a content that was kept, in the encoding that was chosen for it. */
export async function readAgain(
  content: Buffer,
  encoding: FileEncoding,
  limits: TableLimits,
  context: CallerContext,
): Promise<Table> {
  const answer = await answerOf(content, limits, encoding, context);
  if ("previews" in answer) throw new Refusal(CODE_INVALID, "tableUnreadable");
  return tableOf(answer, limits);
}

/** The texts of a table that was kept, row by row; none of what cannot be read, null while too many others are. */
export async function readLines(content: Buffer, rows: number): Promise<string[][] | null> {
  try {
    const answer = await parse(content, rows, null);
    return "lines" in answer ? answer.lines.map(({ cells }) => cells) : [];
  } catch (error) {
    if (error instanceof CrowdedError) return null;
    throw error;
  }
}

/** @throws Refusal when the reader refuses the file */
async function answerOf(
  content: Buffer,
  { rows }: TableLimits,
  encoding: FileEncoding | null,
  { db, caller }: CallerContext,
): Promise<Exclude<TableAnswer, { refused: unknown }>> {
  const { current, ttl } = await countCall(db, `person ${caller.userId}`, "tables", MINUTE_MS);
  if (current > FILES_A_MINUTE)
    throw new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: Math.ceil(ttl / 1_000) } });
  const answer = await inTurn(`table ${caller.companyId}`, () => parse(content, rows, encoding));
  if ("refused" in answer) throw new Refusal(CODE_INVALID, answer.refused);
  return answer;
}

function tableOf(
  { lines, delimiter }: { lines: TableLine[]; delimiter: CsvDelimiter | null },
  { rows }: TableLimits,
): Table {
  const [head, ...body] = lines;
  if (!head) throw new Refusal(CODE_INVALID, "fileEmpty");
  if (body.length > rows) throw new Refusal(CODE_INVALID, "tableLong", { values: { rows } });
  return { head, body, delimiter };
}

async function parse(content: Buffer, rows: number, encoding: FileEncoding | null): Promise<TableAnswer> {
  // Two more than the limit: the head, and one row that shows that there are too many.
  const options = [String(rows + 2), encoding ?? ""];
  const answer = await withSlot(() => runConfined(CHILD, options, content));
  return answer ? JSON.parse(answer.toString()) : { refused: "tableTooMuch" };
}
