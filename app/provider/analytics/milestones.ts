import { type RawBuilder, sql } from "kysely";
import type { Punctuality, ReportGroup, ReportMeasures, ReportQuestion } from "#app/contract/analytics.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportAsked } from "./counted.ts";
import { type LevelRow, type Levels, levelsOf, readLevels, setsOf } from "./levels.ts";
import { keyOf, monthsOf, populationOf } from "./question.ts";

/** Milestones besides departures and arrivals against the times that they were due, as `shipments/figures.ts` stores them. */

/** The state of a shipment is the highest of its milestones. */
const ranks = { unknown: 0, onTime: 1, open: 2, late: 3 } as const satisfies Record<Punctuality, number>;

/** The milestones `m` of the `milestone_days` of a shipment, as `d`. */
const milestones = sql`unnest(d.kinds, d.first_due, d.last_due, d.done, d.skipped, d.reasons)
  as m (kind, first_due, last_due, done, skipped, reason)`;

/** The rank of the milestone `m`. One that is not reached is late by the day of UTC. */
function rankOf({ baseline, toleranceDays }: ReportQuestion, now: Date, status = sql.ref("m.status")) {
  const due = sql.ref(baseline === "first" ? "m.first_due" : "m.last_due");
  return {
    days: sql`m.done - ${due}`,
    rank: sql`case
      when ${due} is null then 0
      when m.done is not null then case when m.done - ${due} <= ${toleranceDays}::int then 1 else 3 end
      when m.skipped or ${status} = 'COMPLETED' then 0
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
  const { groupBy, thenBy } = asked;
  const isEach = isOfOne(groupBy) || isOfOne(thenBy);
  // A shipment has one row of each kind, so that it is once in each group and in each below it.
  const isOnce = !isEach || groupBy === "milestone";
  const levels = levelsOf(asked, known, isOnce ? sql`count(*)` : sql`count(distinct id)`);
  const own = (group: ReportGroup | undefined) =>
    group && !isOfOne(group) ? keyOf(group as "mode", months) : sql`null::text`;
  const key = (group: ReportGroup | undefined, column: "k1" | "k2") => {
    if (group === "milestone") return sql`m.kind`;
    return group === "reason" ? sql`coalesce(m.reason, '')` : sql.ref(`m.${column}`);
  };
  const { rank, days } = rankOf(asked, now);
  const counted = isEach
    ? sql`select id, key, key2, rank, days as late_days, (days is not null)::int as late_count from judged where kind is not null`
    : sql`select id, key, key2, max(rank) as rank, sum(days) as late_days, count(days) as late_count
        from judged group by id, key, key2`;
  const found = await sql<Row>`
    with judged as (
      select m.id, m.kind, ${key(groupBy, "k1")} as key, ${key(thenBy, "k2")} as key2, ${rank} as rank,
        case when ${rank} = 3 then ${days} end as days
      from (
        -- Lists side by side: a row for each place in them, and one for a shipment that has none.
        select s.id, s.status, ${own(groupBy)} as k1, ${own(thenBy)} as k2,
          unnest(case when cardinality(d.kinds) > 0 then d.kinds else '{null}' end) as kind, unnest(d.first_due) as first_due,
          unnest(d.last_due) as last_due, unnest(d.done) as done, unnest(d.skipped) as skipped, unnest(d.reasons) as reason
        from shipment s left join milestone_days d on d.shipment_id = s.id
        where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}) m
    ), asked as materialized (${counted}), ${levels.tables}, found as (${isOnce ? onceOf(levels, isEach) : oftenOf(levels)})
    select * from found order by shipments desc, key, key2`.execute(db);
  return readLevels(asked, found.rows, ([row]) =>
    row ? { shipments: row.shipments, milestones: row.milestones } : noMilestones,
  );
}

const stateCount = (state: Punctuality) =>
  sql`(count(*) filter (where rank = ${sql.lit(ranks[state])}))::int`;
/** Of rows that are shipments. */
const measures = sql`count(*)::int as shipments, json_build_object('onTime', ${stateCount("onTime")},
  'late', ${stateCount("late")}, 'open', ${stateCount("open")}, 'unknown', ${stateCount("unknown")},
  'lateMilestones', coalesce(sum(late_count), 0)::int,
  'meanLateDays', round(sum(late_days)::numeric / nullif(sum(late_count), 0), 1)::text) as milestones`;
const perShipment = sql`max(rank) as rank, sum(late_days) as late_days, sum(late_count) as late_count`;

/** Groups that have each shipment once; all together has it once for each of its milestones. */
function onceOf(levels: Levels, isEach: boolean) {
  if (!isEach)
    return sql`select ${levels.columns}, ${measures} from ${levels.source} group by ${setsOf(levels)}`;
  return sql`
    select ${levels.columns}, ${measures} from ${levels.source}
    group by ${setsOf({ ...levels, sets: levels.sets.slice(1) })}
    union all
    select null, null, true, true, (select count(*)::int from counted), null, ${measures}
    from (select ${perShipment} from asked group by id) one`;
}

/** Groups that may have several rows of a shipment, which are one there. */
const oftenOf = (levels: Levels) => sql`
  select key, key2, is_whole, is_all, group_total, max(below_total) as below_total, ${measures}
  from (select ${levels.columns}, ${perShipment} from ${levels.source} group by ${setsOf(levels, [[sql`asked.id`]])}) each
  group by key, key2, is_whole, is_all, group_total`;

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
      ? [
          sql`coalesce((select max(${rankOf(asked, now, sql.ref("s.status")).rank}) ${of}), 0) = ${sql.lit(ranks[state])}`,
        ]
      : []),
  ];
}
