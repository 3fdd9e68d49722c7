import { CODE_INVALID } from "#app/contract/code.ts";
import type { RateColumn, RateFileRow } from "#app/contract/rate.ts";
import { Refusal } from "../call/refusal.ts";
import type { TableLine } from "../files/table-read.ts";
import { breakOfHead, columnOfHead } from "./file-words.ts";

/** Columns without which no row can be a rate. */
const neededColumns = [
  ...(["sheet", "mode", "carrier", "origin", "destination", "currency", "charge", "unit"] as const),
] satisfies RateColumn[];

const SHOWN_HEAD = 60;

interface ReadFile {
  rows: RateFileRow[];
  unknownColumns: string[];
}

/** Finds the columns by the names in the head, in any order. @throws Refusal when a needed one is missing */
export function readRateRows(head: TableLine, body: readonly TableLine[]): ReadFile {
  const columns = head.cells.map((cell) => ({
    head: cell.trim(),
    column: columnOfHead(cell),
    weight: breakOfHead(cell),
  }));
  if (neededColumns.some((name) => !columns.some(({ column }) => column === name)))
    throw new Refusal(CODE_INVALID, "rateFileHead", { values: { columns: neededColumns.join(", ") } });
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
