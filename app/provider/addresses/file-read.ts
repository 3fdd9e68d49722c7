import { detectDelimiter, parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { ADDRESS_IMPORT } from "#app/contract/address.ts";
import type { AddressFieldName } from "#app/contract/address-code.ts";
import { isArchiveAccepted } from "../files/archive-content.ts";
import { unguarded } from "../output/cell-text.ts";
import { XLSX_TYPE } from "../output/xlsx-stream.ts";
import type { MessageKey } from "../texts/message.ts";
import { fieldOfHead } from "./file-words.ts";

/** A row of a file: the line in which it begins, and its cells by the field of their column. */
export interface FileRow {
  line: number;
  cells: Partial<Record<AddressFieldName, string>>;
}
export interface ReadFile {
  rows: FileRow[];
  unknownColumns: string[];
}

/** Columns without which no row can be an address. */
const NEEDED = ["name", "address"] as const satisfies AddressFieldName[];
const SHOWN_HEAD = 60;

/** Reads a CSV or xlsx file whose first row names its columns, in any order. */
export async function readAddressFile(content: Buffer): Promise<ReadFile | { refused: MessageKey }> {
  const isZip = content.subarray(0, 4).toString("latin1") === "PK\x03\x04";
  if (isZip && !(await isArchiveAccepted(content, content.length, XLSX_TYPE)))
    return { refused: "archiveRefused" };
  const table = await (isZip ? readSheet(content) : readText(content)).catch(() => null);
  if (!table) return { refused: "addressFileUnreadable" };
  const [head, ...body] = table.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (!head) return { refused: "fileEmpty" };
  const columns = head.cells.map((cell) => fieldOfHead(cell));
  if (NEEDED.some((name) => !columns.includes(name))) return { refused: "addressFileHead" };
  if (body.length > ADDRESS_IMPORT.rows) return { refused: "addressFileLong" };
  return {
    rows: body.map(({ line, cells }) => ({ line, cells: byField(columns, cells) })),
    unknownColumns: head.cells
      .filter((cell, index) => cell.trim() !== "" && columns[index] === undefined)
      .map((cell) => cell.trim().slice(0, SHOWN_HEAD)),
  };
}

function byField(columns: (AddressFieldName | undefined)[], cells: string[]): FileRow["cells"] {
  const found: FileRow["cells"] = {};
  for (const [index, field] of columns.entries()) if (field) found[field] = cells[index] ?? "";
  return found;
}

interface Line {
  line: number;
  cells: string[];
}

async function readSheet(content: Buffer): Promise<Line[]> {
  // Two more than the limit: the head, and one row by which too many are told.
  const book = await readXlsx(content, { sheets: [0], maxRows: ADDRESS_IMPORT.rows + 2 });
  const rows = book.sheets[0]?.rows ?? [];
  return rows.map((row, index) => ({ line: index + 1, cells: row.map(cellText) }));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString();
  return String(cell);
}

async function readText(content: Buffer): Promise<Line[] | null> {
  const text = decode(content);
  if (text === null || text.includes("\0")) return null;
  const rows = parseCsv(text, { delimiter: detectDelimiter(text), maxRows: ADDRESS_IMPORT.rows + 2 });
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
