import { Readable } from "node:stream";
import { DAY_MS } from "#app/lib/date-time.ts";
import { cellText } from "./cell-text.ts";
import { type ZipPart, zipOf } from "./zip.ts";

/** null leaves the cell empty. A text is never read as a formula, even if it starts with "=". */
export type Cell = string | number | null;

/** A number that is shown with so many decimals, thousands separated. */
export interface AmountCell {
  amount: number;
  /** At most `AMOUNT_DECIMALS_MAX`. */
  decimals: number;
}

export interface SheetOptions {
  /** At most 31 characters, none of `:\/?*[]`. */
  sheetName: string;
  header: readonly string[];
  /** Columns of dates: the numbers are milliseconds of a local time as if it were UTC; `day` shows no time. */
  dates?: readonly (boolean | "day")[];
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  /**
   * Maximum rows of a sheet with its header; further rows go to a second sheet. Excel's own limit by default.
   */
  maxRows?: number;
}

type SheetCell = Cell | AmountCell;

/** No currency has more, and what others send is not rounded to be shown. */
export const AMOUNT_DECIMALS_MAX = 6;

/** Of a spreadsheet: thousands separated, with so many decimals. */
export const amountFormat = (decimals: number): string =>
  decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const EXCEL_ROWS = 1_048_576;
/** Without ZIP64 a zip entry has to stay below 4 GB. */
const SHEET_BYTES = 3 * 1024 ** 3;
/** 1 January 1970 as a serial day number of spreadsheets. */
const UNIX_EPOCH_DAY = 25_569;
const CHUNK_CHARACTERS = 64 * 1024;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/**
 * Writes a workbook as a stream. Batches of rows are pulled as the reader reads, and only a few are in
 * memory. Compression runs outside the main thread. Destroying the stream ends the iteration of `batches`.
 */
export function xlsxStream(batches: AsyncIterable<readonly SheetCell[][]>, options: SheetOptions): Readable {
  return Readable.from(zipOf(workbook(batches, options)), {
    objectMode: false,
    highWaterMark: CHUNK_CHARACTERS,
  });
}

async function* workbook(
  batches: AsyncIterable<readonly SheetCell[][]>,
  options: SheetOptions,
): AsyncGenerator<ZipPart> {
  const source = new RowSource(batches);
  try {
    let sheets = 0;
    do {
      yield { name: `xl/worksheets/sheet${++sheets}.xml`, content: sheet(source, options) };
    } while (await source.hasMore());
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
    yield { name: "xl/styles.xml", content: [STYLES] };
    yield { name: "xl/workbook.xml", content: [workbookXml(numbers, options.sheetName)] };
    yield { name: "xl/_rels/workbook.xml.rels", content: [workbookRelations(numbers)] };
    yield { name: "_rels/.rels", content: [ROOT_RELATIONS] };
    yield { name: "[Content_Types].xml", content: [contentTypes(numbers)] };
  } finally {
    await source.close();
  }
}

/** Gives rows one by one across batches, so that a sheet can end within a batch. */
class RowSource {
  readonly #batches: AsyncIterator<readonly SheetCell[][]>;
  #batch: readonly SheetCell[][] = [];
  #next = 0;
  #isOver = false;

  constructor(batches: AsyncIterable<readonly SheetCell[][]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#next >= this.#batch.length && !this.#isOver) {
      const step = await this.#batches.next();
      this.#isOver = step.done ?? false;
      this.#batch = step.done ? [] : step.value;
      this.#next = 0;
    }
    return this.#next < this.#batch.length;
  }

  /** The next row without waiting: null at the end of the batch. */
  take(): SheetCell[] | null {
    return this.#batch[this.#next++] ?? null;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

async function* sheet(
  source: RowSource,
  { header, widths, dates = [], maxRows = EXCEL_ROWS }: SheetOptions,
): AsyncGenerator<string> {
  const letters = header.map((_, index) => columnLetters(index));
  const columns = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  let text =
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${rowXml(1, header, letters, ' s="1"', [])}`;
  let written = 0;
  let row = 1;
  while (row < maxRows && written < SHEET_BYTES && (await source.hasMore())) {
    let cells: SheetCell[] | null = null;
    while (row < maxRows && text.length < CHUNK_CHARACTERS) {
      cells = source.take();
      if (!cells) break;
      text += rowXml(++row, cells, letters, "", dates);
    }
    if (text.length >= CHUNK_CHARACTERS) {
      written += text.length;
      yield text;
      text = "";
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

function rowXml(
  row: number,
  cells: readonly SheetCell[],
  letters: readonly string[],
  style: string,
  dates: readonly (boolean | "day")[],
): string {
  let text = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell === null || cell === undefined || cell === "") continue;
    if (typeof cell === "object")
      text += `<c r="${letters[index]}${row}" s="${FIRST_AMOUNT_STYLE + cell.decimals}"><v>${cell.amount}</v></c>`;
    else if (typeof cell === "number" && dates[index])
      text += `<c r="${letters[index]}${row}" s="${dates[index] === "day" ? 3 : 2}"><v>${cell / DAY_MS + UNIX_EPOCH_DAY}</v></c>`;
    else if (typeof cell === "number") text += `<c r="${letters[index]}${row}"${style}><v>${cell}</v></c>`;
    else
      text += `<c r="${letters[index]}${row}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
  }
  return `${text}</row>`;
}

/** Excel reads `_x0041_` as "A": where a text has it, its underscore is written in that way. */
const ESCAPE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;

function escapeText(raw: string): string {
  const text = cellText(raw);
  if (!/[&<>_]/.test(text)) return text;
  return text
    .replace(ESCAPE_LIKE, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

/** By their decimals: the first is the format of none. */
const AMOUNT_FORMATS = Array.from({ length: AMOUNT_DECIMALS_MAX + 1 }, (_, decimals) =>
  amountFormat(decimals),
);
const FIRST_AMOUNT_FORMAT = 166;
const FIRST_AMOUNT_STYLE = 4;

/** Style 1 is the header's, style 2 that of times, style 3 that of days, those after it of amounts. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${2 + AMOUNT_FORMATS.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>${AMOUNT_FORMATS.map((format, index) => `<numFmt numFmtId="${FIRST_AMOUNT_FORMAT + index}" formatCode="${format}"/>`).join("")}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FIRST_AMOUNT_STYLE + AMOUNT_FORMATS.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  AMOUNT_FORMATS.map(
    (_, index) =>
      `<xf numFmtId="${FIRST_AMOUNT_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ).join("") +
  "</cellXfs>" +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const ROOT_RELATIONS =
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function workbookXml(numbers: readonly number[], sheetName: string): string {
  const sheets = numbers
    .map((number) => {
      const suffix = number === 1 ? "" : ` ${number}`;
      const name = escapeText(sheetName.slice(0, 31 - suffix.length) + suffix).replaceAll('"', "&quot;");
      return `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`;
    })
    .join("");
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets></workbook>`;
}

function workbookRelations(numbers: readonly number[]): string {
  const sheets = numbers
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join("");
  return (
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets}` +
    `<Relationship Id="rId${numbers.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`
  );
}

function contentTypes(numbers: readonly number[]): string {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const sheets = numbers
    .map(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`,
    )
    .join("");
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${sheets}</Types>`
  );
}
