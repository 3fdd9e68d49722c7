import { RATE_IMPORT, type RateColumn, type RateFileRow } from "#app/contract/rate.ts";
import { readTable } from "../files/table-read.ts";
import type { MessageKey } from "../texts/message.ts";
import { breakOfHead, columnOfHead } from "./file-words.ts";

/** Columns without which no row can be a rate. */
export const neededColumns = [
  ...(["sheet", "mode", "carrier", "origin", "destination", "currency", "charge", "unit"] as const),
] satisfies RateColumn[];

const SHOWN_HEAD = 60;

interface ReadFile {
  rows: RateFileRow[];
  unknownColumns: string[];
}

/** Reads a CSV or xlsx file whose first row names its columns, in any order. */
export async function readRateFile(content: Buffer): Promise<ReadFile | { refused: MessageKey }> {
  // Two more than the limit: the head, and one row by which too many are told.
  const table = await readTable(content, RATE_IMPORT.rows + 2);
  if (table === "archiveRefused") return { refused: table };
  if (table === "unreadable") return { refused: "rateFileUnreadable" };
  const [head, ...body] = table;
  if (!head) return { refused: "fileEmpty" };
  const columns = head.cells.map((cell) => ({
    head: cell.trim(),
    column: columnOfHead(cell),
    weight: breakOfHead(cell),
  }));
  if (neededColumns.some((name) => !columns.some(({ column }) => column === name)))
    return { refused: "rateFileHead" };
  if (body.length > RATE_IMPORT.rows) return { refused: "rateFileLong" };
  return {
    rows: body.map(({ line, cells }) => {
      const row: RateFileRow = { line, cells: {}, breaks: {} };
      for (const [index, { column, weight }] of columns.entries()) {
        const cell = (cells[index] ?? "").trim();
        if (cell === "") continue;
        if (column) row.cells[column] = cell;
        else if (weight) row.breaks[weight] = cell;
      }
      return row;
    }),
    unknownColumns: columns
      .filter(({ head, column, weight }) => head !== "" && !column && !weight)
      .map(({ head }) => head.slice(0, SHOWN_HEAD)),
  };
}
