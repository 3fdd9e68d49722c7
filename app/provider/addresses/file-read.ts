import { ADDRESS_IMPORT } from "#app/contract/address.ts";
import type { AddressFieldName } from "#app/contract/address-code.ts";
import { readTable } from "../files/table-read.ts";
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
  // Two more than the limit: the head, and one row by which too many are told.
  const table = await readTable(content, ADDRESS_IMPORT.rows + 2);
  if (table === "archiveRefused") return { refused: table };
  if (table === "unreadable") return { refused: "addressFileUnreadable" };
  const [head, ...body] = table;
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
