import { type RawBuilder, sql } from "kysely";
import type { FreeTimeState, ReportGroup, ReportMeasures } from "#app/contract/analytics.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import type { Counted, Known, ReportAsked } from "./counted.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { bills, keyOf, monthsOf, populationOf, seesBills } from "./question.ts";

/** Free time of containers and what it costs, from the clocks that `shipments/figures.ts` stores. */

type FreeTime = NonNullable<ReportMeasures["freeTime"]>;
type Cost = NonNullable<FreeTime["costs"]>[number];

/** The state of a shipment is the highest of its clocks. */
const ranks = { unknown: 0, within: 1, open: 2, over: 3 } as const satisfies Record<FreeTimeState, number>;

/** The place whose calendar counts, as `e`. */
const endPlace = sql`left join place e on e.code = coalesce(s.port_of_final_arrival, s.port_of_arrival)`;
const todayAt = (now: Date) =>
  sql`(${now}::timestamptz at time zone coalesce(e.time_zone, 'Etc/GMT-8'))::date`;

/** Days of the clock `c` after its last free day. */
const daysOver = (today: RawBuilder<unknown>) =>
  sql`(case when c.has_begun then greatest(0, coalesce(c.ended_on, ${today}) - c.last_free_day) else 0 end)`;
const rankOf = (today: RawBuilder<unknown>) => sql`(case when c.last_free_day is null then 0
  when ${daysOver(today)} > 0 then 3 when c.ended_on is null then 2 else 1 end)`;
/** What the clock `c` costs, to the cent of each tier. */
const costOf = (today: RawBuilder<unknown>) => sql`coalesce(c.amount, (
  select sum(round(greatest(0, least(${daysOver(today)}, coalesce(t."to", ${daysOver(today)})) - t."from" + 1) * t."perDay", 2))
  from jsonb_to_recordset(c.tiers) as t ("from" int, "to" int, "perDay" numeric)))`;
/** Lines `l` of demurrage and detention; as the index `invoice_line_clock` has it. */
const isOfClock = sql`(l.clock is not null or l.charge_code in ('DEM', 'DET', 'MERGED'))`;

interface Row extends LevelRow {
  shipments: number;
  free_time: Omit<FreeTime, "costs">;
}

export async function countFreeTime(
  asked: ReportAsked,
  context: CallerContext,
  shown: Known | null,
): Promise<Counted> {
  const shipments = sql`count(*) filter (where is_first)`;
  const levels = levelsOf(asked, shown, shipments);
  const today = sql.ref("p.today");
  const of = (state: FreeTimeState) =>
    sql`(count(*) filter (where is_first and shipment_rank = ${sql.lit(ranks[state])}))::int`;
  const median = (column: RawBuilder<unknown>) =>
    sql`round((percentile_cont(0.5) within group (order by ${column}))::numeric, 1)::text`;
  // The greatest of a number and null would be the number.
  const known = (end: RawBuilder<unknown>) =>
    sql`case when c.first_day is not null and c.last_free_day is not null then greatest(0, ${end} - c.first_day + 1) end`;
  const { rows } = await sql<Row>`
    with population as materialized (${await populationFor(asked, context)}),
    boxes as (
      select p.id, p.key, p.key2, c.container_key, max(${rankOf(today)}) as rank, sum(${daysOver(today)}) as days_over,
        sum(${known(sql`c.last_free_day`)}) as given,
        sum(${known(sql`least(coalesce(c.ended_on, ${today}), c.last_free_day)`)}) as used
      from population p left join free_time_clock c on c.shipment_id = p.id
      group by p.id, p.key, p.key2, c.container_key
    ), asked as materialized (
      select *, row_number() over (partition by id order by container_key) = 1 as is_first,
        max(rank) over (partition by id) as shipment_rank from boxes
    ), ${levels.tables}
    select ${levels.columns}, ${shipments}::int as shipments,
      json_build_object('within', ${of("within")}, 'over', ${of("over")}, 'open', ${of("open")}, 'unknown', ${of("unknown")},
        'containers', (count(*) filter (where rank > 0))::int, 'containersOver', (count(*) filter (where rank = 3))::int,
        'daysGiven', sum(given)::int, 'daysUsed', sum(used)::int, 'medianUsed', ${median(sql`used`)},
        'daysOver', (sum(days_over) filter (where rank > 0))::int,
        'medianOver', ${median(sql`case when rank = 3 then days_over end`)}) as free_time
    from ${levels.source} group by ${setsOf(levels)} order by ${levels.order}`.execute(context.db);
  const counted = readLevels(asked, rows, ([row]) =>
    row ? { shipments: row.shipments, freeTime: row.free_time } : noFreeTime,
  );
  return withCosts(counted, asked, context);
}

