import { Readable } from "node:stream";
import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";
import { DAY_MS } from "#app/lib/date-time.ts";

/** null leaves the cell empty. A text stays a text, also one that begins with "=". */
export type Cell = string | number | null;

export interface SheetOptions {
  /** At the most 31 characters, none of `:\/?*[]`. */
  sheetName: string;
  header: readonly string[];
  /** Columns of dates: their numbers are the ms of a wall clock as if it were UTC, and a spreadsheet reads them as such. */
  dates?: readonly boolean[];
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  /** Rows of a sheet with its header; more go to a second sheet. Excel's own limit unless given. */
  maxRows?: number;
}

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const EXCEL_ROWS = 1_048_576;
const EXCEL_CELL_CHARACTERS = 32_767;
/** A part of 4 GB would need another format of zip; a sheet ends before. */
const SHEET_BYTES = 3 * 1024 ** 3;
/** 1 January 1970 in the days of a spreadsheet. */
const UNIX_EPOCH_DAY = 25_569;
const CHUNK_CHARACTERS = 64 * 1024;
// The fastest level: a list repeats itself so much that the slower ones gain little (app/decisions/2026-11-20-xlsx-writer.md).
const DEFLATE_LEVEL = 1;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/**
 * A workbook as a stream. Batches of rows are pulled as the reader reads, and no more than a few of them are in memory.
 * Compression runs outside the main thread. Destroying the stream ends the iteration of `batches`.
 */
export function xlsxStream(batches: AsyncIterable<readonly Cell[][]>, options: SheetOptions): Readable {
  return Readable.from(workbook(batches, options), { objectMode: false, highWaterMark: CHUNK_CHARACTERS });
}

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  packedSize: number;
}

async function* workbook(
  batches: AsyncIterable<readonly Cell[][]>,
  options: SheetOptions,
): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  async function* add(name: string, parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packedSize: 0 };
    const head = localHeader(entry.name);
    offset += head.length;
    yield head;
    for await (const packed of deflate(entry, parts)) {
      entry.packedSize += packed.length;
      offset += packed.length;
      yield packed;
    }
    const tail = dataDescriptor(entry);
    offset += tail.length;
    yield tail;
    entries.push(entry);
  }

  const source = new RowSource(batches);
  try {
    let sheets = 0;
    do {
      yield* add(`xl/worksheets/sheet${++sheets}.xml`, sheet(source, options));
    } while (await source.hasMore());
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
    yield* add("xl/styles.xml", [STYLES]);
    yield* add("xl/workbook.xml", [workbookXml(numbers, options.sheetName)]);
    yield* add("xl/_rels/workbook.xml.rels", [workbookRelations(numbers)]);
    yield* add("_rels/.rels", [ROOT_RELATIONS]);
    yield* add("[Content_Types].xml", [contentTypes(numbers)]);
    yield centralDirectory(entries, offset);
  } finally {
    await source.close();
  }
}

/** Rows one after another across batches, so that a sheet can end within a batch. */
class RowSource {
  readonly #batches: AsyncIterator<readonly Cell[][]>;
  #batch: readonly Cell[][] = [];
  #next = 0;
  #isOver = false;

  constructor(batches: AsyncIterable<readonly Cell[][]>) {
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

  /** Without waiting: null at the end of the batch. */
  take(): Cell[] | null {
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
    let cells: Cell[] | null = null;
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
  cells: readonly Cell[],
  letters: readonly string[],
  style: string,
  dates: readonly boolean[],
): string {
  let text = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell === null || cell === undefined || cell === "") continue;
    if (typeof cell === "number" && dates[index])
      text += `<c r="${letters[index]}${row}" s="2"><v>${cell / DAY_MS + UNIX_EPOCH_DAY}</v></c>`;
    else if (typeof cell === "number") text += `<c r="${letters[index]}${row}"${style}><v>${cell}</v></c>`;
    else
      text += `<c r="${letters[index]}${row}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
  }
  return `${text}</row>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes none of them
const UNSAFE = /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes none of them
const UNSAYABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

function escapeText(given: string): string {
  const text = given.length > EXCEL_CELL_CHARACTERS ? given.slice(0, EXCEL_CELL_CHARACTERS) : given;
  if (!UNSAFE.test(text)) return text;
  return text
    .toWellFormed()
    .replace(UNSAYABLE, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

/** Style 1 is the header's, style 2 that of dates. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
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

/** Packs the parts and keeps count in the entry. A part is taken when the one before has been packed. */
async function* deflate(
  entry: Entry,
  parts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: DEFLATE_LEVEL });
  const feeding = feed(entry, parts, packer).catch((error) => {
    packer.destroy(error);
  });
  try {
    for await (const packed of packer) yield packed;
  } finally {
    packer.destroy();
    await feeding;
  }
}

async function feed(
  entry: Entry,
  parts: AsyncIterable<string> | Iterable<string>,
  packer: DeflateRaw,
): Promise<void> {
  // One piece of memory for all parts: new ones would be let go of much later than they are done with.
  const room = Buffer.allocUnsafeSlow(4 * CHUNK_CHARACTERS);
  for await (const part of parts) {
    const fits = part.length * 3 <= room.length;
    const bytes = fits ? room.subarray(0, room.write(part)) : Buffer.from(part);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    await new Promise<void>((resolve, reject) => {
      // A reader that leaves closes the packer, which then forgets what was being written.
      const leave = () => reject(new Error("The reader has left"));
      packer.once("close", leave);
      packer.write(bytes, (error) => {
        packer.off("close", leave);
        if (error) reject(error);
        else resolve();
      });
    });
  }
  packer.end();
}

/** Sizes and checksum follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the list says in its cells when it was made. */
const DAY = 0x21;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DAY, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, packedSize, size }: Entry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedSize, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function centralDirectory(entries: readonly Entry[], offset: number): Buffer {
  const records = entries.flatMap((entry) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    record.writeUInt16LE(20, 6);
    record.writeUInt16LE(FLAGS, 8);
    record.writeUInt16LE(DEFLATED, 10);
    record.writeUInt16LE(DAY, 14);
    record.writeUInt32LE(entry.crc, 16);
    record.writeUInt32LE(entry.packedSize, 20);
    record.writeUInt32LE(entry.size, 24);
    record.writeUInt16LE(entry.name.length, 28);
    record.writeUInt32LE(entry.offset, 42);
    return [record, entry.name];
  });
  const size = records.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...records, end]);
}
