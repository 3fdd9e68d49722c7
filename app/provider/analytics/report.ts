import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import {
  type analyticsReport,
  groupsOf,
  REPORT_GROUPS_MAX,
  type ReportGroup,
  type ReportMeasures,
} from "#app/contract/analytics.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { emissionReport, noEmissions } from "../emissions/report.ts";
import { ownTeu } from "../shipments/departure.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { arrivalPlace, punctualityOf } from "../shipments/punctuality.ts";
import type { Counted, ReportAsked } from "./counted.ts";
import { askedNames, namesOf } from "./names.ts";
import {
  daysOf,
  etaResultOf,
  hasTransit,
  keyAfter,
  keyOf,
  monthsOf,
  periodBefore,
  populationOf,
  refuseBills,
} from "./question.ts";
import { countSpend } from "./spend.ts";

type Asked = ReportAsked;
type Answer = z.input<typeof analyticsReport.response>;

/** A report: its groups, all together, and the same of as many months before. */
export async function runReport(asked: Asked, context: CallerContext): Promise<Answer> {
  if (!groupsOf(asked.report).includes(asked.groupBy)) throw new Refusal(CODE_INVALID, "noSuchGroup");
  if (asked.report === "spend") refuseBills(context);
  const count = asked.report === "spend" ? countSpend : countGroups;
  const found = await count(asked, context, null);
  const shown = found.groups.map(({ key }) => key);
  const before = asked.isCompared
    ? await count(periodBefore(asked), context, asked.groupBy === "month" ? null : shown)
    : null;
  const earlier = new Map(
    before?.groups.map((row) => [keyAfter(row.key, asked.groupBy, asked), row.measures]),
  );
  const names = await namesOf(asked.groupBy, shown, context);
  const none = emptyOf(asked);
  return {
    countedAt: instantToWire(context.now)!,
    all: { ...found.all, ...(before && { before: before.all }) },
    rows: found.groups.map(({ key, measures }) => ({
      ...{ key, name: names.get(key) ?? null },
      ...measures,
      ...(before && { before: earlier.get(key) ?? none }),
    })),
    rest: found.rest,
    groupTotal: found.groupTotal,
    names: await askedNames(asked, context),
  };
}

/** @param keys the groups to count; null: the largest ones, or every month */
async function countGroups(asked: Asked, context: CallerContext, keys: string[] | null): Promise<Counted> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(asked);
  const isByMonth = asked.groupBy === "month";
  const report = reports[asked.report as keyof typeof reports](asked, now);
  const known = isByMonth ? months.names : keys;
  const shownKeys = known
    ? sql`select unnest(${known}::text[]) as key`
    : sql`select key from counted order by shipments desc, key limit ${REPORT_GROUPS_MAX}`;
  const { rows } = await sql<
    Record<string, unknown> & { key: string | null; is_all: boolean; group_total: number }
  >`
    with asked as materialized (
      select ${keyOf(asked.groupBy as Exclude<ReportGroup, "charge">, months, daysOf(asked, now))} as key, ${report.columns}
      from shipment s ${report.joins}
      where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}
    ), counted as (select key, count(*) as shipments from asked group by key),
    shown as (${shownKeys})
    select shown.key, grouping(shown.key) = 1 as is_all, (select count(*)::int from counted) as group_total,
      count(*)::int as shipments, ${report.measures}
    from asked left join shown using (key)
    group by grouping sets ((), (shown.key))
    order by is_all desc, count(*) desc, shown.key`.execute(db);
  const none = emptyOf(asked);
  const measured = new Map(rows.filter(({ is_all }) => !is_all).map((row) => [row.key, report.read(row)]));
  const all = rows.find(({ is_all }) => is_all)!;
  const found = rows.flatMap(({ key, is_all }) => (is_all || key === null ? [] : [key]));
  const order = isByMonth ? months.names : asked.groupBy === "days" ? found.toSorted(byDays) : found;
  return {
    all: report.read(all),
    groups: order.map((key) => ({ key, measures: measured.get(key) ?? none })),
    rest: measured.get(null) ?? null,
    groupTotal: isByMonth ? months.names.length : all.group_total,
  };
}

/** Fewer days first, those that are not known last. */
const byDays = (one: string, other: string) =>
  one === "" ? 1 : other === "" ? -1 : Number(one) - Number(other);

interface Report {
  /** Columns that a shipment is read with, and tables that they need. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** Aggregates over these columns. */
  measures: RawBuilder<unknown>;
  read(row: Record<string, unknown>): ReportMeasures;
}

