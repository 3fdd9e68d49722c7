import { type Kysely, type RawBuilder, sql } from "kysely";
import type { FileFormat } from "#app/contract/list-file.ts";
import type { JobMode, ServiceType, ShipmentStatus } from "#app/contract/shipment-code.ts";
import { type ShipmentColumn, shipmentColumns } from "#app/contract/shipment-export.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import { ownContainers } from "#app/lib/container-number.ts";
import { dayToWire, wallClockMs } from "#app/lib/date-time.ts";
import type { FileAnswer } from "../call/route.ts";
import { givenIds, ListedIds } from "../db/listed-ids.ts";
import type { Database } from "../db/schema.ts";
import { tableFile } from "../output/table-file.ts";
import type { Cell } from "../output/xlsx-stream.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";
import {
  arrivedText,
  clockText,
  columnTexts,
  delayedText,
  modeTexts,
  notConfirmedText,
  serviceTexts,
  sheetText,
  statusTexts,
} from "./export-text.ts";
import {
  allConditions,
  compileFilter,
  type DateColumn,
  type FilterRequest,
  inScope,
  isDelayedAt,
  localColumn,
  type ShipmentScope,
} from "./filter.ts";
import { type Order, orderBy, type ShipmentSort } from "./list-order.ts";
import { delayDaysFrom, delayMs, transportLine } from "./row.ts";

interface Column {
  width: number;
  /** SQL expression that reads the value as JSON. */
  read: RawBuilder<unknown>;
  /** Converts the value to a cell. */
  write(value: never, wording: Wording): Cell;
  /** The cells hold local times as milliseconds, as if in UTC. */
  isDate?: true;
}
interface Wording {
  language: Language;
  clock: string;
  places: PlaceNames;
}

const text = (value: string | null): Cell => value;
const list = (values: string[]): Cell => values.join(", ") || null;
// Milliseconds are parsed faster than text. For local times of places the database column is used.
const moment = (column: DateColumn, clock: string): Column => ({
  width: 20,
  isDate: true,
  // A date that is known to the day alone is its text.
  read: sql`case when ${column.replace("_at", "")} = any(s.day_only)
    then to_json(to_char(${localColumn(column)}, 'YYYY-MM-DD'))
    else to_json((extract(epoch from ${clock === PLACE_CLOCK ? localColumn(column) : sql.ref(`s.${column}`)}) * 1000)::bigint) end`,
  write: (date: number | string | null) =>
    typeof date !== "number" || clock === PLACE_CLOCK ? date : wallClockMs(new Date(date), clock),
});
/** Marks an actual date without an event as not confirmed. */
const actual = (column: DateColumn, key: "atd" | "ata" | "delivery", clock: string): Column => {
  const { read, write, ...rest } = moment(column, clock);
  return {
    ...rest,
    read: sql`json_build_array(${read}, ${key} = any(coalesce(s.reached, '{}')))`,
    write: ([storedDate, isReached]: [number | string | null, boolean], wording) => {
      const date = write(storedDate as never, wording);
      if (isReached || date === null) return date;
      const time =
        typeof date === "number" ? new Date(date).toISOString().slice(0, 19).replace("T", " ") : date;
      return `${time} (${notConfirmedText[wording.language]})`;
    },
  };
};
const place = (column: string | RawBuilder<unknown>): Column => ({
  width: 24,
  read: typeof column === "string" ? sql.ref(`s.${column}`) : column,
  write: (code: string, { places }) => {
    const { name } = places.of(code);
    return name === code ? code : `${name} (${code})`;
  },
});

