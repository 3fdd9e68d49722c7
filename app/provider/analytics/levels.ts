import { type RawBuilder, sql } from "kysely";
import {
  REPORT_BELOW_MAX,
  REPORT_GROUPS_MAX,
  type ReportGroup,
  type ReportMeasures,
} from "#app/contract/analytics.ts";
import { MILESTONE_KINDS } from "#app/lib/milestones/milestone.ts";
import type { Counted, Known, ReportRequest } from "./counted.ts";
import { monthsOf } from "./question.ts";

/** The groups of a report, and below each of them those of a second group: which are shown, and in which order. */

export interface LevelRow extends Record<string, unknown> {
  key: string | null;
  key2: string | null;
  /** All groups together. */
  is_all: boolean;
  /** All of what is below a group together. */
  is_whole: boolean;
  group_total: number;
  below_total: number | null;
}

/** Which rows of `asked` count in the groups, and in those below them. */
interface LevelRows {
  key: RawBuilder<unknown>;
  below: RawBuilder<unknown>;
}
const everyRow: LevelRows = { key: sql`true`, below: sql`true` };

export interface Levels {
  /** To be counted from: rows of `asked` with the groups that are shown. */
  tables: RawBuilder<unknown>;
  source: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  sets: RawBuilder<unknown>[][];
  order: RawBuilder<unknown>;
}

/**
 * @param known the groups to count; null: the largest ones, or every month
 * @param shipments how many shipments rows of `asked` (`key`, `key2`) are
 * @param rows where not each row counts in each level
 */
export function levelsOf(
  question: ReportRequest,
  known: Known | null,
  shipments: RawBuilder<unknown>,
  rows: LevelRows = everyRow,
): Levels {
  const keys = known?.keys ?? (question.groupBy === "month" ? monthsOf(question).names : null);
  const shownKeys = keys
    ? sql`select unnest(${keys}::text[]) as key`
    : sql`select key from counted order by shipments desc, key limit ${REPORT_GROUPS_MAX}`;
  return {
    tables: sql`counted as (select key, ${shipments} as shipments from asked where ${rows.key} group by key),
      shown as (${shownKeys}), below as (${belowOf(question, known, shipments, rows)})`,
    source: sql`asked left join shown using (key) left join below on below.key = shown.key and below.key2 = asked.key2`,
    columns: sql`shown.key, ${question.thenBy ? sql`below.key2, grouping(below.key2) = 1` : sql`null::text as key2, true`} as is_whole,
      grouping(shown.key) = 1 as is_all, (select count(*)::int from counted) as group_total, max(below.total) as below_total`,
    sets: [[], [sql`shown.key`], ...(question.thenBy ? [[sql`shown.key`, sql`below.key2`]] : [])],
    order: sql`${shipments} desc, shown.key${question.thenBy ? sql`, below.key2` : sql``}`,
  };
}

function belowOf(
  { thenBy }: ReportRequest,
  known: Known | null,
  shipments: RawBuilder<unknown>,
  rows: LevelRows,
) {
  if (!thenBy) return sql`select null::text as key, null::text as key2, null::int as total where false`;
  if (known) {
    const [keys, below] = [known.pairs.map(([key]) => key), known.pairs.map(([, key2]) => key2)];
    return sql`select *, null::int as total from unnest(${keys}::text[], ${below}::text[]) as p (key, key2)`;
  }
  return sql`select key, key2, total::int from (
    select key, key2, count(*) over (partition by key) as total,
      row_number() over (partition by key order by ${shipments} desc, key2) as place
    from asked join shown using (key) where ${rows.below} group by key, key2) ranked where place <= ${REPORT_BELOW_MAX}`;
}

/** `grouping sets` of the levels, each with each of these lists of further columns. */
export const setsOf = ({ sets }: Levels, further: readonly (readonly RawBuilder<unknown>[])[] = [[]]) =>
  sql`grouping sets (${sql.join(
    sets.flatMap((set) => further.map((more) => sql`(${sql.join([...set, ...more])})`)),
  )})`;

/** Puts counted rows, the largest first, in the order of a report. */
export function readLevels<Row extends LevelRow>(
  question: ReportRequest,
  rows: readonly Row[],
  read: (rows: readonly Row[]) => ReportMeasures,
): Counted {
  const { groupBy, thenBy } = question;
  const of = (own: readonly Row[]) => (own.length > 0 ? read(own) : null);
  const whole = Map.groupBy(
    rows.filter(({ is_all, is_whole }) => !is_all && is_whole),
    ({ key }) => key,
  );
  const parts = Map.groupBy(
    rows.filter(({ is_whole }) => !is_whole),
    ({ key }) => key,
  );
  const below = (key: string) => {
    if (!thenBy) return {};
    const own = Map.groupBy(parts.get(key) ?? [], ({ key2 }) => key2);
    return {
      below: inOrder(thenBy, keysIn(own)).map((each) => ({ key: each, measures: read(own.get(each)!) })),
      belowRest: of(own.get(null) ?? []),
      belowTotal: whole.get(key)?.find(({ below_total }) => below_total !== null)?.below_total ?? 0,
    };
  };
  const months = groupBy === "month" ? monthsOf(question).names : null;
  const keys = months ?? inOrder(groupBy, keysIn(whole));
  return {
    all: read(rows.filter(({ is_all }) => is_all)),
    groups: keys.map((key) => ({ key, measures: read(whole.get(key) ?? []), ...below(key) })),
    rest: of(whole.get(null) ?? []),
    groupTotal: months?.length ?? rows[0]?.group_total ?? 0,
  };
}

const keysIn = (groups: ReadonlyMap<string | null, unknown>): string[] =>
  [...groups.keys()].filter((key) => key !== null);

/** Months, days and milestones in their own order, others as they come. */
function inOrder(groupBy: ReportGroup, keys: readonly string[]): string[] {
  if (groupBy === "month") return keys.toSorted();
  if (groupBy === "days") return keys.toSorted(byDays);
  if (groupBy !== "milestone") return [...keys];
  const places = new Map<string, number>(MILESTONE_KINDS.map((kind, index) => [kind, index]));
  return keys.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

/** Fewer days first, those that are not known last. */
const byDays = (one: string, other: string) =>
  one === "" ? 1 : other === "" ? -1 : Number(one) - Number(other);
