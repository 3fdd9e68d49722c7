import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { ShipmentRow, shipmentSort } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK } from "#app/lib/clock.ts";
import type { Database } from "../db/schema.ts";
import { COUNT_MAX } from "./count.ts";
import {
  type AskedFilter,
  allConditions,
  binColumn,
  binOf,
  type CompiledFilter,
  compileFilter,
  type DayRange,
  daysOf,
  nextBin,
  type ShipmentScope,
} from "./filter.ts";
import { readRows } from "./row.ts";

/** Last row that can be reached by paging; further ones need a filter or the export. */
const ROWS_REACHABLE_MAX = 10_000;

export type ShipmentSort = z.infer<typeof shipmentSort>;
/** Sort order and time zone: sorting by local times of places differs from sorting by instants. */
export interface Order extends ShipmentSort {
  clock?: string | undefined;
}

export interface FoundPage {
  ids: string[];
  total: number;
  isTotalCapped: boolean;
}

type SortColumns = Record<Exclude<ShipmentSortKey, "status">, RawBuilder<unknown>>;
const INSTANT_COLUMNS: SortColumns = {
  houseNumber: sql`s.house_number collate "C"`,
  booking: sql`s.booking_at`,
  etd: sql`s.etd`,
  eta: sql`s.eta`,
  updated: sql`s.updated_at`,
};
const PLACE_COLUMNS: SortColumns = {
  ...INSTANT_COLUMNS,
  booking: sql`s.booking_local`,
  etd: sql`s.etd_local`,
  eta: sql`s.eta_local`,
};
const sortColumns = (clock: string | undefined) => (clock === PLACE_CLOCK ? PLACE_COLUMNS : INSTANT_COLUMNS);
const NULLABLE = new Set<ShipmentSortKey>(["booking", "etd", "eta"]);

/** Statuses in the order of a shipment's progress, for sorting by status. */
const STATUS_ORDER = ["BOOKED", "TRANSIT", "COMPLETED"] as const;

/** The ids of one page in order, and the total (at most `COUNT_MAX`). */
async function findPage(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: AskedFilter,
  { sort, direction }: ShipmentSort,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<FoundPage> {
  const compiled = await compileFilter(db, scope, filter, now);
  if (compiled === null) return { ids: [], total: 0, isTotalCapped: false };
  const order = { sort, direction, clock: filter.clock };
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  if (!(await exceedsCountMax(db, scope, compiled))) {
    const few = await findFew(db, allConditions(scope, compiled), order, slice);
    if (few.total <= COUNT_MAX) return { ...few, isTotalCapped: false };
  }
  const ids =
    slice.offset + slice.limit > ROWS_REACHABLE_MAX
      ? []
      : await scanIndexes(db, scope, compiled, order, slice);
  return { ids, total: COUNT_MAX, isTotalCapped: true };
}

interface Slice {
  offset: number;
  limit: number;
}

const orderOf = (direction: "asc" | "desc") => (direction === "asc" ? sql`asc` : sql`desc`);

/** The complete sort order, for reading all rows; rows without a date come last in both directions. */
export function orderBy({ sort, direction, clock }: Order): RawBuilder<unknown> {
  const way = orderOf(direction);
  if (sort === "status") {
    return sql`array_position(${[...STATUS_ORDER]}::text[], s.status) ${way}, s.updated_at desc, s.id desc`;
  }
  return sql`${sortColumns(clock)[sort]} ${way}${NULLABLE.has(sort) ? sql` nulls last` : sql``}, s.id ${way}`;
}

/** The same order for rows `m` with `key`, `updated_at` and `id`. */
function keyOf({ sort, direction, clock }: Order): { key: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const way = orderOf(direction);
  return sort === "status"
    ? {
        key: sql`array_position(${[...STATUS_ORDER]}::text[], s.status)`,
        order: sql`m.key ${way}, m.updated_at desc, m.id desc`,
      }
    : { key: sortColumns(clock)[sort], order: sql`m.key ${way} nulls last, m.id ${way}` };
}

/**
 * Whether the total surely exceeds COUNT_MAX, judged by the resolved ids of the first common prefix alone.
 */
async function exceedsCountMax(
  db: Kysely<Database>,
  scope: ShipmentScope,
  compiled: CompiledFilter,
): Promise<boolean> {
  const [first, ...others] = compiled.common;
  if (!first) return false;
  if (others.length === 0 && compiled.conditions.length === 0 && !compiled.days) {
    return first.someCount > COUNT_MAX;
  }
  const some = { ...compiled, common: others };
  some.conditions = [sql`s.id = any(${first.someIds}::bigint[])`, ...compiled.conditions];
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from shipment s where ${allConditions(scope, some)} limit ${COUNT_MAX + 1}
    ) found`.execute(db);
  return rows[0]!.total > COUNT_MAX;
}

/**
 * Counts up to the cap. When all matches are within it, the page is taken from them, because they are few
 * enough to sort. The total is `COUNT_MAX + 1` when there are more.
 */
async function findFew(
  db: Kysely<Database>,
  matching: RawBuilder<unknown>,
  { sort, direction, clock }: Order,
  { offset, limit }: Slice,
): Promise<{ ids: string[]; total: number }> {
  const { key, order } = keyOf({ sort, direction, clock });
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    with matching as materialized (
      select s.id, s.updated_at, ${key} as key from shipment s where ${matching} limit ${COUNT_MAX + 1}
    ), counted as (select count(*)::int as total from matching)
    select total, case when total <= ${COUNT_MAX} then
      array(select m.id::text from matching m order by ${order} limit ${limit} offset ${offset})
    end as ids from counted`.execute(db);
  return { total: rows[0]?.total ?? 0, ids: rows[0]?.ids ?? [] };
}

