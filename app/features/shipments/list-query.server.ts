import { z } from "zod";
import { type ListParams, pageSizes } from "#app/components/list/address.ts";
import { type ShipmentColumn, type ShipmentFilter, shipmentColumns } from "#app/contract/shipment.ts";
import {
  filterDateTypes,
  jobModes,
  serviceGroupNames,
  shipmentSortKeys,
  shipmentStatusFilters,
} from "#app/contract/shipment-code.ts";
import { parseWire } from "#app/lib/date-time.ts";

const DEFAULT_PAGE_SIZE = 25;

/** What the list shows until a person chooses; `columns=usual` goes back to it. */
export const usualColumns: ShipmentColumn[] = [
  "houseNumber",
  "status",
  "mode",
  "portOfDeparture",
  "portOfArrival",
  "transport",
  "eta",
  "containers",
  "poNumbers",
];

/** What is too long is cut, as numbers match from their beginning; nothing typed is no filter. */
const text = (max: number) =>
  z
    .string()
    .transform((typed) => typed.trim().slice(0, max) || undefined)
    .optional();
const choice = <const T extends readonly string[]>(values: T) => z.enum(values).optional().catch(undefined);
const day = z
  .string()
  .refine((typed) => parseWire(typed)?.isDayOnly)
  .optional()
  .catch(undefined);
const flag = z.stringbool().optional().catch(undefined);

const filterShape = z.object({
  keyword: text(50),
  status: choice(shipmentStatusFilters),
  houseNumber: text(50),
  masterNumber: text(50),
  poNumber: text(50),
  skuNumber: text(50),
  containerNumber: text(20),
  mode: choice(jobModes),
  service: choice(serviceGroupNames),
  portOfDeparture: text(100),
  portOfArrival: text(100),
  shipper: text(100),
  consignee: text(100),
  dateType: choice(filterDateTypes),
  dateFrom: day,
  dateTo: day,
  isFollowed: flag,
  isArrivingSoon: flag,
  isOpen: flag,
  isUnderWay: flag,
});
export type TypedFilter = z.infer<typeof filterShape>;

const queryShape = filterShape.extend({
  sort: z.enum(shipmentSortKeys).catch("updated"),
  direction: z.enum(["asc", "desc"]).catch("desc"),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  pageSize: z.coerce.number().pipe(z.literal(pageSizes)).catch(DEFAULT_PAGE_SIZE),
  panel: choice(["filters", "columns"]),
});

/** The state of the list as its address says it. */
export interface ListQuery {
  /** As typed: a port may be a name, and a range may lack its type. `filterToAsk` makes what the provider is asked. */
  filter: TypedFilter;
  sort: z.infer<typeof queryShape>["sort"];
  direction: "asc" | "desc";
  page: number;
  pageSize: (typeof pageSizes)[number];
  /** Null: the address names none, so the person's last choice holds. */
  columns: ShipmentColumn[] | null;
  panel: "filters" | "columns" | null;
}

/** Reads the address of the list. Never throws: a bad value is the default. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const given = queryShape.parse(Object.fromEntries(search));
  const { sort, direction, page, pageSize, panel = null, ...filter } = given;
  if (filter.dateFrom && filter.dateTo && filter.dateFrom > filter.dateTo) {
    [filter.dateFrom, filter.dateTo] = [filter.dateTo, filter.dateFrom];
  }
  const named = search.getAll("columns").join(",");
  const columns = named === "usual" ? usualColumns : knownColumns(named);
  return { filter, sort, direction, page, pageSize, columns, panel };
}

/** Columns by their names with commas between, in their order of display; null when none is known. */
export function knownColumns(names: string): ShipmentColumn[] | null {
  const chosen = new Set(names.split(","));
  const known = shipmentColumns.filter((column) => chosen.has(column));
  return known.length > 0 ? known : null;
}

/** 'Please select at least one date filter' (spec 5): a range without its type, or a type without a day. */
export function isDateFilterHalf({ dateType, dateFrom, dateTo }: TypedFilter): boolean {
  return (dateType !== undefined) !== (dateFrom !== undefined || dateTo !== undefined);
}

/** The query as short as it can be said, without page and panel: what links and forms of the page carry on. */
export function listParams({ filter, sort, direction, pageSize, columns }: ListQuery): ListParams {
  const params: ListParams = {};
  for (const [name, value] of Object.entries(filter)) if (value) params[name] = String(value);
  if (sort !== "updated" || direction !== "desc") {
    params.sort = sort;
    params.direction = direction;
  }
  if (pageSize !== DEFAULT_PAGE_SIZE) params.pageSize = String(pageSize);
  if (columns) params.columns = columns.join(",");
  return params;
}

/** The filter that the provider is asked for; half a date filter is left out. Ports are codes by now. */
export function filterToAsk(
  filter: TypedFilter,
  ports: { portOfDeparture?: string; portOfArrival?: string },
): ShipmentFilter {
  const { dateType, dateFrom, dateTo, ...rest } = filter;
  const dates = isDateFilterHalf(filter) ? {} : { dateType, dateFrom, dateTo };
  return { ...rest, ...dates, ...ports };
}