function columnsAt(now: Date, clock: string): Record<ShipmentColumn, Column> {
  const arrival = moment("ata", clock);
  return {
    houseNumber: { width: 18, read: sql`s.house_number`, write: text },
    masterNumber: { width: 18, read: sql`s.master_number`, write: text },
    status: {
      width: 18,
      read: sql`json_build_array(s.status, ${isDelayedAt(now)}, ${delayMs(now)},
        case when 'ata' = any(coalesce(s.reached, '{}')) then ${arrival.read} end)`,
      write: (
        [code, isDelayed, lateMs, arrived]: [ShipmentStatus, boolean, number | null, number | string | null],
        wording,
      ) => {
        const { language } = wording;
        const date = code === "COMPLETED" ? null : arrival.write(arrived as never, wording);
        const arrivedOn = typeof date === "number" ? new Date(date).toISOString().slice(0, 10) : date;
        const arrivedWords = arrivedOn && arrivedText[language](String(arrivedOn));
        if (!isDelayed) return arrivedWords || statusTexts[code][language];
        const delayed = delayedText[language](lateMs === null ? null : delayDaysFrom(lateMs));
        return [delayed, arrivedWords].filter(Boolean).join(", ");
      },
    },
    mode: {
      width: 10,
      read: sql`s.job_mode`,
      write: (code: JobMode, { language }) => modeTexts[code][language],
    },
    serviceType: {
      width: 18,
      read: sql`s.service_type`,
      write: (code: ServiceType, { language }) => serviceTexts[code][language],
    },
    portOfDeparture: place("port_of_departure"),
    portOfArrival: place(sql`coalesce(s.port_of_final_arrival, s.port_of_arrival)`),
    transport: {
      width: 36,
      read: sql`json_build_array(carrier.name, vessel.name, s.voyage, s.flight_number)`,
      write: ([carrier_name, vessel_name, voyage, flight_number]: (string | null)[]) =>
        transportLine({
          carrier_name: carrier_name ?? null,
          vessel_name: vessel_name ?? null,
          voyage: voyage ?? null,
          flight_number: flight_number ?? null,
        }),
    },
    booking: moment("booking_at", clock),
    etd: moment("etd", clock),
    atd: actual("atd", "atd", clock),
    eta: moment("eta", clock),
    ata: actual("ata", "ata", clock),
    delivery: actual("delivery_at", "delivery", clock),
    shipperName: { width: 30, read: sql`shipper.name`, write: text },
    consigneeName: { width: 30, read: sql`consignee.name`, write: text },
    containers: {
      width: 26,
      read: sql`json_build_array(s.container_numbers, s.moved_containers)`,
      write: ([all, moved]: [string[], string[]]) => list(ownContainers(all, moved)),
    },
    poNumbers: { width: 26, read: sql`s.po_numbers`, write: list },
    skuNumbers: { width: 26, read: sql`s.sku_numbers`, write: list },
    pieces: { width: 10, read: sql`s.pieces`, write: (value: number) => value },
    grossWeight: { width: 16, read: sql`s.gross_weight_kg`, write: (value: number) => value },
    volume: { width: 14, read: sql`s.volume_cbm`, write: (value: number) => value },
  };
}

/** The heading of a column of times names the time zone of its cells. */
function headOf(
  key: ShipmentColumn,
  { isDate }: Column,
  { language, clock }: Omit<Wording, "places">,
): string {
  const text = columnTexts[key][language];
  if (!isDate) return text;
  const named = `(${clockText(clock, language)})`;
  return language === "zh" ? text + named : `${text} ${named}`;
}

/**
 * Exports the filtered list as a spreadsheet. Selection and order are fixed when it starts; rows are read in
 * batches as the client reads, so that neither a slow client nor a large list holds a connection or memory.
 */
export async function exportShipments(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: FilterRequest,
  sort: ShipmentSort,
  options: {
    columns: readonly ShipmentColumn[];
    format: FileFormat;
    language: Language;
    now: Date;
    streamedRows?: number | undefined;
  },
): Promise<FileAnswer> {
  const { columns, format, language, now, streamedRows } = options;
  const chosen =
    columns.length > 0 ? shipmentColumns.filter((key) => columns.includes(key)) : shipmentColumns;
  const clock = readClock(filter.clock);
  const known = columnsAt(now, clock);
  const written = chosen.map((key) => known[key]);
  const compiled = await compileFilter(db, scope, filter, now);
  const matching = compiled && allConditions(scope, compiled);
  const ids = await ListedIds.read(
    db,
    matching &&
      sql`select s.id from shipment s where ${matching} order by ${orderBy({ ...sort, clock } as Order)}`,
    streamedRows,
  );
  const wording = { language, clock, places: await placeNames(db, language) };
  async function* batches(): AsyncGenerator<Cell[][]> {
    for await (const rows of ids.rows((part) => readBatch(db, scope, part, written)))
      yield rows.map((row) => written.map((column, at) => column.write(row[at] as never, wording)));
  }
  return tableFile(format, {
    fileName: `shipments-${dayToWire(now)}`,
    sheetName: sheetText[language],
    columns: chosen.map((key, at) => ({
      heading: headOf(key, known[key], wording),
      width: written[at]!.width,
      ...(written[at]!.isDate && { kind: "moment" }),
    })),
    batches: batches(),
  });
}

/** One JSON text for the whole batch: parsing value by value in the driver takes several times as long. */
async function readBatch(
  db: Kysely<Database>,
  scope: ShipmentScope,
  ids: BigInt64Array,
  columns: readonly Column[],
): Promise<unknown[][]> {
  const { rows } = await sql<{ batch: string | null }>`
    select json_agg(json_build_array(${sql.join(columns.map((column) => column.read))}) order by given.place)::text
      as batch
    from ${givenIds(ids)}
    join shipment s on s.id = given.id
    join party shipper on shipper.id = s.shipper_id
    join party consignee on consignee.id = s.consignee_id
    left join carrier on carrier.code = s.carrier_code
    left join vessel on vessel.imo = s.vessel_imo
    where ${inScope(scope)}`.execute(db);
  return JSON.parse(rows[0]?.batch ?? "[]");
}
