import { CODE_INVALID } from "#app/contract/code.ts";
import type { RateColumn, RateFileRow } from "#app/contract/rate.ts";
import { Refusal } from "../call/refusal.ts";
import { clearNumbers, numberStyle } from "../files/table-numbers.ts";
import type { Table } from "../files/table-read.ts";
import { breakOfHead, columnOfHead } from "./file-words.ts";

/** Columns without which no row can be a rate. */
const neededColumns = [
  "sheet",
  "mode",
  "carrier",
  "origin",
  "destination",
  "currency",
  "charge",
  "unit",
] satisfies RateColumn[];

const numberColumns = ["price", "minimum", "cost", "margin", "transitDays"] as const satisfies RateColumn[];

const SHOWN_HEAD = 60;

interface ReadFile {
  rows: RateFileRow[];
  unknownColumns: string[];
}

/** Finds the columns by the names in the head, in any order. @throws Refusal when a needed one is missing */
export function readRateRows({ head, body, delimiter }: Table): ReadFile {
  const columns = head.cells.map((cell) => ({
    head: cell.trim(),
    column: columnOfHead(cell),
    weight: breakOfHead(cell),
  }));
  if (neededColumns.some((name) => !columns.some(({ column }) => column === name)))
    throw new Refusal(CODE_INVALID, "rateFileHead", { values: { columns: neededColumns.join(", ") } });
  const rows = body.map(({ line, cells, numbers = [] }) => {
    const row: RateFileRow = { line, cells: {}, breaks: {} };
    /** By column, and weight breaks by `Q45`. */
    const typed: Record<string, string> = {};
    for (const [index, { column, weight }] of columns.entries()) {
      const cell = (cells[index] ?? "").trim();
      if (cell === "") continue;
      if (column) row.cells[column] = cell;
      else if (weight) row.breaks[weight] = cell;
      const name = column ? numberColumns.find((each) => each === column) : weight && `Q${weight}`;
      if (name && !numbers.includes(index)) typed[name] = cell.replace(/\s?%$/, "");
    }
    return { row, typed };
  });
  const style = numberStyle(
    rows.flatMap(({ typed }) => Object.values(typed)),
    delimiter,
  );
  return {
    rows: rows.map(({ row, typed }) => {
      const { cells, ...notes } = clearNumbers(typed, Object.keys(typed), style);
      for (const [name, cell] of Object.entries(cells))
        if (name.startsWith("Q")) row.breaks[name.slice(1)] = cell;
        else row.cells[name as RateColumn] = cell;
      return { ...row, ...notes };
    }),
    unknownColumns: columns
      .filter(({ head, column, weight }) => head !== "" && !column && !weight)
      .map(({ head }) => head.slice(0, SHOWN_HEAD)),
  };
}
