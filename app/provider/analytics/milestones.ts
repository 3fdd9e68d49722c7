import { type RawBuilder, sql } from "kysely";
import type { Punctuality, ReportGroup, ReportMeasures, ReportQuestion } from "#app/contract/analytics.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportAsked } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { keyOf, monthsOf, populationOf } from "./question.ts";

/** Milestones besides departures and arrivals against the times that they were due, as `shipments/figures.ts` stores them. */

/** The state of a shipment is the highest of its milestones. */
const ranks = { unknown: 0, onTime: 1, open: 2, late: 3 } as const satisfies Record<Punctuality, number>;

/** The milestones `m` of the `milestone_days` of a shipment, as `d`. */
const milestones = sql`unnest(d.kinds, d.first_due, d.last_due, d.done, d.skipped, d.reasons)
  as m (kind, first_due, last_due, done, skipped, reason)`;

/** The rank of the milestone `m` of the shipment `s`. One that is not reached is late by the day of UTC. */
function rankOf({ baseline, toleranceDays }: ReportQuestion, now: Date) {
  const due = sql.ref(baseline === "first" ? "m.first_due" : "m.last_due");
  return {
    days: sql`m.done - ${due}`,
    rank: sql`case
      when ${due} is null then 0
      when m.done is not null then case when m.done - ${due} <= ${toleranceDays}::int then 1 else 3 end
      when m.skipped or s.status = 'COMPLETED' then 0
      when (${now}::timestamptz at time zone 'UTC')::date - ${due} > ${toleranceDays}::int then 3
      else 2 end`,
  };
}

interface Row extends LevelRow {
  shipments: number;
  milestones: NonNullable<ReportMeasures["milestones"]>;
}

const isOfOne = (groupBy: ReportGroup | undefined) => groupBy === "milestone" || groupBy === "reason";

/** By milestone or reason a shipment counts in each group that one of its milestones is in. */
export async function countMilestones(
  asked: ReportAsked,
  context: CallerContext,
  known: Known | null,
): Promise<Counted> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(asked);
  const { rank, days } = rankOf(asked, now);
  const isEach = isOfOne(asked.groupBy) || isOfOne(asked.thenBy);
  const levels = levelsOf(asked, known, isEach ? sql`count(distinct id)` : undefined);
  const key = (groupBy: ReportGroup) =>
    groupBy === "reason" ? sql`coalesce(m.reason, '')` : keyOf(groupBy as "milestone", months);
  const each = sql`select m.kind, m.reason, ${rank} as rank, case when ${rank} = 3 then ${days} end as days from ${milestones}`;
  // A shipment is one row, unless its milestones are in different groups.
  const rows = isEach
    ? sql`join milestone_days d on d.shipment_id = s.id
      cross join lateral (select e.kind, e.reason, e.rank, e.days as late_days, (e.days is not null)::int as late_count
        from (${each}) e) m`
    : sql`left join milestone_days d on d.shipment_id = s.id
      left join lateral (select max(e.rank) as rank, sum(e.days) as late_days, count(e.days) as late_count
        from (${each}) e) m on true`;
  const count = (state: Punctuality) => sql`(count(*) filter (where rank = ${sql.lit(ranks[state])}))::int`;
  const found = await sql<Row>`
    with asked as materialized (
      select ${key(asked.groupBy)} as key, ${asked.thenBy ? key(asked.thenBy) : sql`null::text`} as key2, s.id,
        coalesce(m.rank, 0) as rank, m.late_days, m.late_count
      from shipment s ${rows}
      where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}
    ), ${levels.tables}, each as (
      select ${levels.columns}, max(rank) as rank, sum(late_days) as late_days, sum(late_count) as late_count
      from ${levels.source} group by ${setsOf(levels, [[sql`asked.id`]])}
    )
    select key, key2, is_all, is_whole, max(group_total) as group_total, max(below_total) as below_total,
      count(*)::int as shipments, json_build_object('onTime', ${count("onTime")}, 'late', ${count("late")},
        'open', ${count("open")}, 'unknown', ${count("unknown")}, 'lateMilestones', coalesce(sum(late_count), 0)::int,
        'meanLateDays', round(sum(late_days)::numeric / nullif(sum(late_count), 0), 1)::text) as milestones
    from each group by 1, 2, 3, 4 order by count(*) desc, key, key2`.execute(db);
  return readLevels(asked, found.rows, ([row]) =>
    row ? { shipments: row.shipments, milestones: row.milestones } : noMilestones,
  );
}

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
  asked: ReportQuestion,
  { kind, reason, state }: One,
  now: Date,
): RawBuilder<unknown>[] {
  const wanted = [
    sql`d.shipment_id = s.id`,
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(reason === undefined ? [] : [sql`coalesce(m.reason, '') = ${reason}`]),
  ];
  const of = sql`from milestone_days d cross join ${milestones} where ${sql.join(wanted, sql` and `)}`;
  return [
    ...(wanted.length > 1 ? [sql`exists (select ${of})`] : []),
    ...(state
      ? [sql`coalesce((select max(${rankOf(asked, now).rank}) ${of}), 0) = ${sql.lit(ranks[state])}`]
      : []),
  ];
}
