import type { Readable } from "node:stream";
import type { Language } from "#app/contract/user.ts";
import { formatMoney, formatNumber } from "#app/lib/money.ts";
import { PdfSheet } from "../output/pdf-sheet.ts";
import type { PdfText } from "../output/pdf-text.ts";
import type { Cell } from "../output/xlsx-stream.ts";
import type { FileColumn, FileTable } from "./file-table.ts";

/** Points. */
const BAR_ROW = 24;
const BAR_TOP = 11;
const BAR_HEIGHT = 9;
const LEGEND_ROW = 16;
const HATCH = 3;
const INK = "#16191d";
/** Parts of a bar differ by brightness and by lines, so that they read in black and white. */
const LOOKS = [
  { fill: "#1f4e79", lines: 0 },
  { fill: "#ffffff", lines: 1 },
  { fill: "#d9d9d9", lines: 0 },
  { fill: "#ffffff", lines: -1 },
  { fill: "#7f7f7f", lines: 0 },
];

/** The report as PDF, A4 across: what was asked, its chart, its table, and what was left out. */
export function reportPdf(table: FileTable, language: Language): Readable {
  const { columns, labels } = table;
  // Headings are texts already.
  const sheet = new PdfSheet<string>(table.title, (text) => text, { isLandscape: true });
  sheet.title(table.title);
  sheet.facts(table.facts);
  const bars = barsOf(table, language);
  if (bars.length > 0) {
    sheet.heading(table.words.chart);
    const legend = table.chart.columns.map((column) => columns[column]!.heading);
    sheet.figure(LEGEND_ROW, (text, at) => drawLegend(text, at, legend));
    const most = Math.max(1e-9, ...bars.map(({ parts }) => lengthOf(parts, table.chart.isStacked)));
    for (const bar of bars)
      sheet.figure(BAR_ROW, (text, at) =>
        drawBar(text, { ...at, width: sheet.width }, bar, { most, isStacked: table.chart.isStacked }),
      );
  }
  const numbers = columns.length - labels;
  const text = (cells: readonly Cell[]) =>
    cells.map((cell, index) => cellText(cell, columns[index], language));
  sheet.table(
    table.title,
    columns.map(({ heading }) => heading),
    table.rows.map(({ cells }) => text(cells)),
    { numbers, sums: table.sums.map(text) },
  );
  for (const note of table.notes) sheet.note(note);
  return sheet.end();
}

interface Bar {
  label: string;
  text: string;
  parts: number[];
}

const barsOf = ({ rows, columns, chart }: FileTable, language: Language): Bar[] =>
  rows
    .filter(({ isWithin }) => !isWithin)
    .map(({ cells }) => ({
      label: String(cells[0] ?? ""),
      text: chart.columns
        .map((column) => cellText(cells[column] ?? null, columns[column], language))
        .join(" / "),
      // What was credited beyond what was billed has no bar.
      parts: chart.columns.map((column) => Math.max(0, Number(cells[column] ?? 0))),
    }));

const lengthOf = (parts: number[], isStacked: boolean) =>
  isStacked ? parts.reduce((sum, part) => sum + part, 0) : Math.max(...parts);

function drawLegend(text: PdfText, { x, y }: { x: number; y: number }, legend: string[]): void {
  let left = x;
  for (const [index, label] of legend.entries()) {
    drawPart(text.doc, { x: left, y: y + 2, width: BAR_HEIGHT, height: BAR_HEIGHT }, index);
    text.write(label, left + 14, y + 2, { width: 140, size: 8 });
    left += 160;
  }
}

function drawBar(
  text: PdfText,
  { x, y, width }: { x: number; y: number; width: number },
  bar: Bar,
  { most, isStacked }: { most: number; isStacked: boolean },
): void {
  text.write(bar.label, x, y, { width: width / 2, size: 8 });
  text.write(bar.text, x + width / 2, y, { width: width / 2, size: 8, align: "right" });
  let left = x;
  for (const [index, part] of bar.parts.entries()) {
    const length = (width * part) / most;
    const height = isStacked ? BAR_HEIGHT : BAR_HEIGHT / bar.parts.length;
    const top = y + BAR_TOP + (isStacked ? 0 : index * height);
    if (length > 0) drawPart(text.doc, { x: isStacked ? left : x, y: top, width: length, height }, index);
    left += length;
  }
}

function drawPart(
  doc: PDFKit.PDFDocument,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  index: number,
): void {
  const { fill, lines } = LOOKS[index % LOOKS.length]!;
  doc.rect(x, y, width, height).fill(fill);
  if (lines !== 0) {
    doc.save().rect(x, y, width, height).clip().lineWidth(0.6).strokeColor(INK);
    for (let at = x - height; at < x + width; at += HATCH)
      doc.moveTo(at, lines > 0 ? y + height : y).lineTo(at + height, lines > 0 ? y : y + height);
    doc.stroke().restore();
  }
  doc.rect(x, y, width, height).lineWidth(0.5).strokeColor(INK).stroke();
}

function cellText(cell: Cell, column: FileColumn | undefined, language: Language): string {
  if (cell === null) return column?.kind === "words" ? "" : "–";
  if (typeof cell === "number") return formatNumber(cell, language) ?? "";
  if (column?.currency) return formatMoney(cell, column.currency, language) ?? cell;
  return column?.kind === "decimal" ? (formatNumber(cell, language) ?? cell) : cell;
}
