import type { FileFormat } from "#app/contract/list-file.ts";
import type { Language } from "#app/contract/user.ts";
import { dayToWire, isValidZone, WIRE_ZONE, wallClockMs, wireToInstant } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { List } from "../call/list-of.ts";
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

interface FileRequest {
  format: FileFormat;
  zone?: string | undefined;
}

interface ListFile<Request, Row> {
  /** Beginning of the file's name. */
  name: string;
  sheet: Record<Language, string>;
  columns: readonly FileColumn<Row>[] | ((request: Request, context: CallerContext) => FileColumn<Row>[]);
  /** Made for each file: takes every row, and gives rows of sums with a cell for each column. */
  sums?: () => { add(row: Row): void; rows(language: Language): Cell[][] };
  /** Where times are in another zone than that of the request. */
  zone?: (request: Request) => string;
}

const DAY_LENGTH = "YYYY-MM-DD".length;

/** Makes the file of a list; times are in the zone of the request, which their heads name. */
export function listFile<Filter extends FileRequest, Key extends string, Row>(
  list: Pick<List<Filter, Key, never, Row>, "batches">,
  { name, sheet, columns, sums: sumsOf, zone: zoneOf }: ListFile<Filter, Row>,
) {
  return async (
    request: Filter & { sort: Key; direction: "asc" | "desc" },
    context: CallerContext,
  ): Promise<FileAnswer> => {
    const { language, now } = context;
    const rowBatches = await list.batches(request, context);
    const readerZone = zoneOf ? zoneOf(request) : request.zone;
    const zone = isValidZone(readerZone) ? readerZone : WIRE_ZONE;
    const zoneName = zone === WIRE_ZONE ? "UTC+8" : zone;
    const fileColumns = typeof columns === "function" ? columns(request, context) : columns;
    const sums = sumsOf?.();
    const cellOf = ({ kind, cell }: FileColumn<Row>, row: Row): Cell => {
      const value = cell(row, language);
      if (kind !== "moment" || typeof value !== "string" || value.length <= DAY_LENGTH) return value;
      return wallClockMs(wireToInstant(value), zone);
    };
    async function* batches() {
      for await (const rows of rowBatches) {
        if (sums) for (const row of rows) sums.add(row);
        yield rows.map((row) => fileColumns.map((column) => cellOf(column, row)));
      }
    }
    return tableFile(request.format, {
      fileName: `${name}-${dayToWire(now)}`,
      sheetName: sheet[language],
      columns: fileColumns.map(({ heading, width, kind }) => {
        const head = heading[language];
        const named = language === "zh" ? `${head}（${zoneName}）` : `${head} (${zoneName})`;
        if (kind === "moment") return { heading: named, width, kind };
        return { heading: head, width, ...(kind && { kind: kind === "localMoment" ? "moment" : kind }) };
      }),
      batches: batches(),
      sums: sums && (() => sums.rows(language)),
    });
  };
}
