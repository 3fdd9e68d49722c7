import { type RawBuilder, sql } from "kysely";
import type { FreeTimeState, ReportGroup, ReportMeasures } from "#app/contract/analytics.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { localTime, UNKNOWN_ZONE } from "../shipments/local-dates.ts";
import { levelOfRan, percentileOf, runningOf } from "./classes.ts";
import type { Counted, Known, ReportRequest } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { keyOf, monthsOf, populationOf, seesBills, wasBilled } from "./question.ts";

/** Free time of containers and what it costs, from the clocks that `shipments/figures.ts` stores. */

type FreeTime = NonNullable<ReportMeasures["freeTime"]>;
type Cost = NonNullable<FreeTime["costs"]>[number];

/** The state of a shipment is the highest of its clocks. */
const ranks = { unknown: 0, within: 1, open: 2, over: 3 } as const satisfies Record<FreeTimeState, number>;

/** The port of the shipment `s` whose calendar counts. */
const endPort = sql`coalesce(s.port_of_final_arrival, s.port_of_arrival)`;
/** The day at the port `e`. */
const todayAt = (now: Date) =>
  sql`${localTime(sql`${now}::timestamptz`, sql`coalesce(e.time_zone, ${sql.lit(UNKNOWN_ZONE)})`)}::date`;

/** Days of the clock `c` after its last free day. */
const daysOver = (today: RawBuilder<unknown>) =>
  sql`(case when c.has_begun then greatest(0, coalesce(c.ended_on, ${today}) - c.last_free_day) else 0 end)`;
const rankOf = (today: RawBuilder<unknown>) => sql`(case when c.last_free_day is null then 0
  when ${daysOver(today)} > 0 then 3 when c.ended_on is null then 2 else 1 end)`;
/** What so many days cost by the tiers of a tariff, to the cent of each tier. */
const tariffCost = (tiers: RawBuilder<unknown>, days: RawBuilder<unknown>) => sql`(
  select sum(round(greatest(0, least(${days}, coalesce(t."to", ${days})) - t."from" + 1) * t."perDay", 2))
  from jsonb_to_recordset(${tiers}) as t ("from" int, "to" int, "perDay" numeric))`;

interface MeasuresRow extends LevelRow {
  currency: null;
  shipments: number;
  free_time: Omit<FreeTime, "costs">;
}
interface CostRow extends LevelRow {
  currency: string;
  charged: number;
  accrued: string | null;
  billed_shipments: number;
  billed: string | null;
}

/**
 * Shipments whose clocks have all ended have what they count stored beside them (`shipment_free_time`), and equal ones are one row
 * with their number, as in `classes.ts`. Those of which a clock runs are counted by the present day.
 */
export async function countFreeTime(
  question: ReportRequest,
  context: CallerContext,
  knownGroups: Known | null,
): Promise<Counted> {
  const shipments = sql`coalesce(sum(n), 0)`;
  const levels = levelsOf(question, knownGroups, shipments);
  const of = (state: FreeTimeState) =>
    sql`coalesce(sum(n) filter (where rank = ${sql.lit(ranks[state])}), 0)::int`;
  const boxes = (rank: RawBuilder<unknown>) => sql`coalesce(sum(boxes) filter (where ${rank}), 0)::int`;
  const values = ["rank", "box_rank", "used", "over"].map((name) => sql.ref(`asked.${name}`));
  const sums = ["n", "boxes", "given", "all_used", "days_over"].map((name) => sql.ref(name));
  const noCost = sql`null as currency, null::int as charged, null as accrued, null::int as billed_shipments, null as billed`;
  const sees = { charges: maySeeCharges(context.caller), billing: seesBills(context.caller) };
  const { rows } = await sql<MeasuresRow | CostRow>`
    with ${await classesOf(question, context)}, asked as materialized (${rowsOf()}), ${levels.tables}, levelled as (
      select ${levels.columns}, ${sql.join(values)}, ${sql.join(sums.map((name) => sql`sum(${name}) as ${name}`))}
      from ${levels.source} group by ${setsOf(levels, [values])}
    ), ran as (select *, ${runningOf("used", sql`boxes`)}, ${runningOf("over", sql`boxes`)} from levelled),
    cost as materialized (${costsOf(sees)})
    select ${levelOfRan}, ${shipments}::int as shipments,
      json_build_object('within', ${of("within")}, 'over', ${of("over")}, 'open', ${of("open")}, 'unknown', ${of("unknown")},
        'containers', ${boxes(sql`box_rank > 0`)}, 'containersOver', ${boxes(sql`box_rank = ${sql.lit(ranks.over)}`)},
        'daysGiven', sum(given)::int, 'daysUsed', sum(all_used)::int, 'medianUsed', ${percentileOf("used", 0.5, 1)},
        'daysOver', sum(days_over)::int, 'medianOver', ${percentileOf("over", 0.5, 1)}) as free_time, ${noCost}
    from ran group by key, key2, is_all, is_whole
    union all
    select ${levels.columns}, sum(n)::int, null, currency, coalesce(sum(charged), 0)::int, sum(accrued)::text,
      coalesce(sum(billed_shipments), 0)::int, sum(billed)::text
    from (
      cost asked left join shown using (key) left join below on below.key = shown.key and below.key2 = asked.key2
    ) group by ${setsOf(levels, [[sql`currency`]])}
    order by shipments desc, key, key2, currency`.execute(context.db);
  const counted = readLevels(
    question,
    rows.filter((row) => row.currency === null),
    ([row]) => (row ? { shipments: row.shipments, freeTime: row.free_time } : noFreeTime),
  );
  if (!sees.charges && !sees.billing) return counted;
  return withCosts(
    counted,
    rows.filter((row) => row.currency !== null),
    sees,
  );
}

