/**
 * Reads a table that somebody sent, in a confined process (`table-read.ts` starts it): the file comes on standard
 * input, the answer goes to standard output as JSON.
 */
import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";
import type { EncodingPreview } from "#app/contract/file-encoding.ts";
import { type FileEncoding, fileEncodings } from "#app/contract/file-encoding-code.ts";
import { XLSX_TYPE } from "../output/xlsx-stream.ts";
import { isArchiveAccepted } from "./archive-content.ts";
import { type CsvDelimiter, csvRows, delimiterOf } from "./csv-rows.ts";
import type { TableAnswer, TableLine } from "./table-read.ts";
import { decodeText, likelyEncodings } from "./text-encoding.ts";

/** What a spreadsheet may unpack to: 5,000 rows of 50 columns take a tenth of it. */
const UNPACKED_BYTES = 80 * 1024 * 1024;
/** Tags of all its parts, of which a reader makes objects: cells, their values, shared texts. */
const TAGS = 3_000_000;
/** Cells right of column ZZ: each makes its row thousands of cells wide. */
const FAR_CELLS = 200;
/** Columns that are read; what lies further to the right has no meaning here. */
const COLUMNS = 200;
/** Of a file that is no Unicode so many lines are looked at, and of those that differ by the encoding these are shown. */
const PREVIEW_READ = 2_000;
const PREVIEW_ROWS = 5;
const PREVIEW_CELLS = 6;
const PREVIEW_CELL = 80;

async function read(content: Buffer, rows: number, encoding: FileEncoding | null): Promise<TableAnswer> {
  const isZip = content.subarray(0, 4).toString("latin1") === "PK\x03\x04";
  if (isZip && !(await isArchiveAccepted(content, content.length, XLSX_TYPE)))
    return { refused: "archiveRefused" };
  if (isZip && !(await isModest(content))) return { refused: "tableTooMuch" };
  const reading = isZip ? readSheet(content, rows) : readText(content, { rows, encoding });
  return reading.catch((): TableAnswer => ({ refused: "tableUnreadable" }));
}

/** Counts before anything is made of the parts: a few megabytes can hold millions of texts. */
async function isModest(content: Buffer): Promise<boolean> {
  const zip = await yauzl.fromBufferPromise(content, { lazyEntries: true, autoClose: false });
  let bytes = 0;
  let tags = 0;
  let farCells = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/")) continue;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      const text = chunk.toString("latin1");
      bytes += chunk.length;
      for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) tags++;
      farCells += text.match(/ r="[A-Z]{3}\d/g)?.length ?? 0;
      if (bytes > UNPACKED_BYTES || tags > TAGS || farCells > FAR_CELLS) return false;
    }
  }
  return true;
}

async function readSheet(content: Buffer, rows: number): Promise<TableAnswer> {
  // Loaded for sheets alone: most tables are text.
  const { streamXlsxRows } = await import("hucre/xlsx");
  const lines: TableLine[] = [];
  // A sheet may end with a million rows that have a colour and no text.
  for await (const { index, values } of streamXlsxRows(content, { sheet: 0 })) {
    const cells = filled(values.slice(0, COLUMNS).map(cellText));
    const numbers = cells.flatMap((_, place) => (typeof values[place] === "number" ? place : []));
    if (cells.length > 0) lines.push({ line: index + 1, cells, numbers });
    if (lines.length === rows) break;
  }
  return { lines, delimiter: null };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  // A local time without a zone, which the spreadsheet's reader gives as if it were UTC; fractions are errors of rounding.
  if (cell instanceof Date && Number.isFinite(cell.getTime()))
    return new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString().slice(0, 19);
  return String(cell);
}

async function readText(
  content: Buffer,
  { rows, encoding }: { rows: number; encoding: FileEncoding | null },
): Promise<TableAnswer> {
  const text = decodeText(content, encoding);
  if (text === null && encoding === null) return previewsOf(content);
  if (text === null || text.includes("\0")) return { refused: "tableUnreadable" };
  const delimiter = delimiterOf(text);
  return { lines: await linesOf(text, delimiter, rows), delimiter };
}

async function linesOf(text: string, delimiter: CsvDelimiter, rows: number): Promise<TableLine[]> {
  const lines: TableLine[] = [];
  for await (const row of csvRows([text], delimiter)) {
    const cells = filled(row.cells.slice(0, COLUMNS));
    if (cells.length > 0) lines.push({ line: row.line, cells });
    if (lines.length === rows) break;
  }
  return lines;
}

/** Of what is no text in any of the encodings there is nothing to choose. */
async function previewsOf(content: Buffer): Promise<TableAnswer> {
  const previews: EncodingPreview[] = [];
  for (const { encoding, text } of likelyEncodings(content)) {
    const lines = await linesOf(text, delimiterOf(text), PREVIEW_READ);
    const rows = lines.flatMap(({ line, cells }) => {
      const telling = cells
        .filter((cell) => /[^\0-\x7f]/.test(cell))
        .map((cell) => cell.slice(0, PREVIEW_CELL));
      return telling.length > 0 ? { line, cells: telling.slice(0, PREVIEW_CELLS) } : [];
    });
    previews.push({ encoding, rows: rows.slice(0, PREVIEW_ROWS) });
  }
  return previews.length > 0 ? { previews } : { refused: "tableUnreadable" };
}

/** Up to the last cell with text. */
const filled = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

const [rows = "1", encoding = ""] = process.argv.slice(2);
const chosen = fileEncodings.find((each) => each === encoding) ?? null;
const answer = await read(await buffer(process.stdin), Number(rows), chosen);
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
