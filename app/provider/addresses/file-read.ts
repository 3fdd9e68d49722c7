import type { AddressFieldName } from "#app/contract/address-code.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import type { TableLine } from "../files/table-read.ts";
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

/** Finds the columns by the names in the head, in any order. @throws Refusal when a needed one is missing */
export function readAddressRows(head: TableLine, body: readonly TableLine[]): ReadFile {
  const columns = head.cells.map((cell) => fieldOfHead(cell));
  if (NEEDED.some((name) => !columns.includes(name))) throw new Refusal(CODE_INVALID, "addressFileHead");
  return {
    rows: body.map(({ line, cells }) => ({ line, cells: byField(columns, cells) })),
    unknownColumns: head.cells
      .filter((cell, index) => cell.trim() !== "" && columns[index] === undefined)
      .map((cell) => cell.trim().slice(0, SHOWN_HEAD)),
  };
}

function byField(columns: (AddressFieldName | undefined)[], cells: string[]): FileRow["cells"] {
  const cellsByField: FileRow["cells"] = {};
  for (const [index, field] of columns.entries()) if (field) cellsByField[field] = cells[index] ?? "";
  return cellsByField;
}
