import { detectDelimiter, parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import type { IncomingFile } from "../call/upload.ts";
import { unguarded } from "../output/cell-text.ts";
import { XLSX_TYPE } from "../output/xlsx-stream.ts";
import { isArchiveAccepted } from "./archive-content.ts";

/** A row of a table, with the line in which it begins. */
export interface TableLine {
  line: number;
  cells: string[];
}

/** Reads the rows of a CSV file, or of the first sheet of an xlsx file, up to `maxRows`. */
export async function readTable(
  content: Buffer,
  maxRows: number,
): Promise<TableLine[] | "archiveRefused" | "unreadable"> {
  const isZip = content.subarray(0, 4).toString("latin1") === "PK\x03\x04";
  if (isZip && !(await isArchiveAccepted(content, content.length, XLSX_TYPE))) return "archiveRefused";
  const table = await (isZip ? readSheet(content, maxRows) : readText(content, maxRows)).catch(() => null);
  if (!table) return "unreadable";
  return table.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
}

async function readSheet(content: Buffer, maxRows: number): Promise<TableLine[]> {
  const book = await readXlsx(content, { sheets: [0], maxRows });
  const rows = book.sheets[0]?.rows ?? [];
  return rows.map((row, index) => ({ line: index + 1, cells: row.map(cellText) }));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  // A local time without a zone, which the spreadsheet's reader gives as if it were UTC; fractions are errors of rounding.
  if (cell instanceof Date && Number.isFinite(cell.getTime()))
    return new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString().slice(0, 19);
  return String(cell);
}

async function readText(content: Buffer, maxRows: number): Promise<TableLine[] | null> {
  const text = decode(content);
  if (text === null || text.includes("\0")) return null;
  const rows = parseCsv(text, { delimiter: detectDelimiter(text), maxRows });
  let line = 1;
  return rows.map((row) => {
    const cells = row.map(cellText);
    const begun = line;
    // A quoted cell may go over several lines.
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return { line: begun, cells: cells.map(unguarded) };
  });
}

/** UTF-8 or UTF-16 with a byte order mark, else UTF-8, else GB18030, in which Chinese Excel saves CSV. */
function decode(content: Buffer): string | null {
  const mark = content.subarray(0, 2).toString("latin1");
  const names =
    mark === "\xFF\xFE" ? ["utf-16le"] : mark === "\xFE\xFF" ? ["utf-16be"] : ["utf-8", "gb18030"];
  for (const name of names) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(content);
    } catch {
      // The next encoding.
    }
  }
  return null;
}

/** Null when it is larger. */
export async function contentWithin(file: IncomingFile, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read and dropped: an unread file would block the answer.
    if (bytes <= most) chunks.push(chunk);
  }
  return bytes > most || file.isTooLarge() ? null : Buffer.concat(chunks);
}
