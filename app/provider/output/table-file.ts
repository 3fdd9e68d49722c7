import { Readable } from "node:stream";
import type { FileFormat } from "#app/contract/list-file.ts";
import type { FileAnswer } from "../call/route.ts";
import { cellText, guarded } from "./cell-text.ts";
import { AMOUNT_DECIMALS_MAX, type AmountCell, type Cell, XLSX_TYPE, xlsxStream } from "./xlsx-stream.ts";

const CSV_TYPE = "text/csv; charset=utf-8";

export interface TableColumn {
  heading: string;
  /** In characters. */
  width: number;
  /**
   * What the texts in the cells are: a decimal, an amount of money with the decimals of its currency, a day as
   * YYYY-MM-DD; otherwise words. In a column of moments the numbers are milliseconds of a local time as if it were UTC.
   */
  kind?: "decimal" | "money" | "day" | "moment";
}

export interface Table {
  /** Without its ending. */
  fileName: string;
  sheetName: string;
  columns: readonly TableColumn[];
  /** Cells in column order; null leaves one empty. */
  batches: AsyncIterable<readonly Cell[][]>;
  /** Rows of sums: made after all others, and not counted as rows of the list. */
  sums?: (() => readonly Cell[][]) | undefined;
}

/** Spreadsheets keep so many digits of a number: a longer one stays text. */
const EXACT_DIGITS = 15;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * A table as a file, streamed at the reader's speed: the same rows and columns in either format
 * (product 7.6, app/decisions/exports-and-imports.md).
 */
export function tableFile(format: FileFormat, sourceTable: Table): FileAnswer {
  const written = { rows: 0 };
  const table = { ...sourceTable, batches: counted(sourceTable, written) };
  const { fileName, sheetName, columns, batches } = table;
  if (format === "csv")
    return {
      fileName: `${fileName}.csv`,
      contentType: CSV_TYPE,
      written,
      body: Readable.from(csvParts(table), { objectMode: false, highWaterMark: CHUNK_CHARACTERS }),
    };
  return {
    fileName: `${fileName}.xlsx`,
    contentType: XLSX_TYPE,
    written,
    body: xlsxStream(sheetRows(columns, batches), {
      sheetName,
      header: columns.map(({ heading }) => heading),
      dates: columns.map(({ kind }) => (kind === "day" ? "day" : kind === "moment")),
      widths: columns.map(({ width }) => width),
    }),
  };
}

async function* counted({ batches, sums }: Table, written: { rows: number }) {
  for await (const rows of batches) {
    written.rows += rows.length;
    yield rows;
  }
  if (sums) yield sums();
}

async function* sheetRows(
  columns: readonly TableColumn[],
  batches: Table["batches"],
): AsyncGenerator<(Cell | AmountCell)[][]> {
  for await (const rows of batches)
    yield rows.map((row) =>
      row.map((cell, index) => {
        const kind = columns[index]?.kind;
        return kind === "money" ? amountCell(cell) : sheetCell(cell, kind);
      }),
    );
}

/** An amount is shown with the decimals that its text has. */
function amountCell(cell: Cell): Cell | AmountCell {
  const number = sheetCell(cell, "decimal");
  if (typeof cell !== "string" || typeof number !== "number") return number;
  return { amount: number, decimals: Math.min(AMOUNT_DECIMALS_MAX, cell.split(".")[1]?.length ?? 0) };
}

/** A text as what it is: a day as its milliseconds, a decimal that a spreadsheet holds exactly as a number. */
export function sheetCell(cell: Cell, kind: "decimal" | "day" | "moment" | undefined): Cell {
  if (typeof cell !== "string" || kind === undefined || kind === "moment") return cell;
  if (kind === "day") return DAY.test(cell) ? Date.parse(`${cell}T00:00:00Z`) : cell;
  return DECIMAL.test(cell) && isExact(cell) ? Number(cell) : cell;
}

const isExact = (decimal: string) => decimal.replace(/^-?0*\.?0*|\./g, "").length <= EXACT_DIGITS;

async function* csvParts({ columns, batches }: Table): AsyncGenerator<string> {
  // The mark lets Excel read UTF-8.
  yield `\ufeff${csvLine(columns.map(({ heading }) => guarded(heading)))}`;
  for await (const rows of batches) {
    let text = "";
    for (const row of rows) text += csvLine(row.map((cell, index) => csvCell(cell, columns[index]?.kind)));
    if (text) yield text;
  }
}

/** Only words can be a formula: numbers and dates stay as they are. */
function csvCell(cell: Cell, kind: TableColumn["kind"]): string {
  if (cell === null) return "";
  if (typeof cell === "number") return kind === "moment" ? stamp(cell) : String(cell);
  return guarded(cellText(cell));
}

const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** RFC 4180. */
function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(",")}\r\n`;
}