/** Tables of classes, and of the containers and costs of shipments that have a clock that runs. */
async function classesOf(question: ReportRequest, { db, scope, now }: CallerContext) {
  const months = monthsOf(question);
  const key = (groupBy: ReportGroup | undefined) =>
    groupBy ? keyOf(groupBy as "month", months) : sql`null::text`;
  const conditions = [inScope(await shipmentScopeOf(db, scope)), ...populationOf(question, now)];
  const population = sql`
    select s.id, ${key(question.groupBy)} as key, ${key(question.thenBy)} as key2, ${endPort} as port
    from shipment s where ${sql.join(conditions, sql` and `)}`;
  const stored = sql.join(
    ["is_running", "rank", "box_ranks", "box_given", "box_used", "box_over", "currencies", "amounts"].map(
      (name) => sql.ref(name),
    ),
  );
  const today = todayAt(now);
  // The greatest of a number and null would be the number.
  const known = (end: RawBuilder<unknown>) =>
    sql`case when c.first_day is not null and c.last_free_day is not null then greatest(0, ${end} - c.first_day + 1) end`;
  return sql`
    population as not materialized (${population}),
    classes as materialized (
      select key, key2, ${stored}, count(*) as n
      from population p left join shipment_free_time f on f.shipment_id = p.id group by key, key2, ${stored}
    ), running as materialized (
      select p.id, p.key, p.key2, c.container_key, c.currency, ${rankOf(today)} as rank, ${daysOver(today)} as days_over,
        ${known(sql`c.last_free_day`)} as given, ${known(sql`least(coalesce(c.ended_on, ${today}), c.last_free_day)`)} as used,
        c.amount, c.tiers
      from population p join shipment_free_time f on f.shipment_id = p.id and f.is_running
      join free_time_clock c on c.shipment_id = p.id left join place e on e.code = p.port
    ), tariff as (
      -- Many clocks have run as long by the same tariff.
      select tiers, days_over, ${tariffCost(sql`tiers`, sql`days_over`)} as cost
      from (select distinct tiers, days_over from running where currency is not null and amount is null) asked
    ), box as materialized (
      select id, key, key2, max(rank) as rank, sum(days_over) as days_over, sum(given) as given, sum(used) as used
      from running group by id, key, key2, container_key)`;
}

/** Shipments by their state (`n`), and containers by what they count (`boxes`). */
const rowsOf = () => sql`
    select key, key2, coalesce(rank, 0) as rank, null::int as box_rank, null::bigint as used,
      null::bigint as over,
      sum(n) as n, 0 as boxes, null::bigint as given, null::bigint as all_used, null::bigint as days_over
    from classes where is_running is not true group by 1, 2, 3
    union all
    select key, key2, rank, null, null, null, count(*), 0, null, null, null
    from (select key, key2, max(rank) as rank from box group by id, key, key2) shipment group by 1, 2, 3
    union all
    select key, key2, null, rank, used, case when rank = ${sql.lit(ranks.over)} then days_over end, 0, sum(weight),
      sum(given * weight), sum(used * weight), sum(days_over * weight) filter (where rank > 0)
    from (
      select key, key2, n as weight, unnest(box_ranks) as rank, unnest(box_given) as given, unnest(box_used) as used,
        unnest(box_over) as days_over
      from classes where is_running is false
      union all select key, key2, 1, rank, given, used, days_over from box
    ) told group by 1, 2, 4, 5, 6`;

