import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Options, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { unguarded } from "../output/cell-text.ts";

/** A row of a table, with the line in which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const delimiters = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof delimiters)[number];

/** Excel's own first line, by which a file says what parts its cells. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t|])"?[^\r\n]*/i;
const SEPARATOR_CELL = /^"?sep=/i;

/** What parts the cells: as a first line "sep=;" says, else what is there most often in the first line with text. */
export function delimiterOf(start: string): CsvDelimiter {
  const stated = SEPARATOR_LINE.exec(start)?.[1];
  if (stated) return stated as CsvDelimiter;
  const [line = ""] = start.replace(/^[\uFEFF\s]+/, "").split(/\r|\n/, 1);
  const bare = line.replace(/"[^"]*"/g, "");
  const counted = delimiters.map((sign) => ({ sign, times: bare.split(sign).length }));
  return counted.reduce((most, each) => (each.times > most.times ? each : most)).sign;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

const optionsFor = (delimiter: CsvDelimiter, recordBytes: number | undefined): Options => ({
  bom: true,
  delimiter,
  relax_column_count: true,
  skip_empty_lines: true,
  info: true,
  // A quote inside a cell that does not begin with one is a sign like others: 5" pipe.
  relax_quotes: true,
  ...(recordBytes === undefined ? {} : { max_record_size: recordBytes }),
});

/** Rows one after the other, of which no more than one is held. Throws what csv-parse throws, with a code of CSV_. */
export async function* csvRows(
  text: AsyncIterable<string> | Iterable<string>,
  delimiter: CsvDelimiter,
  recordBytes?: number,
): AsyncGenerator<CsvRow> {
  const parser = parse(optionsFor(delimiter, recordBytes));
  // What goes wrong on the way comes out of the parser.
  const fed = pipeline(Readable.from(text), parser).catch(() => {});
  let isFirst = true;
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      if (!(isFirst && isSeparator(parsed))) yield rowOf(parsed);
      isFirst = false;
    }
  } finally {
    parser.destroy();
    await fed;
  }
}

/** The cells of a short text, parted by commas or as its first line says. */
export function csvTable(text: string): string[][] {
  const stated = SEPARATOR_LINE.exec(text)?.[1] as CsvDelimiter | undefined;
  const rows = parseAtOnce(text, optionsFor(stated ?? ",", undefined)) as unknown as Parsed[];
  return rows.flatMap((row, index) => (index === 0 && isSeparator(row) ? [] : [rowOf(row).cells]));
}

const isSeparator = ({ record }: Parsed): boolean => SEPARATOR_CELL.test(record[0] ?? "");

/** csv-parse counts the line in which a row ends; a quoted cell may go over several. */
function rowOf({ record, info }: Parsed): CsvRow {
  let line = info.lines;
  for (const cell of record) line -= cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { line, cells: record.map(unguarded) };
}
