import { type CellValue, colToLetter, type SheetChart, type WriteSheet } from "hucre";
import { writeXlsx } from "hucre/xlsx";
import { currencyDecimals } from "#app/lib/currency-decimals.ts";
import { cellText } from "../output/cell-text.ts";
import { sheetCell } from "../output/table-file.ts";
import { amountFormat, type Cell } from "../output/xlsx-stream.ts";
import type { FileColumn, FileTable } from "./file-table.ts";

/** Characters. */
const LABEL_WIDTH = 36;
const WIDTH = 18;
/** Rows of the sheet for each bar, and for title, axis and legend. */
const BAR_ROWS = 2;
const CHART_ROWS = 8;
const CHART_COLUMNS = 9;
const CHART_ROWS_MAX = 120;
/** Told apart without colours as well: dark, middle, light. */
const COLORS = ["1F4E79", "C55A11", "A6A6A6", "D9D9D9", "7F7F7F"];

/**
 * The report as a workbook: the table with its chart, real numbers and dates; then what was asked. Some hundred rows, so
 * that it is written in memory, by the library that draws charts (app/decisions/analytics-and-dashboard.md).
 */
export async function reportWorkbook(table: FileTable): Promise<Uint8Array> {
  const { columns, rows, sums, words } = table;
  const cells = [
    columns.map(({ heading }) => cellText(heading)),
    ...rows.map((row) => sheetRow(row.cells, columns)),
    ...sums.map((row) => sheetRow(row, columns)),
  ];
  const isNested = rows.some(({ isWithin }) => isWithin);
  const main: WriteSheet = {
    name: table.title,
    columns: columns.map((column, index) => ({
      width: index < table.labels ? LABEL_WIDTH : WIDTH,
      ...formatOf(column),
    })),
    rows: cells,
    freezePane: { rows: 1, columns: table.labels },
  };
  const drawn = rows.filter(({ isWithin }) => !isWithin);
  const about: CellValue[][] = [
    ...table.facts.map((fact) => fact.map(cellText)),
    ...table.notes.map((note) => [cellText(note)]),
  ];
  const sheets: WriteSheet[] = [
    main,
    { name: words.about, columns: [{ width: WIDTH }, { width: 60 }], rows: about },
  ];
  if (drawn.length > 0 && !isNested)
    main.charts = [chartOf(table, { sheet: main.name, columns: table.chart.columns, count: rows.length })];
  // A chart takes its values from rows side by side.
  if (drawn.length > 0 && isNested) {
    const picked = [0, ...table.chart.columns];
    const name = words.chart;
    sheets.splice(1, 0, {
      name,
      columns: picked.map((column, index) => ({
        width: index === 0 ? LABEL_WIDTH : WIDTH,
        ...(index > 0 && formatOf(columns[column])),
      })),
      rows: [
        picked.map((index) => cellText(columns[index]!.heading)),
        ...drawn.map((row) => picked.map((index) => sheetRow(row.cells, columns)[index] ?? null)),
      ],
      charts: [
        chartOf(table, {
          sheet: name,
          columns: table.chart.columns.map((_, index) => index + 1),
          count: drawn.length,
        }),
      ],
    });
  }
  return writeXlsx({ sheets });
}

function formatOf(column: FileColumn | undefined): { numFmt?: string } {
  if (column?.currency) return { numFmt: amountFormat(currencyDecimals(column.currency)) };
  return column?.kind === "month" ? { numFmt: "yyyy-mm" } : {};
}

const sheetRow = (cells: readonly Cell[], columns: readonly FileColumn[]): CellValue[] =>
  cells.map((cell, index) => {
    const { kind } = columns[index] ?? {};
    if (kind === "month" && typeof cell === "string" && /^\d{4}-\d\d$/.test(cell))
      return new Date(`${cell}-01T00:00:00Z`);
    const value = sheetCell(cell, kind === "decimal" ? kind : undefined);
    return typeof value === "string" ? cellText(value) : value;
  });

/** @param from sheet, columns and number of rows that the bars are of; their names stand in its first column */
function chartOf(table: FileTable, from: { sheet: string; columns: number[]; count: number }): SheetChart {
  const { isStacked } = table.chart;
  const nameOf = (index: number) => table.columns[table.chart.columns[index]!]!.heading;
  const range = (column: number) =>
    `'${from.sheet.replaceAll("'", "''")}'!$${colToLetter(column)}$2:$${colToLetter(column)}$${from.count + 1}`;
  const left = Math.max(...from.columns, table.labels) + 2;
  const column = from.sheet === table.title ? table.columns.length + 1 : left;
  return {
    type: "bar",
    title: table.title,
    series: from.columns.map((each, index) => ({
      name: nameOf(index),
      values: range(each),
      categories: range(0),
      color: COLORS[index % COLORS.length]!,
    })),
    barGrouping: isStacked ? "stacked" : "clustered",
    // The first group stands at the top, as in the table.
    axes: { x: { reverse: true }, y: { title: isStacked ? table.words.unit : nameOf(0) } },
    legend: from.columns.length > 1 ? "bottom" : false,
    anchor: {
      from: { row: 1, col: column },
      to: {
        row: Math.min(CHART_ROWS_MAX, from.count * BAR_ROWS + CHART_ROWS),
        col: column + CHART_COLUMNS,
      },
    },
    altText: `${table.title}: ${table.facts.map(([, value]) => value).join(", ")}`,
  };
}
