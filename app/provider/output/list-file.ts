import type { FileFormat } from "#app/contract/list-file.ts";
import type { Language } from "#app/contract/user.ts";
import { dayToWire, isValidZone, WIRE_ZONE, wallClockMs, wireToInstant } from "#app/lib/date-time.ts";
import type { FileAnswer } from "../call/route.ts";
import { type TableColumn, tableFile } from "./table-file.ts";
import type { Cell } from "./xlsx-stream.ts";

/** A column of a list's file. In a column of moments `cell` gives the wire's time stamps, in UTC+8. */
export interface FileColumn<Row> extends Omit<TableColumn, "heading" | "kind"> {
  heading: Record<Language, string>;
  /** Kind of the column; for a local moment `cell` gives the milliseconds itself. */
  kind?: TableColumn["kind"] | "localMoment";
  cell(row: Row, language: Language): Cell;
}

interface ListFile<Row> {
  /** Beginning of the file's name. */
  name: string;
  sheet: Record<Language, string>;
  columns: readonly FileColumn<Row>[];
  batches: AsyncIterable<Row[]>;
  /** Rows of sums, with a cell for each column. */
  sums?: () => Cell[][];
  language: Language;
  now: Date;
}

const DAY_LENGTH = "YYYY-MM-DD".length;

/** A list of the wire's rows as a file; times are in the zone that is given, which their heads name. */
export function listFile<Row>(
  { format, zone: readerZone }: { format: FileFormat; zone?: string | undefined },
  { name, sheet, columns, batches, sums, language, now }: ListFile<Row>,
): FileAnswer {
  const zone = isValidZone(readerZone) ? readerZone : WIRE_ZONE;
  const zoneName = zone === WIRE_ZONE ? "UTC+8" : zone;
  const cellOf = ({ kind, cell }: FileColumn<Row>, row: Row): Cell => {
    const value = cell(row, language);
    if (kind !== "moment" || typeof value !== "string" || value.length <= DAY_LENGTH) return value;
    return wallClockMs(wireToInstant(value), zone);
  };
  async function* cells() {
    for await (const rows of batches) yield rows.map((row) => columns.map((column) => cellOf(column, row)));
  }
  return tableFile(format, {
    fileName: `${name}-${dayToWire(now)}`,
    sheetName: sheet[language],
    columns: columns.map(({ heading, width, kind }) => {
      const head = heading[language];
      const named = language === "zh" ? `${head}（${zoneName}）` : `${head} (${zoneName})`;
      if (kind === "moment") return { heading: named, width, kind };
      return { heading: head, width, ...(kind && { kind: kind === "localMoment" ? "moment" : kind }) };
    }),
    batches: cells(),
    sums,
  });
}