/** What clocks cost by their tariffs, and what was billed, for who may see it. */
const costsOf = ({ charges, billing }: { charges: boolean; billing: boolean }) => sql`
  select key, key2, currency, sum(n) as n, sum(n) filter (where accrued > 0) as charged, sum(n * accrued) as accrued,
    null::bigint as billed_shipments, null::numeric as billed
  from (
    select key, key2, n, unnest(currencies) as currency, unnest(amounts) as accrued from classes where is_running is false
    union all
    select key, key2, 1, currency, sum(coalesce(amount, cost)) from running left join tariff using (tiers, days_over)
    where currency is not null group by id, key, key2, currency
  ) clock where ${charges} group by 1, 2, 3
  union all
  select p.key, p.key2, b.currency, count(*), null, null, count(*), sum(b.clock_net)
  from population p join shipment_billed b on b.shipment_id = p.id and b.clock_net is not null
  where ${billing} group by 1, 2, 3`;

export const noFreeTime: ReportMeasures = {
  shipments: 0,
  freeTime: {
    within: 0,
    over: 0,
    open: 0,
    unknown: 0,
    containers: 0,
    containersOver: 0,
    daysGiven: null,
    daysUsed: null,
    medianUsed: null,
    daysOver: null,
    medianOver: null,
  },
};

/** Adds what the groups cost. */
function withCosts(
  counted: Counted,
  rows: readonly CostRow[],
  { charges, billing }: { charges: boolean; billing: boolean },
): Counted {
  const costOfRow = ({ currency, accrued, billed, charged, billed_shipments }: CostRow): Cost => ({
    currency,
    charged: charges ? charged : null,
    billedShipments: billing ? billed_shipments : null,
    accrued: accrued === null ? null : amountText(accrued, currency),
    billed: billed === null ? null : amountText(billed, currency),
  });
  const add = (measures: ReportMeasures, isOf: (row: CostRow) => boolean): ReportMeasures => ({
    ...measures,
    freeTime: measures.freeTime && { ...measures.freeTime, costs: rows.filter(isOf).map(costOfRow) },
  });
  const isGroup = (key: string | null) => (row: CostRow) => !row.is_all && row.is_whole && row.key === key;
  const isPart = (key: string, key2: string | null) => (row: CostRow) =>
    !row.is_whole && row.key === key && row.key2 === key2;
  return {
    ...counted,
    all: add(counted.all, ({ is_all }) => is_all),
    rest: counted.rest && add(counted.rest, isGroup(null)),
    groups: counted.groups.map((group) => ({
      ...group,
      measures: add(group.measures, isGroup(group.key)),
      ...(group.below && {
        below: group.below.map((each) => ({
          ...each,
          measures: add(each.measures, isPart(group.key, each.key)),
        })),
        belowRest: group.belowRest && add(group.belowRest, isPart(group.key, null)),
      }),
    })),
  };
}

interface Wanted {
  state?: FreeTimeState | undefined;
  chargedIn?: string | undefined;
  billedIn?: string | undefined;
}

/** Conditions on the shipment `s`: the state of its containers' free time, and what it costs. */
export function freeTimeConditions({ state, chargedIn, billedIn }: Wanted, now: Date): RawBuilder<unknown>[] {
  const clocks = sql`from (select ${todayAt(now)} as today from (select) one left join place e on e.code = ${endPort}) p
    cross join free_time_clock c where c.shipment_id = s.id`;
  const today = sql.ref("p.today");
  return [
    ...(state ? [sql`coalesce((select max(${rankOf(today)}) ${clocks}), 0) = ${sql.lit(ranks[state])}`] : []),
    ...(chargedIn
      ? [
          sql`exists (select ${clocks} and c.currency = ${chargedIn}
          and coalesce(c.amount, ${tariffCost(sql`c.tiers`, daysOver(today))}) > 0)`,
        ]
      : []),
    ...(billedIn ? [wasBilled(sql`b.currency = ${billedIn} and b.clock_net is not null`)] : []),
  ];
}