export const noFreeTime: ReportMeasures = {
  shipments: 0,
  freeTime: {
    ...{ within: 0, over: 0, open: 0, unknown: 0, containers: 0, containersOver: 0 },
    ...{ daysGiven: null, daysUsed: null, medianUsed: null, daysOver: null, medianOver: null },
  },
};

/** Shipments with their groups, and the day at the place where they end. */
async function populationFor(asked: ReportAsked, { db, scope, now }: CallerContext) {
  const months = monthsOf(asked);
  const key = (groupBy: ReportGroup) => keyOf(groupBy as "month", months);
  return sql`
    select s.id, s.company_id, ${key(asked.groupBy)} as key, ${asked.thenBy ? key(asked.thenBy) : sql`null::text`} as key2,
      ${todayAt(now)} as today
    from shipment s ${endPlace}
    where ${sql.join([inScope(await shipmentScopeOf(db, scope)), ...populationOf(asked, now)], sql` and `)}`;
}

interface CostRow extends LevelRow {
  currency: string;
  charged: number;
  accrued: string | null;
  billed_shipments: number;
  billed: string | null;
}

/** Adds what the groups cost, for who may see it. */
async function withCosts(counted: Counted, asked: ReportAsked, context: CallerContext): Promise<Counted> {
  const { caller, db } = context;
  const [charges, billing] = [maySeeCharges(caller), seesBills(caller)];
  if (!charges && !billing) return counted;
  const pairs = counted.groups.flatMap(({ key, below }) =>
    (below ?? []).map((each) => [key, each.key] as const),
  );
  const known = { keys: counted.groups.map(({ key }) => key), pairs };
  const levels = levelsOf(asked, known, sql`count(distinct id)`);
  const { rows } = await sql<CostRow>`
    with population as materialized (${await populationFor(asked, context)}),
    asked as materialized (
      select p.id, p.key, p.key2, c.currency, ${costOf(sql.ref("p.today"))} as accrued, null::numeric as billed
      from population p join free_time_clock c on c.shipment_id = p.id
      where ${charges} and c.currency is not null
      union all
      select p.id, p.key, p.key2, b.currency, null, b.net
      from population p join (
        -- As 'bills', from the few lines.
        select coalesce(c.shipment_id, i.shipment_id) as shipment_id, coalesce(c.company_id, i.company_id) as company_id,
          i.currency, case i.kind when 'CREDIT_NOTE' then -l.net else l.net end as net
        from invoice_line l join invoice i on i.id = l.invoice_id
        left join invoice c on c.id = i.credited_id and i.shipment_id is null
        where ${isOfClock}) b on b.shipment_id = p.id and b.company_id = p.company_id
      where ${billing}
    ), ${levels.tables}
    select ${levels.columns}, currency, (count(distinct id) filter (where accrued > 0))::int as charged,
      sum(accrued)::text as accrued, (count(distinct id) filter (where billed is not null))::int as billed_shipments,
      sum(billed)::text as billed
    from ${levels.source} group by ${setsOf(levels, [[sql`currency`]])}
    order by count(distinct id) desc, currency`.execute(db);
  const costOfRow = ({ currency, accrued, billed, charged, billed_shipments }: CostRow): Cost => ({
    ...{ currency, charged: charges ? charged : null, billedShipments: billing ? billed_shipments : null },
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
  const clocks = sql`from (select ${todayAt(now)} as today from (select) one ${endPlace}) p
    cross join free_time_clock c where c.shipment_id = s.id`;
  const today = sql.ref("p.today");
  return [
    ...(state ? [sql`coalesce((select max(${rankOf(today)}) ${clocks}), 0) = ${sql.lit(ranks[state])}`] : []),
    ...(chargedIn
      ? [sql`exists (select ${clocks} and c.currency = ${chargedIn} and ${costOf(today)} > 0)`]
      : []),
    ...(billedIn
      ? [
          sql`exists (select from ${bills} join invoice_line l on l.invoice_id = i.id
            where i.currency = ${billedIn} and ${isOfClock})`,
        ]
      : []),
  ];
}
