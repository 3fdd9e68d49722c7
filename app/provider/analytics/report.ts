import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import {
  type analyticsReport,
  groupsOf,
  type ReportGroup,
  type ReportMeasures,
} from "#app/contract/analytics.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { largeRead } from "../db/large-read.ts";
import { emissionReport, noEmissions } from "../emissions/report.ts";
import { ownTeu } from "../shipments/departure.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { arrivalPlace, punctualityOf } from "../shipments/punctuality.ts";
import type { Counted, Known, ReportAsked } from "./counted.ts";
import { countFreeTime, noFreeTime } from "./free-time.ts";
import { type LevelRow, levelsOf, readLevels, setsOf } from "./levels.ts";
import { countMilestones, noMilestones } from "./milestones.ts";
import { askedNames, namesOf } from "./names.ts";
import {
  daysOf,
  etaResultOf,
  hasTransit,
  keyBefore,
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
export const runReport = (asked: Asked, context: CallerContext): Promise<Answer> =>
  largeRead(context.db, (db) => answerReport(asked, { ...context, db }));

async function answerReport(asked: Asked, context: CallerContext): Promise<Answer> {
  const { groupBy, thenBy } = asked;
  const groups = groupsOf(asked.report);
  if (!groups.includes(groupBy) || (thenBy && (thenBy === groupBy || !groups.includes(thenBy))))
    throw new Refusal(CODE_INVALID, "noSuchGroup");
  if (asked.report === "spend") refuseBills(context);
  const count = counters[asked.report] ?? countGroups;
  const found = await count(asked, context, null);
  const before = asked.isCompared
    ? await count(periodBefore(asked), context, knownBefore(found, asked))
    : null;
  const names = await namesOf(
    groupBy,
    found.groups.map(({ key }) => key),
    context,
  );
  const below = found.groups.flatMap(({ below }) => below?.map(({ key }) => key) ?? []);
  const namesBelow = thenBy ? await namesOf(thenBy, [...new Set(below)], context) : names;
  const earlier = new Map(before?.groups.map((group) => [group.key, group]));
  const none = emptyOf(asked);
  return {
    countedAt: instantToWire(context.now)!,
    all: { ...found.all, ...(before && { before: before.all }) },
    rows: found.groups.map(({ key, measures, below, ...rest }) => {
      const old = earlier.get(keyBefore(key, groupBy, asked));
      const oldBelow = new Map(old?.below?.map((each) => [each.key, each.measures]));
      return {
        ...{ key, name: names.get(key) ?? null },
        ...measures,
        ...(before && { before: old?.measures ?? none }),
        ...rest,
        ...(below && {
          below: below.map((each) => ({
            ...{ key: each.key, name: namesBelow.get(each.key) ?? null },
            ...each.measures,
            ...(before && { before: oldBelow.get(keyBefore(each.key, thenBy!, asked)) ?? none }),
          })),
        }),
      };
    }),
    rest: found.rest,
    groupTotal: found.groupTotal,
    names: await askedNames(asked, context),
  };
}

/** Reports that are counted in a way of their own. */
const counters: Partial<Record<Asked["report"], typeof countGroups>> = {
  ...{ milestones: countMilestones, freeTime: countFreeTime, spend: countSpend },
};

/** The groups of the period before that those found are compared with. */
function knownBefore({ groups }: Counted, asked: Asked): Known {
  const { groupBy, thenBy } = asked;
  return {
    keys: groupBy === "month" ? null : groups.map(({ key }) => key),
    pairs: groups.flatMap(({ key, below = [] }) =>
      below.map((each) => [keyBefore(key, groupBy, asked), keyBefore(each.key, thenBy!, asked)] as const),
    ),
  };
}

async function countGroups(asked: Asked, context: CallerContext, known: Known | null): Promise<Counted> {
  const { db, now } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const months = monthsOf(asked);
  const report = reports[asked.report as keyof typeof reports](asked, now);
  const levels = levelsOf(asked, known);
  const key = (groupBy: ReportGroup) =>
    keyOf(groupBy as Exclude<ReportGroup, "charge">, months, daysOf(asked, now));
  const { rows } = await sql<LevelRow>`
    with asked as materialized (
      select ${key(asked.groupBy)} as key, ${asked.thenBy ? key(asked.thenBy) : sql`null::text`} as key2, ${report.columns}
      from shipment s ${report.joins}
      where ${sql.join([inScope(scope), ...populationOf(asked, now)], sql` and `)}
    ), ${levels.tables}
    select ${levels.columns}, count(*)::int as shipments, ${report.measures}
    from ${levels.source} group by ${setsOf(levels)} order by ${levels.order}`.execute(db);
  return readLevels(asked, rows, ([row]) => (row ? report.read(row) : emptyOf(asked)));
}

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

const reports: Record<
  Exclude<Asked["report"], "spend" | "milestones" | "freeTime">,
  (asked: Asked, now: Date) => Report
> = {
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
    ...{ milestones: noMilestones, freeTime: noFreeTime },
    spend: { shipments: 0, spend: { sums: [] } },
    emissions: { shipments: 0, emissions: noEmissions },
  };
  return empty[report];
}
