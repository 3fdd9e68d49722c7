import { type RawBuilder, sql } from "kysely";
import type { Punctuality, ReportGroup, ReportMeasures, ReportQuestion } from "#app/contract/analytics.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportRequest } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels } from "./levels.ts";
import { keyOf, monthsOf, populationOf } from "./question.ts";

/**
 * Milestones besides departures and arrivals against the days that they were due, as `shipments/milestone-days.ts` stores them.
 * Shipments that are equal in them are one row with their number, a class, as in `classes.ts`.
 */

/** The state of a shipment is the highest of its milestones. */
const ranks = { unknown: 0, onTime: 1, open: 2, late: 3 } as const satisfies Record<Punctuality, number>;

type Judge = Pick<ReportQuestion, "baseline" | "toleranceDays">;

/** Milestones of the row `c` that are not told by the days alone: `other_kinds` and what goes with them. */
function othersOf({ toleranceDays }: Judge, now: Date) {
  const rank = sql`case
    when o.due is null then 0
    when o.done is not null then case when o.done - o.due <= ${toleranceDays}::int then 1 else 3 end
    when o.skipped or c.is_over then 0
    when (${now}::timestamptz at time zone 'UTC')::date - o.due > ${toleranceDays}::int then 3
    else 2 end`;
  return sql`(
    select o.kind, ${rank} as rank, case when o.done - o.due > ${toleranceDays}::int then o.done - o.due end as days
    from unnest(c.other_kinds, c.other_due, c.other_done, c.other_skipped) as o (kind, due, done, skipped))`;
}

/** All milestones of the row `c`, with their reasons. */
const milestonesOf = (judge: Judge, now: Date) => sql`(
  select m.kind, m.rank, m.days, coalesce(r.code, '') as reason
  from (
    select p.kind, case when l.kind is null then 1 else 3 end as rank, l.days
    from unnest(string_to_array(c.reached, ',')) as p (kind)
    left join unnest(c.late_kinds, c.late_days) as l (kind, days)
      on l.kind = p.kind and l.days > ${judge.toleranceDays}::int
    union all select kind, 0, null from unnest(string_to_array(c.unplanned, ',')) as u (kind)
    union all select * from ${othersOf(judge, now)} other
  ) m left join unnest(c.reason_kinds, c.reason_codes) as r (kind, code) on r.kind = m.kind)`;