/** For many matches: scans indexes in sort order until the page is full. */
async function scanIndexes(
  db: Kysely<Database>,
  scope: ShipmentScope,
  compiled: CompiledFilter,
  { sort, direction, clock }: Order,
  slice: Slice,
): Promise<string[]> {
  const { days } = compiled;
  const columns = sortColumns(clock);
  const conditions = [
    ...compiled.conditions,
    ...compiled.common.map(({ probe }) => probe),
    ...(days ? daysOf(days) : []),
  ];
  if (sort === "updated" || sort === "status") {
    const bins = days && (await binsOf(db, scope, days));
    if (days && !bins) return sortAll(db, scope, compiled, { sort, direction, clock }, slice);
    const part: Part = { conditions, days, bins };
    return sort === "updated"
      ? stream(db, scope, part, columns.updated, orderOf(direction), slice)
      : byStatus(db, scope, part, direction, slice);
  }

  const column = columns[sort];
  if (days && SORT_OF[days.column] !== sort)
    return sortAll(db, scope, compiled, { sort, direction, clock }, slice);
  const part: Part = { conditions, days: null, bins: null };
  if (!NULLABLE.has(sort)) return stream(db, scope, part, column, orderOf(direction), slice);
  // Rows without a date come last in both directions, as two scans: no index has that order for both.
  const dated = { ...part, conditions: [...part.conditions, sql`${column} is not null`] };
  const order = direction === "asc" ? sql`asc nulls first` : sql`desc nulls last`;
  const page = await stream(db, scope, dated, column, order, slice);
  if (page.length === slice.limit) return page;
  const all = await stream(db, scope, dated, column, order, { offset: 0, limit: slice.offset + slice.limit });
  const undated = { ...part, conditions: [...part.conditions, sql`${column} is null`] };
  const rest = { offset: Math.max(0, slice.offset - all.length), limit: slice.limit - page.length };
  return [...page, ...(await stream(db, scope, undated, sql`s.id`, orderOf(direction), rest))];
}

/** Scans one status after the other, each by latest change. */
async function byStatus(
  db: Kysely<Database>,
  scope: ShipmentScope,
  part: Part,
  direction: Order["direction"],
  slice: Slice,
): Promise<string[]> {
  const depth = slice.offset + slice.limit;
  const ids: string[] = [];
  for (const status of direction === "asc" ? STATUS_ORDER : STATUS_ORDER.toReversed()) {
    if (ids.length >= depth) break;
    const ofStatus = { ...part, conditions: [...part.conditions, sql`s.status = ${status}`] };
    const missing = { offset: 0, limit: depth - ids.length };
    ids.push(...(await stream(db, scope, ofStatus, INSTANT_COLUMNS.updated, sql`desc`, missing)));
  }
  return ids.slice(slice.offset, depth);
}

