import {
  type ImportFileRow,
  type ImportKind,
  importColumns,
  importKinds,
  numberColumns,
} from "#app/contract/desk-import.ts";
import { DAY_MS, formatInstant, MINUTE_MS } from "#app/lib/date-time.ts";
import { clearNumbers, numberStyle } from "../files/table-numbers.ts";
import type { Table, TableLine } from "../files/table-read.ts";
import { columnOfHead, neededColumns } from "./import-words.ts";

const SHOWN_HEAD = 60;

interface ReadFile {
  kind: ImportKind;
  rows: ImportFileRow[];
  unknownColumns: string[];
}

/**
 * Finds the columns by the names in the head, in any order; they say whether it is of shipments or of milestones.
 * @returns null when neither has all columns that it needs
 */
export function readImportRows({ head, body, delimiter }: Table): ReadFile | null {
  const kind = kindOf(head);
  if (!kind) return null;
  const columns = head.cells.map((cell) => columnOfHead(cell, importColumns[kind]));
  const rows = body.map(({ line, cells, numbers = [] }) => {
    const row: ImportFileRow = { line, cells: {} };
    const typed: (typeof numberColumns)[number][] = [];
    for (const [index, column] of columns.entries()) {
      const cell = (cells[index] ?? "").trim();
      if (!column || cell === "") continue;
      row.cells[column] = cell;
      const name = numberColumns.find((each) => each === column);
      if (name && !numbers.includes(index)) typed.push(name);
    }
    return { row, typed };
  });
  const style = numberStyle(
    rows.flatMap(({ row, typed }) => typed.map((name) => row.cells[name]!)),
    delimiter,
  );
  return {
    kind,
    rows: rows.map(({ row, typed }) => ({ line: row.line, ...clearNumbers(row.cells, typed, style) })),
    unknownColumns: head.cells
      .filter((cell, index) => cell.trim() !== "" && !columns[index])
      .map((cell) => cell.trim().slice(0, SHOWN_HEAD)),
  };
}

/** A file of milestones has all columns that it needs; one of shipments has no milestone. */
function kindOf({ cells }: TableLine): ImportKind | undefined {
  const has = (kind: ImportKind) => {
    const columns = cells.map((cell) => columnOfHead(cell, importColumns[kind]));
    return neededColumns[kind].every((name) => columns.includes(name));
  };
  return importKinds.toReversed().find(has);
}

const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const [SERIAL_MIN, SERIAL_MAX] = [20_000, 80_000];
const CLOCK =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * The local time or day of a cell as the desk's form has it, "YYYY-MM-DDTHH:mm" or "YYYY-MM-DD": also with slashes or points, as the
 * number by which spreadsheets count days, and with a zone, which is turned into the time of the place. Null when it is none.
 * A midnight in seconds is a day, since that is how spreadsheets write one.
 */
export function localTimeOf(cell: string, zone: string): string | null {
  const serial = /^\d{5}(\.\d+)?$/.test(cell) ? Number(cell) : 0;
  if (serial >= SERIAL_MIN && serial <= SERIAL_MAX) {
    const at = new Date(Math.round((EXCEL_EPOCH_MS + serial * DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
    return at.slice(11, 16) === "00:00" ? at.slice(0, 10) : at.slice(0, 16);
  }
  const [, year = "", month = "", day = "", hour, minute = "", second, offset] = CLOCK.exec(cell) ?? [];
  if (year === "") return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return offset === undefined ? date : null;
  const clock = `${hour.padStart(2, "0")}:${minute}`;
  if (offset === undefined)
    return clock === "00:00" && second === "00" && cell.includes("T") ? date : `${date}T${clock}`;
  const zoned = /^z$/i.test(offset) ? "Z" : offset.replace(/(\d{2}):?(\d{2})$/, "$1:$2");
  const local = formatInstant(new Date(`${date}T${clock}:${second ?? "00"}${zoned}`), zone);
  return local?.slice(0, 16).replace(" ", "T") ?? null;
}