const spreadOf = (name: string, column: RawBuilder<unknown>) => {
  const at = (share: number) =>
    sql`round(percentile_cont(${sql.lit(share)}) within group (order by ${column})::numeric, 1)::text`;
  return sql`json_build_object('shipments', count(${column}), 'median', ${at(0.5)}, 'p90', ${at(0.9)},
    'least', round(min(${column})::numeric, 1)::text, 'most', round(max(${column})::numeric, 1)::text) as ${sql.ref(name)}`;
};
/** How many rows are in the state. */
const counted = (name: string) => sql`(count(*) filter (where state = ${sql.lit(name)}))::int`;
const daysBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${to} - ${from}) / 86400)::float8`;

const reports: Record<Exclude<Asked["report"], "spend">, (asked: Asked, now: Date) => Report> = {
  volume: () => ({
    columns: sql`s.gross_weight_kg, s.volume_cbm, s.chargeable_weight_kg, ${ownTeu} as teu`,
    joins: sql``,
    measures: sql`coalesce(sum(gross_weight_kg), 0)::text as weight, coalesce(sum(volume_cbm), 0)::text as volume,
      coalesce(sum(chargeable_weight_kg), 0)::text as chargeable,
      (count(*) - count(chargeable_weight_kg))::int as no_chargeable, sum(teu)::text as teu`,
    read: ({ shipments, weight, volume, chargeable, no_chargeable, teu }) => ({
      shipments: shipments as number,
      volume: {
        grossWeightKg: weight as string,
        volumeCbm: volume as string,
        chargeableWeightKg: chargeable as string,
        noChargeable: no_chargeable as number,
        teu: teu as string | null,
      },
    }),
  }),
  punctuality: (asked, now) => {
    const { state, daysOver } = punctualityOf(asked, now);
    return {
      columns: sql`${state} as state, ${daysOver} as days_over`,
      joins: arrivalPlace,
      measures: sql`json_build_object('onTime', ${counted("onTime")}, 'late', ${counted("late")},
        'open', ${counted("open")}, 'unknown', ${counted("unknown")},
        'meanLateDays', round(avg(days_over) filter (where state = 'late'), 1)::text) as punctuality`,
      read: ({ shipments, punctuality }) => ({ shipments, punctuality }) as ReportMeasures,
    };
  },
  eta: (asked, now) => {
    const { result, daysOff } = etaResultOf(asked, now);
    const at = (share: number) =>
      sql`round(percentile_cont(${sql.lit(share)}) within group (order by days_off)::numeric, 1)::text`;
    return {
      columns: sql`${result} as state, (${daysOff})::float8 as days_off`,
      joins: arrivalPlace,
      measures: sql`json_build_object('within', ${counted("within")}, 'early', ${counted("early")},
        'late', ${counted("late")}, 'unknown', ${counted("unknown")},
        'p10', ${at(0.1)}, 'median', ${at(0.5)}, 'p90', ${at(0.9)}) as eta`,
      read: ({ shipments, eta }) => ({ shipments, eta }) as ReportMeasures,
    };
  },
  transit: () => {
    const known = (days: RawBuilder<unknown>) => sql`case when ${hasTransit} then ${days} end`;
    return {
      columns: sql`${known(daysBetween(sql`s.atd`, sql`s.ata`))} as actual,
        ${known(daysBetween(sql`s.etd`, sql`s.first_eta`))} as planned`,
      joins: sql``,
      measures: sql`${spreadOf("actual", sql`asked.actual`)}, ${spreadOf("planned", sql`asked.planned`)}`,
      read: ({ shipments, actual, planned }) =>
        ({ shipments, transit: { actual, planned } }) as ReportMeasures,
    };
  },
  emissions: () => emissionReport,
};

/** What a report says of no shipments. */
function emptyOf({ report }: Asked): ReportMeasures {
  const none = { shipments: 0, median: null, p90: null, least: null, most: null };
  const empty: Record<Asked["report"], ReportMeasures> = {
    volume: {
      shipments: 0,
      volume: { grossWeightKg: "0", volumeCbm: "0", chargeableWeightKg: "0", noChargeable: 0, teu: null },
    },
    punctuality: {
      shipments: 0,
      punctuality: { onTime: 0, late: 0, open: 0, unknown: 0, meanLateDays: null },
    },
    transit: { shipments: 0, transit: { actual: none, planned: none } },
    eta: {
      shipments: 0,
      eta: { within: 0, early: 0, late: 0, unknown: 0, p10: null, median: null, p90: null },
    },
    spend: { shipments: 0, spend: { sums: [] } },
    emissions: { shipments: 0, emissions: noEmissions },
  };
  return empty[report];
}
