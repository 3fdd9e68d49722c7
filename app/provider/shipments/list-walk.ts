import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import {
  allConditions,
  binColumn,
  binOf,
  type CompiledFilter,
  type DayRange,
  daysOf,
  nextBin,
  type ShipmentScope,
} from "./filter.ts";
import {
  INSTANT_COLUMNS,
  keyOf,
  NULLABLE,
  type Order,
  orderOf,
  STATUS_ORDER,
  sortColumns,
} from "./list-order.ts";
import type { CommonNumber } from "./number-filter.ts";

export interface Slice {
  offset: number;
  limit: number;
}

/** For many matches: scans indexes in sort order until the page is full. */
export async function scanIndexes(
  db: Kysely<Database>,
  scope: ShipmentScope,
  compiled: CompiledFilter,
  { sort, direction, clock }: Order,
  slice: Slice,
): Promise<string[]> {
  const { days } = compiled;
  const common = compiled.numbers.flatMap((number) => number.common ?? []);
  const columns = sortColumns(clock);
  const conditions = [
    ...compiled.conditions,
    ...compiled.numbers.flatMap(({ common, condition }) => (common ? [] : [condition])),
    ...(days ? daysOf(days) : []),
  ];
  if (sort === "updated" || sort === "status") {
    const bins = days && (await binsOf(db, scope, days));
    if (days && !bins) return sortAll(db, scope, compiled, { sort, direction, clock }, slice);
    const part: Part = { conditions, common, days, bins };
    return sort === "updated"
      ? stream(db, scope, part, columns.updated, orderOf(direction), slice)
      : byStatus(db, scope, part, direction, slice);
  }

  const column = columns[sort];
  if (days && SORT_OF[days.column] !== sort)
    return sortAll(db, scope, compiled, { sort, direction, clock }, slice);
  const part: Part = { conditions, common, days: null, bins: null };
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
  common: CommonNumber[];
  days: DayRange | null;
  /** Each bin is scanned on its own, and the results are merged. */
  bins: Date[] | null;
}

/**
 * So many rows of a walk are first looked up one by one, and all further ones where a page is likely to be full after
 * LOOKED_UP_MAX.
 */
const LOOKED_UP_FIRST = 300;
const LOOKED_UP_MAX = 2_000;
/** Else the bearers of a number are read as a set, up to so many; of more, a page is full sooner. */
const SET_MAX = 20_000;

async function stream(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { conditions, common, days, bins }: Part,
  column: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Slice,
): Promise<string[]> {
  const borne = common.map((number, index) => ({ ...number, set: sql.id(`borne_${index}`) }));
  const sets = borne.map(({ bearers, set }) => sql`${set} as materialized (${bearers} limit ${SET_MAX + 1})`);
  const inSets = borne.map(
    ({ isBorneBy, set }) => sql`case when (select count(*) <= ${SET_MAX} from ${set})
      then s.id in (select id from ${set}) else ${isBorneBy(sql`s.id`)} end`,
  );
  const read = async (query: RawBuilder<{ id: string }>) =>
    (await query.execute(db)).rows.map(({ id }) => id);

  if (companyIds.length === 1 && !bins) {
    const walk = (more: RawBuilder<unknown>[]) => sql`
      select s.id, ${column} as key from shipment s
      where ${sql.join([sql`s.company_id = ${companyIds[0]}`, ...conditions, ...more], sql` and `)}
      order by ${column} ${order}, s.id ${order}`;
    if (borne.length === 0) return read(sql`${walk([])} limit ${limit} offset ${offset}`);
    const depth = offset + limit;
    const lookedUp = borne.map(({ isBorneBy }) => isBorneBy(sql`w.id`));
    const first = await read(sql`
      select w.id::text as id from (${walk([])} limit ${LOOKED_UP_FIRST}) w where ${sql.join(lookedUp, sql` and `)}
      order by w.key ${order}, w.id ${order} limit ${depth}`);
    if (first.length === depth) return first.slice(offset);
    const isFullSoon = LOOKED_UP_FIRST * depth <= LOOKED_UP_MAX * first.length;
    return isFullSoon
      ? read(sql`${walk(borne.map(({ isBorneBy }) => isBorneBy(sql`s.id`)))} limit ${limit} offset ${offset}`)
      : read(sql`${withSets(sets)} ${walk(inSets)} limit ${limit} offset ${offset}`);
  }
  return read(sql`${withSets(sets)} select f.id::text as id from unnest(${companyIds}::bigint[]) as c (id)
    ${bins ? sql`cross join unnest(${bins}::timestamptz[]) as b (bin)` : sql``}
    cross join lateral (
      select s.id, ${column} as key from shipment s
      where ${sql.join(
        [
          sql`s.company_id = c.id`,
          ...(bins && days ? [sql`${binColumn(days.column)} = b.bin`] : []),
          ...conditions,
          ...inSets,
        ],
        sql` and `,
      )}
      order by ${column} ${order}, s.id ${order} limit ${offset + limit}
    ) f
    order by f.key ${order}, f.id ${order} limit ${limit} offset ${offset}`);
}

/** A set is read when a walk first asks for it. */
const withSets = (sets: readonly RawBuilder<unknown>[]) =>
  sets.length > 0 ? sql`with ${sql.join(sets)}` : sql``;