/** Columns of the `milestone_days` d of the shipment `s` that the two above read. */
const columnsOf = ({ baseline }: Judge) => ({
  late_kinds: sql.ref(baseline === "first" ? "d.after_first_kinds" : "d.after_last_kinds"),
  late_days: sql.ref(baseline === "first" ? "d.after_first_days" : "d.after_last_days"),
  other_kinds: sql.ref("d.other_kinds"),
  other_done: sql.ref("d.other_done"),
  other_due: sql.ref(baseline === "first" ? "d.other_first_due" : "d.other_last_due"),
  other_skipped: sql.ref("d.other_skipped"),
  is_over: sql`(d.other_kinds is not null and s.status = 'COMPLETED')`,
  reached: sql.ref("d.reached"),
  unplanned: sql.ref("d.unplanned"),
  reason_kinds: sql.ref("d.reason_kinds"),
  reason_codes: sql.ref("d.reason_codes"),
});
type Column = keyof ReturnType<typeof columnsOf>;
const selected = (columns: Partial<Record<Column, RawBuilder<unknown>>>) =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`));

interface Row extends LevelRow {
  shipments: number;
  milestones: NonNullable<ReportMeasures["milestones"]>;
}

const isOfOne = (groupBy: ReportGroup | undefined) => groupBy === "milestone" || groupBy === "reason";

/** By milestone or reason a shipment counts in each group that one of its milestones is in. */
export async function countMilestones(
  question: ReportRequest,
  context: CallerContext,
  known: Known | null,
): Promise<Counted> {
  const { db, now } = context;
  const { thenBy } = question;
  const scope = await shipmentScopeOf(db, context.scope);
  const shipments = sql`coalesce(sum(n), 0)`;
  const levels = levelsOf(question, known, shipments, { key: sql`in_key`, below: sql`in_pair` });
  const measures = sql`${shipments}::int as shipments, json_build_object(${sql.join(
    Object.entries(ranks).map(
      ([state, rank]) =>
        sql`${sql.lit(state)}, coalesce(sum(n) filter (where rank = ${sql.lit(rank)}), 0)::int`,
    ),
  )}, 'lateMilestones', coalesce(sum(late_count), 0)::int,
    'meanLateDays', round(sum(late_days)::numeric / nullif(sum(late_count), 0), 1)::text) as milestones`;
  const total = sql`(select count(*)::int from counted) as group_total`;
  const belowTotal = sql`(select max(b.total) from below b where b.key = shown.key) as below_total`;
  const counted = await sql<Row>`
    with classes as materialized (${classesOf(question, now, inScope(scope))}),
    whole as materialized (${wholes(question, now)}), asked as materialized (${rowsOf(question, now)}), ${levels.tables}
    select null as key, null as key2, true as is_all, true as is_whole, ${total}, null::int as below_total, ${measures}
    from asked where in_all
    union all
    select shown.key, null, false, true, ${total}, ${belowTotal}, ${measures}
    from ${levels.source} where in_key group by shown.key
    ${
      thenBy
        ? sql`union all select shown.key, below.key2, false, false, ${total}, null, ${measures}
            from ${levels.source} where in_pair group by shown.key, below.key2`
        : sql``
    }
    order by shipments desc, key, key2`.execute(db);
  return readLevels(question, counted.rows, ([row]) =>
    row ? { shipments: row.shipments, milestones: row.milestones } : noMilestones,
  );
}

/** What must be known of a class; nothing else tells classes apart. */
function classesOf(question: ReportRequest, now: Date, ownShipments: RawBuilder<unknown>) {
  const { groupBy, thenBy, toleranceDays } = question;
  const months = monthsOf(question);
  const own = (group: ReportGroup | undefined) =>
    group && !isOfOne(group) ? keyOf(group as "mode", months) : sql`null::text`;
  const is = (group: ReportGroup) => groupBy === group || thenBy === group;
  const isEach = is("milestone") || is("reason");
  const all = columnsOf(question);
  const most = sql.ref(question.baseline === "first" ? "d.most_after_first" : "d.most_after_last");
  const ifLate = (column: RawBuilder<unknown>) =>
    sql`case when ${most} > ${toleranceDays}::int then ${column} end`;
  const withReason = (column: RawBuilder<unknown>) =>
    is("milestone") ? column : sql`case when d.reason_kinds is not null then ${column} end`;
  const { late_kinds, late_days, reached, unplanned, reason_kinds, reason_codes, ...others } = all;
  const columns: Partial<Record<Column, RawBuilder<unknown>>> = {
    ...others,
    late_days: ifLate(late_days),
    ...(isEach && {
      late_kinds: ifLate(late_kinds),
      reached: withReason(reached),
      unplanned: withReason(unplanned),
    }),
    ...(is("reason") && { reason_kinds, reason_codes }),
  };
  const names = sql.join(["k1", "k2", "own_rank", ...Object.keys(columns)].map((name) => sql.ref(name)));
  return sql`
    select row_number() over () as id, * from (
      select ${names}, count(*) as n from (
        select ${own(groupBy)} as k1, ${own(thenBy)} as k2, ${selected(columns)},
          case when ${most} is null then 0 when ${most} > ${toleranceDays}::int then 3 else 1 end as own_rank
        from shipment s left join milestone_days d on d.shipment_id = s.id
        where ${sql.join([ownShipments, ...populationOf(question, now)], sql` and `)}
        ${isEach ? sql`and (d.reached <> '' or d.unplanned <> '' or d.other_kinds is not null)` : sql``}
      ) one group by ${names}) grouped`;
}

/** Classes with what all milestones of a shipment together are. */
const wholes = (question: ReportRequest, now: Date) => sql`
  select c.*, greatest(c.own_rank, o.rank) as rank, n * (l.days + o.days) as late_days_of, n * (l.late + o.late) as late_of
  from classes c
  cross join lateral (
    select coalesce(sum(days), 0) as days, count(*) as late
    from unnest(c.late_days) as days where days > ${question.toleranceDays}::int) l
  cross join lateral (
    select coalesce(max(rank), 0) as rank, coalesce(sum(days), 0) as days, count(days) as late
    from ${othersOf(question, now)} other) o`;

/** Rows that have `n` shipments each, for the levels that they count in. */
function rowsOf(question: ReportRequest, now: Date) {
  const { groupBy, thenBy } = question;
  const sourceOf = (groups: (ReportGroup | undefined)[]) =>
    groups.includes("milestone") ? "each" : groups.includes("reason") ? "byReason" : "whole";
  const levels = { in_all: "whole", in_key: sourceOf([groupBy]), in_pair: sourceOf([groupBy, thenBy]) };
  const keyIn = (group: ReportGroup | undefined, own: "k1" | "k2") =>
    sql.ref(group === "milestone" ? "kind" : group === "reason" ? "reason" : own);
  const hasReasons = groupBy === "reason" || thenBy === "reason";
  const tables = {
    whole: sql`select k1, k2, null as kind, null as reason, n, rank, late_days_of as late_days, late_of as late_count from whole`,
    each: eachOf(question, now, hasReasons),
    byReason: byReason(question, now),
  };
  return sql.join(
    [...new Set(Object.values(levels))].map(
      (source) => sql`
        select ${keyIn(groupBy, "k1")} as key, ${keyIn(thenBy, "k2")} as key2, n, rank, late_days, late_count,
          ${sql.join(Object.entries(levels).map(([level, of]) => sql`${sql.lit(of === source)} as ${sql.ref(level)}`))}
        from (${tables[source as keyof typeof tables]}) ${sql.ref(source)}`,
    ),
    sql` union all `,
  );
}

/**
 * Milestones of a kind. Those that were reached are counted as on time at once, and the late ones taken from them again.
 */
function eachOf(question: ReportRequest, now: Date, hasReasons: boolean) {
  const without = hasReasons ? sql`where reason_kinds is null` : sql``;
  const common = (kinds: "reached" | "unplanned", rank: number) => sql`
    select k1, k2, unnest(string_to_array(${sql.ref(kinds)}, ',')) as kind, '' as reason, n, ${sql.lit(rank)} as rank,
      0 as late_days, 0 as late_count
    from (select k1, k2, ${sql.ref(kinds)}, sum(n) as n from classes ${without} group by 1, 2, 3) c`;
  return sql`
    ${common("reached", ranks.onTime)} union all ${common("unplanned", ranks.unknown)} union all
    select k1, k2, kind, '', sign * n, rank, (case when sign > 0 then n * days else 0 end)::int, case when sign > 0 then n else 0 end
    from (
      select k1, k2, n, unnest(late_kinds) as kind, unnest(late_days) as days
      from classes c ${without}) l
    cross join (values (1, ${sql.lit(ranks.late)}), (-1, ${sql.lit(ranks.onTime)})) as v (sign, rank)
    where days > ${question.toleranceDays}::int
    union all
    select k1, k2, o.kind, '', n, o.rank, n * coalesce(o.days, 0), n * (o.days is not null)::int
    from classes c cross join lateral ${othersOf(question, now)} o ${without}
    ${
      hasReasons
        ? sql`union all
            select k1, k2, m.kind, m.reason, n, m.rank, n * coalesce(m.days, 0), n * (m.days is not null)::int
            from classes c cross join lateral ${milestonesOf(question, now)} m where c.reason_kinds is not null`
        : sql``
    }`;
}

/** Shipments once for each reason of their milestones. */
const byReason = (question: ReportRequest, now: Date) => sql`
  select k1, k2, null as kind, '' as reason, n, rank, late_days_of as late_days, late_of as late_count
  from whole where reason_kinds is null
  union all
  select k1, k2, null, m.reason, n, max(m.rank), n * coalesce(sum(m.days), 0), n * count(m.days)
  from classes c cross join lateral ${milestonesOf(question, now)} m where c.reason_kinds is not null
  group by c.id, k1, k2, n, m.reason`;

export const noMilestones: ReportMeasures = {
  shipments: 0,
  milestones: { onTime: 0, late: 0, open: 0, unknown: 0, lateMilestones: 0, meanLateDays: null },
};

interface One {
  kind?: string | undefined;
  reason?: string | undefined;
  state?: Punctuality | undefined;
}

/** Conditions on the shipment `s`: the state of its milestones of a kind and with a reason, or of all. */
export function milestoneConditions(
  question: ReportQuestion,
  { kind, reason, state }: One,
  now: Date,
): RawBuilder<unknown>[] {
  const wanted = [
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(reason === undefined ? [] : [sql`m.reason = ${reason}`]),
  ];
  const of = sql`from (select ${selected(columnsOf(question))} from milestone_days d where d.shipment_id = s.id) c
    cross join lateral ${milestonesOf(question, now)} m where ${sql.join([sql`true`, ...wanted], sql` and `)}`;
  return [
    ...(wanted.length > 0 ? [sql`exists (select ${of})`] : []),
    ...(state ? [sql`coalesce((select max(m.rank) ${of}), 0) = ${sql.lit(ranks[state])}`] : []),
  ];
}
