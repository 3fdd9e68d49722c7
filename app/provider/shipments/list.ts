import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { ShipmentRow, shipmentSort } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import { conditionsOf, inScope, type ListFilter, type ShipmentScope } from "./filter.ts";
import { readRows } from "./row.ts";

/** Totals are counted up to here: beyond it nobody turns pages, and counting a million rows costs more than the page. */
export const COUNT_MAX = 1_000;
/** Pages end here; who wants more narrows the filter or exports. */
const DEPTH_MAX = 10_000;

export type ShipmentSort = z.infer<typeof shipmentSort>;

export interface FoundPage {
  ids: string[];
  total: number;
  isTotalCapped: boolean;
}

const SORT_COLUMNS = {
  houseNumber: sql`s.house_number collate "C"`,
  booking: sql`s.booking_at`,
  etd: sql`s.etd`,
  eta: sql`s.eta`,
  updated: sql`s.updated_at`,
} as const satisfies Record<Exclude<ShipmentSortKey, "status">, RawBuilder<unknown>>;
const NULLABLE = new Set<ShipmentSortKey>(["booking", "etd", "eta"]);

/** The statuses in the order of a shipment's life, as the sort by status has them. */
const STATUS_ORDER = ["BOOKED", "TRANSIT", "COMPLETED"] as const;

/** The ids of one page in their order, and how many there are in all (`COUNT_MAX` at the most). */
export async function findPage(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: ListFilter,
  { sort, direction }: ShipmentSort,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<FoundPage> {
  const conditions = await conditionsOf(db, scope, filter, now);
  if (conditions === null) return { ids: [], total: 0, isTotalCapped: false };
  const offset = (page - 1) * pageSize;
  const matching = sql.join([inScope(scope), ...conditions], sql` and `);
  const few = await fewMatching(db, matching, { sort, direction }, { offset, pageSize });
  if (few.total <= COUNT_MAX) return { ...few, isTotalCapped: false };
  const ids =
    offset + pageSize > DEPTH_MAX
      ? []
      : await walk(db, scope, conditions, { sort, direction }, { offset, pageSize });
  return { ids, total: COUNT_MAX, isTotalCapped: true };
}

const orderOf = (direction: "asc" | "desc") => (direction === "asc" ? sql`asc` : sql`desc`);

/** The whole order of a sort, for what reads everything; what has no date comes last in both directions. */
export function orderBy({ sort, direction }: ShipmentSort): RawBuilder<unknown> {
  const way = orderOf(direction);
  if (sort === "status") {
    return sql`array_position(${[...STATUS_ORDER]}::text[], s.status) ${way}, s.updated_at desc, s.id desc`;
  }
  return sql`${SORT_COLUMNS[sort]} ${way}${NULLABLE.has(sort) ? sql` nulls last` : sql``}, s.id ${way}`;
}

/**
 * Counts up to the cap, and where all matches lie below it takes the page from them: they are few enough to sort.
 * The total is `COUNT_MAX + 1` when there are more.
 */
async function fewMatching(
  db: Kysely<Database>,
  matching: RawBuilder<unknown>,
  { sort, direction }: ShipmentSort,
  { offset, pageSize }: { offset: number; pageSize: number },
): Promise<{ ids: string[]; total: number }> {
  const key =
    sort === "status" ? sql`array_position(${[...STATUS_ORDER]}::text[], s.status)` : SORT_COLUMNS[sort];
  const order =
    sort === "status"
      ? sql`key ${orderOf(direction)}, updated_at desc, id desc`
      : sql`key ${orderOf(direction)} nulls last, id ${orderOf(direction)}`;
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    with matching as materialized (
      select s.id, s.updated_at, ${key} as key from shipment s where ${matching} limit ${COUNT_MAX + 1}
    ), counted as (select count(*)::int as total from matching)
    select total, case when total <= ${COUNT_MAX} then
      array(select id::text from matching order by ${order} limit ${pageSize} offset ${offset})
    end as ids from counted`.execute(db);
  return { total: rows[0]?.total ?? 0, ids: rows[0]?.ids ?? [] };
}

/** There are many matches: an index is read in the order of the sort until the page is full. */
async function walk(
  db: Kysely<Database>,
  scope: ShipmentScope,
  conditions: RawBuilder<unknown>[],
  { sort, direction }: ShipmentSort,
  { offset, pageSize }: { offset: number; pageSize: number },
): Promise<string[]> {
  const depth = offset + pageSize;
  if (sort === "status") {
    const ids: string[] = [];
    const statuses = direction === "asc" ? STATUS_ORDER : STATUS_ORDER.toReversed();
    for (const status of statuses) {
      const missing = depth - ids.length;
      if (missing <= 0) break;
      const part = [...conditions, sql`s.status = ${status}`];
      ids.push(
        ...(await stream(db, scope, part, sql`s.updated_at`, sql`desc`, { offset: 0, limit: missing })),
      );
    }
    return ids.slice(offset, depth);
  }
  const column = SORT_COLUMNS[sort];
  if (!NULLABLE.has(sort)) {
    return stream(db, scope, conditions, column, orderOf(direction), { offset, limit: pageSize });
  }
  // Without a date comes last in both directions, as two walks: no index has that order both ways.
  const dated = [...conditions, sql`${column} is not null`];
  const order = direction === "asc" ? sql`asc nulls first` : sql`desc nulls last`;
  const page = await stream(db, scope, dated, column, order, { offset, limit: pageSize });
  if (page.length === pageSize) return page;
  const all = await stream(db, scope, dated, column, order, { offset: 0, limit: depth });
  const undated = [...conditions, sql`${column} is null`];
  const rest = { offset: Math.max(0, offset - all.length), limit: pageSize - page.length };
  return [...page, ...(await stream(db, scope, undated, sql`s.id`, orderOf(direction), rest))];
}

async function stream(
  db: Kysely<Database>,
  scope: ShipmentScope,
  conditions: RawBuilder<unknown>[],
  column: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
  const [companyId] = scope.companyIds;
  const query =
    scope.companyIds.length === 1
      ? sql<{ id: string }>`
        select s.id::text as id from shipment s
        where ${sql.join([sql`s.company_id = ${companyId}`, ...conditions], sql` and `)}
        order by ${column} ${order}, s.id ${order} limit ${limit} offset ${offset}`
      : sql<{ id: string }>`
        select f.id::text as id from unnest(${scope.companyIds}::bigint[]) as c (id)
        cross join lateral (
          select s.id, ${column} as key from shipment s
          where ${sql.join([sql`s.company_id = c.id`, ...conditions], sql` and `)}
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

/** A page of the list, in the language and ready for the wire. */
export async function listShipments(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: ListFilter,
  sort: ShipmentSort,
  paging: { page: number; pageSize: number },
  { language, now }: { language: Language; now: Date },
): Promise<ShipmentPage> {
  const { ids, total, isTotalCapped } = await findPage(db, scope, filter, sort, paging, now);
  return { rows: await readRows(db, ids, scope.userId, { language, now }), total, isTotalCapped };
}
