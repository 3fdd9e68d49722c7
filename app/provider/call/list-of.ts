import { type RawBuilder, sql } from "kysely";
import { ListedIds, type ListedRowIds } from "../db/listed-ids.ts";
import type { CallerContext } from "./context.ts";
import { idsOf, type PageRequest, readPage } from "./page.ts";

type Sql = RawBuilder<unknown>;

/** A column that the list can be sorted by. Rows without a value come last in both directions. */
type Sort = Sql | { by: Sql; isNullable?: boolean /** Comes before it, always ascending. */; within?: Sql };

interface Order<Key extends string> {
  sort: Key;
  direction: "asc" | "desc";
}

/** The tabs of a list: which rows the chosen one has, and how many each has. */
interface Views<Filter, Counted> {
  /** Null where the filter names none: all rows. */
  condition(filter: Filter, context: CallerContext): Sql | null;
  /** @param matching `from` and `where` of the list without its view */
  count(matching: Sql, filter: Filter, context: CallerContext): Promise<Counted>;
}

interface Counted {
  total: number;
  isTotalCapped: boolean;
}

/** Said once for a list: its pages, pages by cursor and its file have the same rows in the same order. */
interface ListDefinition<Filter, Key extends string, Count extends Counted, Row> {
  /** Names the list in its cursors. */
  name: string;
  /** Tables with their aliases. */
  from: Sql;
  id: Sql;
  /** Who sees a row, and what the filter asks beside its view. */
  where(filter: Filter, context: CallerContext): readonly Sql[];
  sorts: Record<Key, Sort>;
  views: Views<Filter, Count>;
  /** The rows of these ids, in the order of the ids. */
  read(ids: ListedRowIds, context: CallerContext): Promise<Row[]>;
}

export interface List<Filter, Key extends string, Count extends Counted, Row> {
  page(
    request: Filter & Order<Key> & PageRequest,
    context: CallerContext,
  ): Promise<{ rows: Row[] } & Count & { nextCursor?: string | null }>;
  /** All rows in their order, in batches. @throws TooManyRows beyond the context's `streamedRows` */
  batches(request: Filter & Order<Key>, context: CallerContext): Promise<AsyncGenerator<Row[]>>;
}

/** A list whose rows have ids and are shown in pages. */
export function listOf<Filter, Key extends string, Count extends Counted, Row>({
  name,
  from,
  id,
  where,
  sorts,
  views,
  read,
}: ListDefinition<Filter, Key, Count, Row>): List<Filter, Key, Count, Row> {
  const matching = (filter: Filter, context: CallerContext) =>
    sql`from ${from} where ${sql.join([...where(filter, context)], sql` and `)}`;
  const ids = (filter: Filter, context: CallerContext) => {
    const view = views.condition(filter, context);
    return sql`select ${id} as id ${matching(filter, context)}${view ? sql` and ${view}` : sql``}`;
  };
  const orderOf = ({ sort, direction }: Order<Key>) => {
    const way = direction === "asc" ? sql`asc` : sql`desc`;
    const column = sorts[sort];
    const { by, isNullable, within } = "by" in column ? column : { by: column };
    return sql`${within ? sql`${within}, ` : sql``}${by} ${way}${isNullable ? sql` nulls last` : sql``}, ${id} ${way}`;
  };
  return {
    async page(request, context) {
      const count = await views.count(matching(request, context), request, context);
      const list = { name, id, rows: ids(request, context), order: orderOf(request) };
      const { rows, next } = await readPage(context.db, request, list, context.language);
      return { rows: await read(idsOf(rows), context), ...count, ...next };
    },
    async batches(request, context) {
      const selected = sql`${ids(request, context)} order by ${orderOf(request)}`;
      const listed = await ListedIds.read(context.db, selected, context.streamedRows);
      return listed.rows((part) => read(part, context));
    },
  };
}

/** A tab for each status: a row is in one of them. The counts apply all filters but the status. */
export function statusViews<Filter, const Status extends string>(
  statuses: readonly Status[],
  wantedOf: (filter: Filter) => Status | undefined,
  statusOf: (context: CallerContext) => Sql,
): Views<Filter, Counted & { counts: Record<Status, number> }> {
  return {
    condition(filter, context) {
      const wanted = wantedOf(filter);
      return wanted === undefined ? null : sql`${statusOf(context)} = ${wanted}`;
    },
    async count(matching, filter, context) {
      const { rows } = await sql<{ status: Status; count: number }>`
        select ${statusOf(context)} as status, count(*)::int as count ${matching} group by 1`.execute(
        context.db,
      );
      const counts = Object.fromEntries(statuses.map((each) => [each, 0])) as Record<Status, number>;
      for (const { status, count } of rows) counts[status] = count;
      const wanted = wantedOf(filter);
      const sum = rows.reduce((total, { count }) => total + count, 0);
      return { total: wanted === undefined ? sum : counts[wanted], isTotalCapped: false, counts };
    },
  };
}

/** No tabs; rows are counted up to `most`. */
export const countedTo = (most: number): Views<unknown, Counted> => ({
  condition: () => null,
  async count(matching, _, { db }) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select ${matching} limit ${most + 1}) counted`.execute(db);
    const count = rows[0]!.count;
    return { total: Math.min(count, most), isTotalCapped: count > most };
  },
});
