import { type RawBuilder, sql } from "kysely";
import type { ReportGroup, ReportMeasures } from "#app/contract/analytics.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportRequest } from "./counted.ts";
import { type LevelRow, type Levels, levelsOf, readLevels, setsOf } from "./levels.ts";
import { daysOf, keyOf, monthsOf, populationOf } from "./question.ts";

/**
 * What a report counts. Shipments of a group that are equal in their classes are one row, with their number `n`: a million
 * shipments become some thousand rows, from which levels and percentiles are counted.
 */
export interface ClassReport {
  /** Columns of the shipment `s`, and the tables that they need. */
  columns: RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
  /** Columns that tell the classes apart. */
  classes: readonly string[];
  /** Aggregates of columns over the shipments of a class. */
  sums?: Record<string, RawBuilder<unknown>>;
  /**
   * Classes that are whole numbers and that `measures` has percentiles of. Of several, each is counted without the others, as
   * two distributions are.
   */
  spreads?: readonly string[];
  /** Aggregates over the rows of classes. */
  measures: RawBuilder<unknown>;
  /** Reads `shipments` and `measures`. */
  read(row: Record<string, unknown>): ReportMeasures;
}

export async function countClasses(
  question: ReportRequest,
  context: CallerContext,
  known: Known | null,
  report: ClassReport & { none: ReportMeasures },
): Promise<Counted> {
  const { db, now } = context;
  const { columns, joins = sql``, spreads = [] } = report;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(question);
  const key = (groupBy: ReportGroup | undefined) =>
    groupBy
      ? keyOf(groupBy as Exclude<ReportGroup, "charge">, months, daysOf(question, now))
      : sql`null::text`;
  const levels = levelsOf(question, known, shipmentsOf(report));
  const { rows } = await sql<LevelRow>`
    with asked as materialized (
      select ${classesOf(report)} from (
        select ${key(question.groupBy)} as key, ${key(question.thenBy)} as key2, ${columns}
        from shipment s ${joins}
        where ${sql.join([inScope(scope), ...populationOf(question, now)], sql` and `)}) one
      group by ${groupingOf(report)}
    ), ${levels.tables}
    ${spreads.length > 0 ? withSpreads(report, spreads, levels) : counted(report, levels)}`.execute(db);
  return readLevels(question, rows, ([row]) => (row ? report.read(row) : report.none));
}

/** Distributions are counted side by side: each shipment is once in every one of them. */
const isApart = ({ spreads = [] }: ClassReport) => spreads.length > 1;
function groupingOf(report: ClassReport): RawBuilder<unknown> {
  const classes = report.classes.map((name) => sql.ref(name));
  // Grouping sets are not aggregated by two processes: they are for distributions only.
  return isApart(report)
    ? sql`grouping sets (${sql.join(classes.map((name) => sql`(key, key2, ${name})`))})`
    : sql.join([sql`key`, sql`key2`, ...classes]);
}

const shipmentsOf = (report: ClassReport) =>
  sql`coalesce(sum(n)${isApart(report) ? sql` filter (where is_first)` : sql``}, 0)`;

function classesOf(report: ClassReport): RawBuilder<unknown> {
  const classes = report.classes.map((name) => sql.ref(name));
  return sql.join([
    sql`key`,
    sql`key2`,
    ...classes,
    sql`count(*) as n`,
    isApart(report) ? sql`grouping(${classes[0]}) = 0 as is_first` : sql`true as is_first`,
    ...Object.entries(report.sums ?? {}).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`),
  ]);
}

const counted = (report: ClassReport, levels: Levels) => sql`
  select ${levels.columns}, ${shipmentsOf(report)}::int as shipments, ${report.measures}
  from ${levels.source} group by ${setsOf(levels)} order by ${levels.order}`;

/** Percentiles of a level need how many shipments have at most each value. */
function withSpreads(report: ClassReport, spreads: readonly string[], levels: Levels) {
  const classes = [...report.classes, "is_first"].map((name) => sql.ref(`asked.${name}`));
  return sql`, levelled as (
      select ${levels.columns}, ${sql.join(classes)}, sum(n) as n from ${levels.source} group by ${setsOf(levels, [classes])}
    ), ran as (select *, ${sql.join(spreads.map((name) => runningOf(name, sql`n`)))} from levelled)
    select ${levelOfRan}, ${shipmentsOf(report)}::int as shipments, ${report.measures}
    from ran group by key, key2, is_all, is_whole order by ${shipmentsOf(report)} desc, key, key2`;
}

/** Columns of rows `levelled` by which `percentileOf` finds its places: `weight` says how often the value is there. */
export function runningOf(spread: string, weight: RawBuilder<unknown>): RawBuilder<unknown> {
  const [value, upto, total] = [sql.ref(spread), sql.ref(`${spread}_upto`), sql.ref(`${spread}_total`)];
  const level = sql`partition by key, key2, is_all, is_whole`;
  return sql`sum(${weight}) filter (where ${value} is not null) over (${level} order by ${value}) as ${upto},
    sum(${weight}) filter (where ${value} is not null) over (${level}) as ${total}`;
}

/** Rows of levels from those of their values; columns in the order of `levelsOf`. */
export const levelOfRan = sql`key, key2, is_whole, is_all, max(group_total) as group_total, max(below_total) as below_total`;

/** The percentile of a spread as `percentile_cont` has it, in units of so many and to a tenth; text. */
export function percentileOf(spread: string, share: number, unit: number): RawBuilder<unknown> {
  const [value, upto, total] = [sql.ref(spread), sql.ref(`${spread}_upto`), sql.ref(`${spread}_total`)];
  const place = (of: RawBuilder<unknown>) => sql`${sql.lit(share)} * (${of} - 1)`;
  const last = place(sql`max(${total})`);
  const at = (side: RawBuilder<unknown>) =>
    sql`min(${value}) filter (where ${upto} > ${side}(${place(total)}))`;
  const [low, high] = [at(sql`floor`), at(sql`ceil`)];
  return tenths(sql`${low} + (${high} - ${low}) * (${last} - floor(${last}))`, unit);
}

export const tenths = (value: RawBuilder<unknown>, unit: number) =>
  sql`round((${value})::numeric / ${sql.lit(unit)}, 1)::text`;
