import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import type { Language } from "#app/contract/user.ts";
import { cutPage, type PageRequest, readCursor, sliceOf } from "../call/page.ts";
import type { Database } from "../db/schema.ts";
import { COUNT_MAX } from "./count.ts";
import {
  allConditions,
  type CompiledFilter,
  compileFilter,
  type FilterRequest,
  type ShipmentScope,
} from "./filter.ts";
import { INSTANT_COLUMNS, keyOf, type Order, type ShipmentSort } from "./list-order.ts";
import { type Slice, scanIndexes } from "./list-walk.ts";
import { readRows } from "./row.ts";

export type { ShipmentSort } from "./list-order.ts";

/** Last row that can be reached by paging; further ones need a filter or the export. */
const ROWS_REACHABLE_MAX = 10_000;

interface IdPage {
  ids: string[];
  total: number;
  isTotalCapped: boolean;
}

/** House numbers are each once and stay unless the desk corrects one; an index has every company's in order. */
const CURSOR_ORDER: Order = { sort: "houseNumber", direction: "asc", clock: undefined };
const CURSOR_NAME = "shipments";
const HOUSE_NUMBER = /^.{1,100}$/su;

/** The ids of one page in order, and the total (at most `COUNT_MAX`). */
async function findPage(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: FilterRequest,
  { sort, direction }: ShipmentSort,
  pageRequest: PageRequest,
  { now, language }: { now: Date; language: Language },
): Promise<IdPage> {
  const after = readCursor(pageRequest, CURSOR_NAME, language, HOUSE_NUMBER);
  const compiled = await compileFilter(db, scope, filter, now);
  if (compiled === null) return { ids: [], total: 0, isTotalCapped: false };
  if (after !== null) return findAfter(db, scope, compiled, after, sliceOf(pageRequest));
  const order = pageRequest.cursor === undefined ? { sort, direction, clock: filter.clock } : CURSOR_ORDER;
  const slice = sliceOf(pageRequest);
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

/** The rows behind a house number, in the order of these numbers, and the total of the whole list. */
async function findAfter(
  db: Kysely<Database>,
  scope: ShipmentScope,
  compiled: CompiledFilter,
  houseNumber: string,
  slice: Slice,
): Promise<IdPage> {
  const behind = sql`${INSTANT_COLUMNS.houseNumber} > ${houseNumber}`;
  const rest = { ...compiled, conditions: [...compiled.conditions, behind] };
  const isMany = await exceedsCountMax(db, scope, compiled);
  const { total } = isMany
    ? { total: COUNT_MAX + 1 }
    : await findFew(db, allConditions(scope, compiled), CURSOR_ORDER, { offset: 0, limit: 0 });
  const ids =
    total > COUNT_MAX
      ? await scanIndexes(db, scope, rest, CURSOR_ORDER, slice)
      : (await findFew(db, allConditions(scope, rest), CURSOR_ORDER, slice)).ids;
  return { ids, total: Math.min(total, COUNT_MAX), isTotalCapped: total > COUNT_MAX };
}

/**
 * Whether the total surely exceeds COUNT_MAX, judged by the resolved ids of the first number alone.
 */
async function exceedsCountMax(
  db: Kysely<Database>,
  scope: ShipmentScope,
  compiled: CompiledFilter,
): Promise<boolean> {
  const [first, ...others] = compiled.numbers;
  if (!first || first.someCount <= COUNT_MAX) return false;
  if (others.length === 0 && compiled.conditions.length === 0 && !compiled.days) return true;
  // Counted with all conditions afterwards.
  if (!first.common) return false;
  const some = { ...compiled, numbers: others };
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

export interface ShipmentPage {
  rows: ShipmentRow[];
  total: number;
  isTotalCapped: boolean;
  nextCursor?: string | null;
}

/** Reads a page of the list, in the language and in wire shape. */
export async function listShipments(
  db: Kysely<Database>,
  scope: ShipmentScope,
  filter: FilterRequest,
  sort: ShipmentSort,
  pageRequest: PageRequest,
  reader: { language: Language; now: Date },
): Promise<ShipmentPage> {
  const { ids, total, isTotalCapped } = await findPage(db, scope, filter, sort, pageRequest, reader);
  const read = await readRows(db, ids, scope.userId, reader);
  const { rows, next } = cutPage(read, pageRequest, CURSOR_NAME, ({ houseNumber }) => houseNumber);
  return { rows, total, isTotalCapped, ...next };
}
