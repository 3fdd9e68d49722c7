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
      ? byUpdate(db, scope, part, direction, slice)
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
    ids.push(...(await byUpdate(db, scope, ofStatus, "desc", missing)));
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

/** 800 bins are fifteen years; a longer range is sorted instead. */
const BINS_MAX = 800;

/** The weeks of the range; null when there are too many. */
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

/** Scans by latest change; of a range of days, each week on its own. */
function byUpdate(
  db: Kysely<Database>,
  scope: ShipmentScope,
  part: Part,
  direction: Order["direction"],
  slice: Slice,
): Promise<string[]> {
  const { days, bins } = part;
  return days && bins
    ? streamWeeks(db, scope, { ...part, days, bins }, direction, slice)
    : stream(db, scope, part, INSTANT_COLUMNS.updated, orderOf(direction), slice);
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
 * LOOKED_UP_MAX: as many look-ups take as long as reading SET_MAX bearers.
 */
const LOOKED_UP_FIRST = 300;
const LOOKED_UP_MAX = 2_000;
/** Else the bearers of a number are read as a set, up to so many; of more, a page is full sooner. */
const SET_MAX = 20_000;

async function stream(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { conditions, common }: Part,
  column: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Slice,
): Promise<string[]> {
  const { borne, sets, inSets } = bearersOf(common);
  const read = async (query: RawBuilder<{ id: string }>) =>
    (await query.execute(db)).rows.map(({ id }) => id);

  if (companyIds.length === 1) {
    const walk = sql`
      select s.id, ${column} as key from shipment s
      where ${sql.join([sql`s.company_id = ${companyIds[0]}`, ...conditions], sql` and `)}
      order by ${column} ${order}, s.id ${order}`;
    if (borne.length === 0) return read(sql`${walk} limit ${limit} offset ${offset}`);
    const depth = offset + limit;
    const lookedUp = sql.join(
      borne.map(({ isBorneBy }) => isBorneBy(sql`s.id`)),
      sql` and `,
    );
    const inOrder = (count: number) => sql`order by s.key ${order}, s.id ${order} limit ${count}`;
    const first = await read(sql`
      select s.id::text as id from (${walk} limit ${LOOKED_UP_FIRST}) s where ${lookedUp} ${inOrder(depth)}`);
    if (first.length === depth) return first.slice(offset);
    const isFullSoon = LOOKED_UP_FIRST * depth <= LOOKED_UP_MAX * first.length;
    // Goes on after the rows that were looked up.
    const rest = await read(sql`${withSets(isFullSoon ? [] : sets)}
      select s.id::text as id from (${walk} offset ${LOOKED_UP_FIRST}) s
      where ${isFullSoon ? lookedUp : sql.join(inSets, sql` and `)} ${inOrder(depth - first.length)}`);
    // A shipment that has changed between the two reads has moved, and others with it.
    return [...new Set([...first, ...rest])].slice(offset);
  }
  return read(sql`${withSets(sets)} select f.id::text as id from unnest(${companyIds}::bigint[]) as c (id)
    cross join lateral (
      select s.id, ${column} as key from shipment s
      where ${sql.join([sql`s.company_id = c.id`, ...conditions, ...inSets], sql` and `)}
      order by ${column} ${order}, s.id ${order} limit ${offset + limit}
    ) f
    order by f.key ${order}, f.id ${order} limit ${limit} offset ${offset}`);
}

/** So many weeks at the end of a range are read first: what happened last has mostly changed last. */
const FIRST_WEEKS = 2;

/**
 * Merges the weeks of a range of days. Of all but the first ones only what belongs on the page is read: a filter would else
 * skip the rows between a page's worth of matches in every week.
 */
async function streamWeeks(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { conditions, common, days, bins }: Part & { days: DayRange; bins: Date[] },
  direction: Order["direction"],
  { offset, limit }: Slice,
): Promise<string[]> {
  const { sets, inSets } = bearersOf(common);
  const order = orderOf(direction);
  const inOrder = sql`order by key ${order}, id ${order}`;
  const depth = offset + limit;
  const weeks = direction === "desc" ? bins.toReversed() : bins;
  const read = (some: Date[], more: RawBuilder<unknown>[]) => sql`
    select f.id, f.key from unnest(${companyIds}::bigint[]) as c (id)
    cross join unnest(${some}::timestamptz[]) as b (bin)
    cross join lateral (
      select s.id, s.updated_at as key from shipment s
      where ${sql.join(
        [sql`s.company_id = c.id`, sql`${binColumn(days.column)} = b.bin`, ...conditions, ...inSets, ...more],
        sql` and `,
      )}
      order by s.updated_at ${order}, s.id ${order} limit ${depth}
    ) f`;
  const ahead = direction === "desc" ? sql`>=` : sql`<=`;
  const last = direction === "desc" ? sql`'-infinity'` : sql`'infinity'`;
  const inPage = sql`s.updated_at ${ahead} coalesce((select key from page_end), ${last}::timestamptz)`;
  const { rows } = await sql<{ id: string }>`
    ${withSets([
      ...sets,
      sql`first_weeks as materialized (${read(weeks.slice(0, FIRST_WEEKS), [])} ${inOrder} limit ${depth})`,
      sql`page_end as materialized (select key from first_weeks ${inOrder} limit 1 offset ${depth - 1})`,
    ])}
    select m.id::text as id from (
      select id, key from first_weeks union all ${read(weeks.slice(FIRST_WEEKS), [inPage])}
    ) m order by m.key ${order}, m.id ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => row.id);
}

/** Numbers that more bear than are resolved, and the sets of their bearers. */
function bearersOf(common: readonly CommonNumber[]) {
  const borne = common.map((number, index) => ({ ...number, set: sql.id(`borne_${index}`) }));
  return {
    borne,
    sets: borne.map(({ bearers, set }) => sql`${set} as materialized (${bearers} limit ${SET_MAX + 1})`),
    inSets: borne.map(
      ({ isBorneBy, set }) => sql`case when (select count(*) <= ${SET_MAX} from ${set})
        then s.id in (select id from ${set}) else ${isBorneBy(sql`s.id`)} end`,
    ),
  };
}

/** A set is read when a walk first asks for it. */
const withSets = (sets: readonly RawBuilder<unknown>[]) =>
  sets.length > 0 ? sql`with ${sql.join(sets)}` : sql``;
