/**
 * Reads a table that somebody sent, in a confined process (`table-read.ts` starts it): the file comes on standard
 * input, the answer goes to standard output as JSON.
 */
import { buffer } from "node:stream/consumers";
import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { streamXlsxRows } from "hucre/xlsx";
import yauzl from "yauzl";
import { unguarded } from "../output/cell-text.ts";
import { XLSX_TYPE } from "../output/xlsx-stream.ts";
import { isArchiveAccepted } from "./archive-content.ts";
import type { TableAnswer, TableLine } from "./table-read.ts";

/** What a spreadsheet may unpack to: 5,000 rows of 50 columns take a tenth of it. */
const UNPACKED_BYTES = 80 * 1024 * 1024;
/** Tags of all its parts, of which a reader makes objects: cells, their values, shared texts. */
const TAGS = 3_000_000;
/** Cells right of column ZZ: each makes its row thousands of cells wide. */
const FAR_CELLS = 200;
/** Columns that are read; what lies further to the right has no meaning here. */
const COLUMNS = 200;

async function read(content: Buffer, rows: number): Promise<TableAnswer> {
  const isZip = content.subarray(0, 4).toString("latin1") === "PK\x03\x04";
  if (isZip && !(await isArchiveAccepted(content, content.length, XLSX_TYPE)))
    return { refused: "archiveRefused" };
  if (isZip && !(await isModest(content))) return { refused: "tableTooMuch" };
  const table = await (isZip ? readSheet(content, rows) : readText(content, rows)).catch(() => null);
  return table ? { lines: table } : { refused: "tableUnreadable" };
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

async function readSheet(content: Buffer, rows: number): Promise<TableLine[]> {
  const lines: TableLine[] = [];
  // A sheet may end with a million rows that have a colour and no text.
  for await (const { index, values } of streamXlsxRows(content, { sheet: 0 })) {
    const cells = filled(values.slice(0, COLUMNS).map(cellText));
    if (cells.length > 0) lines.push({ line: index + 1, cells });
    if (lines.length === rows) break;
  }
  return lines;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  // A local time without a zone, which the spreadsheet's reader gives as if it were UTC; fractions are errors of rounding.
  if (cell instanceof Date && Number.isFinite(cell.getTime()))
    return new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString().slice(0, 19);
  return String(cell);
}

async function readText(content: Buffer, rows: number): Promise<TableLine[] | null> {
  const text = decode(content);
  if (text === null || text.includes("\0")) return null;
  const lines: TableLine[] = [];
  let line = 1;
  for (const row of streamCsvRows(text, { delimiter: detectDelimiter(text) })) {
    const cells = filled(row.slice(0, COLUMNS).map(cellText));
    if (cells.length > 0) lines.push({ line, cells: cells.map(unguarded) });
    if (lines.length === rows) break;
    // A quoted cell may go over several lines.
    line += 1;
    for (const cell of row) line += String(cell).match(/\r\n|\r|\n/g)?.length ?? 0;
  }
  return lines;
}

/** Up to the last cell with text. */
const filled = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

/** UTF-8 or UTF-16 with a byte order mark, else UTF-8, else as Chinese or western Excel saves CSV. */
function decode(content: Buffer): string | null {
  const mark = content.subarray(0, 2).toString("latin1");
  const names =
    mark === "\xFF\xFE"
      ? ["utf-16le"]
      : mark === "\xFE\xFF"
        ? ["utf-16be"]
        : isWestern(content)
          ? ["utf-8", "windows-1252"]
          : ["utf-8", "gb18030", "windows-1252"];
  for (const name of names) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(content);
    } catch {
      // The next encoding.
    }
  }
  return null;
}

/**
 * Whether bytes above ASCII look like letters of Windows-1252 rather than Chinese ones of GB18030, which have two such bytes
 * nearly always: most stand alone, or within a word.
 */
function isWestern(content: Buffer): boolean {
  let western = 0;
  let chinese = 0;
  for (const [word] of content.toString("latin1").matchAll(/[a-z]?[\x80-\xff]+[a-z]?/gi)) {
    const letters = word.replace(/[a-z]/gi, "").length;
    if (letters % 2 === 1 || word.length - letters === 2) western++;
    else chinese++;
  }
  return western > chinese;
}

const [rows = "1"] = process.argv.slice(2);
const answer = await read(await buffer(process.stdin), Number(rows));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