const SORT_OF: Partial<Record<DayRange["column"], "booking" | "etd" | "eta">> = {
  booking_at: "booking",
  etd: "etd",
  eta: "eta",
};

/** Reads all matches and sorts them: for a range of days with a sort order that no index covers. */
async function sortAll(
  db: Kysely<Database>,
  scope: ShipmentScope,
  compiled: CompiledFilter,
  sort: Order,
  { offset, limit }: Slice,
): Promise<string[]> {
  const { key, order } = keyOf(sort);
  const { rows } = await sql<{ id: string }>`
    with matching as materialized (
      select s.id, s.updated_at, ${key} as key from shipment s where ${allConditions(scope, compiled)}
    )
    select m.id::text as id from matching m order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => row.id);
}

/** 200 bins are fifteen years; a longer range is sorted instead. */
const BINS_MAX = 200;

/** The four-week bins of the range; null when there are too many. */
async function binsOf(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { column, from, until }: DayRange,
): Promise<Date[] | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(ends.first) as first, max(ends.last) as last
    from unnest(${companyIds}::bigint[]) as c (id)
    cross join lateral (
      select min(${binColumn(column)}) as first, max(${binColumn(column)}) as last
      from shipment s where s.company_id = c.id
    ) ends`.execute(db);
  const { first, last } = rows[0]!;
  if (!first || !last) return [];
  const begin = from && from > first ? binOf(from) : first;
  const end = until && until < last ? binOf(until) : last;
  const bins: Date[] = [];
  for (let bin = begin; bin <= end; bin = nextBin(bin)) {
    if (bins.length === BINS_MAX) return null;
    bins.push(bin);
  }
  return bins;
}

interface Part {
  conditions: RawBuilder<unknown>[];
  days: DayRange | null;
  /** Each bin is scanned on its own, and the results are merged. */
  bins: Date[] | null;
}

async function stream(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { conditions, days, bins }: Part,
  column: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Slice,
): Promise<string[]> {
  const [companyId] = companyIds;
  const query =
    companyIds.length === 1 && !bins
      ? sql<{ id: string }>`
        select s.id::text as id from shipment s
        where ${sql.join([sql`s.company_id = ${companyId}`, ...conditions], sql` and `)}
        order by ${column} ${order}, s.id ${order} limit ${limit} offset ${offset}`
      : sql<{ id: string }>`
        select f.id::text as id from unnest(${companyIds}::bigint[]) as c (id)
        ${bins ? sql`cross join unnest(${bins}::timestamptz[]) as b (bin)` : sql``}
        cross join lateral (
          select s.id, ${column} as key from shipment s
          where ${sql.join(
            [
              sql`s.company_id = c.id`,
              ...(bins && days ? [sql`${binColumn(days.column)} = b.bin`] : []),
              ...conditions,
            ],
            sql` and `,
          )}
          order by ${column} ${order}, s.id ${order} limit ${offset + limit}
        ) f
        order by f.key ${order}, f.id ${order} limit ${limit} offset ${offset}`;
  const { rows } = await query.execute(db);
  return rows.map((row) => row.id);
}

export interface ShipmentPage {
  rows: ShipmentRow[];
  total: number;
  isTotalCapped: boolean;
}

/** Reads a page of the list, in the language and in wire shape. */
export async function listShipments(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: AskedFilter,
  sort: ShipmentSort,
  paging: { page: number; pageSize: number },
  { language, now }: { language: Language; now: Date },
): Promise<ShipmentPage> {
  const { ids, total, isTotalCapped } = await findPage(db, scope, filter, sort, paging, now);
  return { rows: await readRows(db, ids, scope.userId, { language, now }), total, isTotalCapped };
}
