import { Readable } from "node:stream";
import { writeCsv } from "hucre/csv";
import { type Cell, XLSX_TYPE, xlsxStream } from "./xlsx-stream.ts";

const CSV_TYPE = "text/csv; charset=utf-8";

export interface TableColumn {
  heading: string;
  /** In characters. */
  width: number;
  /** What the cells hold: decimal text, a day as YYYY-MM-DD, or text. */
  kind?: "decimal" | "day";
}

export interface Table {
  /** Without its ending. */
  fileName: string;
  sheetName: string;
  columns: readonly TableColumn[];
  /** Cells in column order; all are text as the wire has it. */
  batches: AsyncIterable<readonly (string | null)[][]>;
}

/** Spreadsheets count in binary with so many decimal digits: a longer number stays text. */
const EXACT_DIGITS = 15;

/** A table as a file, streamed: the same rows and columns in either format. */
export function tableFile(
  format: "xlsx" | "csv",
  { fileName, sheetName, columns, batches }: Table,
): { fileName: string; contentType: string; body: Readable } {
  const header = columns.map(({ heading }) => heading);
  if (format === "csv")
    return {
      fileName: `${fileName}.csv`,
      contentType: CSV_TYPE,
      body: Readable.from(csvParts(header, batches), { objectMode: false }),
    };
  return {
    fileName: `${fileName}.xlsx`,
    contentType: XLSX_TYPE,
    body: xlsxStream(sheetRows(columns, batches), {
      ...{ sheetName, header },
      dates: columns.map(({ kind }) => kind === "day" && "day"),
      widths: columns.map(({ width }) => width),
    }),
  };
}

async function* sheetRows(
  columns: readonly TableColumn[],
  batches: Table["batches"],
): AsyncGenerator<Cell[][]> {
  for await (const rows of batches)
    yield rows.map((row) => row.map((cell, index) => cellOf(cell, columns[index]?.kind)));
}

function cellOf(cell: string | null, kind: TableColumn["kind"]): Cell {
  if (cell === null || kind === undefined) return cell;
  if (kind === "day") return Date.parse(`${cell}T00:00:00Z`);
  return cell.replace(/\D/g, "").replace(/^0+/, "").length > EXACT_DIGITS ? cell : Number(cell);
}

async function* csvParts(header: string[], batches: Table["batches"]): AsyncGenerator<string> {
  yield `${writeCsv([header.map(defused)], { bom: true })}\r\n`;
  for await (const rows of batches)
    if (rows.length > 0) yield `${writeCsv(rows.map((row) => row.map((cell) => defused(cell ?? ""))))}\r\n`;
}

/** A text that a spreadsheet would read as a formula gets an apostrophe; a number below zero stays one. */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
