import { z } from "zod";
import type { ListParams } from "#app/components/list/address.ts";
import { choice, listQuery, typedDay, words } from "#app/components/list/query.server.ts";
import type { ShipmentFilter } from "#app/contract/shipment.ts";
import {
  filterDateTypes,
  jobModes,
  serviceGroupNames,
  shipmentSortKeys,
  shipmentStatusFilters,
} from "#app/contract/shipment-code.ts";
import { type ShipmentColumn, shipmentColumns } from "#app/contract/shipment-export.ts";
import { wireDateTime } from "#app/contract/wire.ts";
import { parseWire } from "#app/lib/date-time.ts";

/** Columns of a file, and those that the panel offers first, for who has chosen none. */
export const usualColumns: ShipmentColumn[] = [
  "houseNumber",
  "status",
  "mode",
  "portOfDeparture",
  "portOfArrival",
  "etd",
  "eta",
  "transport",
  "containers",
  "poNumbers",
];

/** As calls write a moment, so that it is the very one that the dashboard counted from. */
const moment = wireDateTime
  .refine((typed) => parseWire(typed) !== null)
  .optional()
  .catch(undefined);
const flag = z.stringbool().optional().catch(undefined);

const filters = {
  keyword: words(50),
  status: choice(shipmentStatusFilters),
  houseNumber: words(50),
  masterNumber: words(50),
  poNumber: words(50),
  skuNumber: words(50),
  containerNumber: words(20),
  mode: choice(jobModes),
  service: choice(serviceGroupNames),
  portOfDeparture: words(100),
  portOfArrival: words(100),
  shipper: words(100),
  consignee: words(100),
  dateType: choice(filterDateTypes),
  dateFrom: typedDay,
  dateTo: typedDay,
  isFollowed: flag,
  isArrivingSoon: flag,
  isOpen: flag,
  isUnderWay: flag,
  hasArrived: flag,
  isOnTime: flag,
  isOwnTurn: flag,
  changedSince: moment,
};
export type TypedFilter = ListQuery["filter"];

const query = listQuery(filters, shipmentSortKeys, "updated");
const panels = choice(["filters", "columns", "share"]);

/**
 * The filter as typed: a port may be a name, and a range may lack its type. `filterToAsk` makes the
 * provider's filter.
 */
export type ListQuery = ReturnType<typeof query.read> & {
  /** "usual": the stored choice is given up. Null: the URL names none, so the stored choice applies. */
  columns: ShipmentColumn[] | "usual" | null;
  /** Null: the URL names none, so the stored choice applies. */
  rows: RowLook | null;
  panel: "filters" | "columns" | "share" | null;
};

/** How much of a row is shown: lines cut to the column, one line a row, or everything, on a phone too. */
export const rowLooks = ["standard", "compact", "full"] as const;
export type RowLook = (typeof rowLooks)[number];

/** Reads the URL of the list. Never throws: an invalid value is replaced by the default. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const criteria = query.read(search);
  const { filter } = criteria;
  if (filter.dateFrom && filter.dateTo && filter.dateFrom > filter.dateTo) {
    [filter.dateFrom, filter.dateTo] = [filter.dateTo, filter.dateFrom];
  }
  const named = search.getAll("columns").join(",");
  const columns = named === "usual" ? named : knownColumns(named);
  const rows = rowLookOf(search.get("rows"));
  return { ...criteria, columns, rows, panel: panels.parse(search.getAll("panel").at(-1)) ?? null };
}

/** Null for any other value. */
export const rowLookOf = (value: string | null | undefined): RowLook | null =>
  rowLooks.find((look) => look === value) ?? null;

/** Columns by comma-separated names, in display order; null when none is known. */
export function knownColumns(names: string): ShipmentColumn[] | null {
  const chosen = new Set(names.split(","));
  const known = shipmentColumns.filter((column) => chosen.has(column));
  return known.length > 0 ? known : null;
}

/**
 * 'Please select at least one date filter' (product 5.6): a range without its type, or a type without a day.
 */
export function isDateFilterHalf({ dateType, dateFrom, dateTo }: TypedFilter): boolean {
  return (dateType !== undefined) !== (dateFrom !== undefined || dateTo !== undefined);
}

/** The shortest query for the state, without page and panel, for links and forms of the page. */
export function listParams({ columns, rows, ...criteria }: ListQuery): ListParams {
  const params: ListParams = query.params(criteria);
  if (columns && columns !== "usual") params.columns = columns.join(",");
  if (rows) params.rows = rows;
  return params;
}

/** The filter for the provider; an incomplete date filter is left out. Ports are codes by now. */
export function filterToAsk(
  filter: TypedFilter,
  ports: { portOfDeparture?: string; portOfArrival?: string },
): ShipmentFilter {
  const { dateType, dateFrom, dateTo, ...rest } = filter;
  const dates = isDateFilterHalf(filter) ? {} : { dateType, dateFrom, dateTo };
  return { ...rest, ...dates, ...ports };
}
