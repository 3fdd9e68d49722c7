import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { type analyticsReport, groupsOf, type ReportMeasures } from "#app/contract/analytics.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { inTurn } from "../call/in-turn.ts";
import { Refusal } from "../call/refusal.ts";
import { largeRead } from "../db/large-read.ts";
import { emissionReport, noEmissions } from "../emissions/report.ts";
import { ownTeu } from "../shipments/departure.ts";
import { arrivalPlace, punctualityOf, stateByDays } from "../shipments/punctuality.ts";
import { type ClassReport, countClasses, percentileOf, tenths } from "./classes.ts";
import type { Counted, Known, ReportRequest } from "./counted.ts";
import { countFreeTime, noFreeTime } from "./free-time.ts";
import { countMilestones, noMilestones } from "./milestones.ts";
import { askedNames, namesOf } from "./names.ts";
import { etaResultOf, hasTransit, keyBefore, periodBefore, refuseBills } from "./question.ts";
import { countSpend } from "./spend.ts";

type Answer = z.input<typeof analyticsReport.response>;

/** A report: its groups, all together, and the same of as many months before. */
export const runReport = (question: ReportRequest, context: CallerContext): Promise<Answer> =>
  // One after the other for a person, or the reports of one could take all connections from everybody else.
  inTurn(`report ${context.caller.userId}`, () =>
    largeRead(context.db, (db) => answerReport(question, { ...context, db })),
  );

async function answerReport(question: ReportRequest, context: CallerContext): Promise<Answer> {
  const { groupBy, thenBy } = question;
  const groups = groupsOf(question.report);
  if (!groups.includes(groupBy) || (thenBy && (thenBy === groupBy || !groups.includes(thenBy))))
    throw new Refusal(CODE_INVALID, "noSuchGroup");
  if (question.report === "spend") refuseBills(context);
  const count = counters[question.report] ?? countGroups;
  const counts = await count(question, context, null);
  const before = question.isCompared
    ? await count(periodBefore(question), context, knownBefore(counts, question))
    : null;
  const names = await namesOf(
    groupBy,
    counts.groups.map(({ key }) => key),
    context,
  );
  const below = counts.groups.flatMap(({ below }) => below?.map(({ key }) => key) ?? []);
  const namesBelow = thenBy ? await namesOf(thenBy, [...new Set(below)], context) : names;
  const earlier = new Map(before?.groups.map((group) => [group.key, group]));
  const none = emptyOf(question);
  return {
    countedAt: instantToWire(context.now)!,
    all: { ...counts.all, ...(before && { before: before.all }) },
    rows: counts.groups.map(({ key, measures, below, ...rest }) => {
      const old = earlier.get(keyBefore(key, groupBy, question));
      const oldBelow = new Map(old?.below?.map((each) => [each.key, each.measures]));
      return {
        key,
        name: names.get(key) ?? null,
        ...measures,
        ...(before && { before: old?.measures ?? none }),
        ...rest,
        ...(below && {
          below: below.map((each) => ({
            key: each.key,
            name: namesBelow.get(each.key) ?? null,
            ...each.measures,
            ...(before && { before: oldBelow.get(keyBefore(each.key, thenBy!, question)) ?? none }),
          })),
        }),
      };
    }),
    rest: counts.rest,
    groupTotal: counts.groupTotal,
    names: await askedNames(question, context),
  };
}

/** Reports that are counted in a way of their own. */
const counters: Partial<Record<ReportRequest["report"], typeof countGroups>> = {
  milestones: countMilestones,
  freeTime: countFreeTime,
  spend: countSpend,
};

/** The groups of the period before that those found are compared with. */
function knownBefore({ groups }: Counted, question: ReportRequest): Known {
  const { groupBy, thenBy } = question;
  return {
    keys: groupBy === "month" ? null : groups.map(({ key }) => key),
    pairs: groups.flatMap(({ key, below = [] }) =>
      below.map(
        (each) => [keyBefore(key, groupBy, question), keyBefore(each.key, thenBy!, question)] as const,
      ),
    ),
  };
}

const countGroups = (
  question: ReportRequest,
  context: CallerContext,
  known: Known | null,
): Promise<Counted> => {
  const report = reports[question.report as keyof typeof reports](question, context.now);
  return countClasses(question, context, known, { ...report, none: emptyOf(question) });
};

/** How many shipments are in the state. */
const counted = (name: string, state: RawBuilder<unknown>) =>
  sql`coalesce(sum(n) filter (where ${state} = ${sql.lit(name)}), 0)::int`;
/** Whole hours from one time to the other, where both are confirmed. */
const hoursBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`case when ${hasTransit} then floor(date_part('epoch', ${to} - ${from}) / 3600)::int end`;
const DAY_HOURS = 24;
/** Shared containers by sea are charged by revenue tons, which no sum of kilograms holds. */
const chargeableKg = sql`case when s.job_mode = 'OCEAN' then null else s.chargeable_weight_kg end`;

const reports: Record<
  Exclude<ReportRequest["report"], "spend" | "milestones" | "freeTime">,
  (question: ReportRequest, now: Date) => ClassReport
> = {
  volume: () => ({
    columns: sql`s.gross_weight_kg, s.volume_cbm, ${chargeableKg} as chargeable_weight_kg, ${ownTeu} as teu`,
    classes: [],
    sums: {
      weight: sql`sum(gross_weight_kg)`,
      volume: sql`sum(volume_cbm)`,
      chargeable: sql`sum(chargeable_weight_kg)`,
      with_chargeable: sql`count(chargeable_weight_kg)`,
      teu: sql`sum(teu)`,
    },
    measures: sql`coalesce(sum(weight), 0)::text as weight, coalesce(sum(volume), 0)::text as volume,
      coalesce(sum(chargeable), 0)::text as chargeable,
      coalesce(sum(n) - sum(with_chargeable), 0)::int as no_chargeable, sum(teu)::text as teu`,
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
  punctuality: (question, now) => {
    const { stateWithoutDays, daysOver } = punctualityOf(question, now);
    const state = sql`coalesce(state_without_days, ${stateByDays(sql.ref("days_over"), question.toleranceDays)})`;
    const late = sql`filter (where ${state} = 'late' and days_over is not null)`;
    return {
      columns: sql`${stateWithoutDays} as state_without_days, ${daysOver} as days_over`,
      joins: arrivalPlace,
      classes: ["state_without_days", "days_over"],
      measures: sql`json_build_object('onTime', ${counted("onTime", state)}, 'late', ${counted("late", state)},
        'open', ${counted("open", state)}, 'unknown', ${counted("unknown", state)},
        'meanLateDays', round(sum(n * days_over) ${late} / sum(n) ${late}, 1)::text) as punctuality`,
      read: ({ shipments, punctuality }) => ({ shipments, punctuality }) as ReportMeasures,
    };
  },
  eta: (question, now) => {
    const result = etaResultOf(question, sql.ref("days_off"));
    const at = (share: number) => percentileOf("days_off", share, 1);
    return {
      columns: sql`${punctualityOf(question, now).daysOver} as days_off`,
      joins: arrivalPlace,
      classes: ["days_off"],
      spreads: ["days_off"],
      measures: sql`json_build_object('within', ${counted("within", result)}, 'early', ${counted("early", result)},
        'late', ${counted("late", result)}, 'unknown', ${counted("unknown", result)},
        'p10', ${at(0.1)}, 'median', ${at(0.5)}, 'p90', ${at(0.9)}) as eta`,
      read: ({ shipments, eta }) => ({ shipments, eta }) as ReportMeasures,
    };
  },
  transit: () => ({
    columns: sql`${hoursBetween(sql`s.atd`, sql`s.ata`)} as actual, ${hoursBetween(sql`s.etd`, sql`s.first_eta`)} as planned`,
    classes: ["actual", "planned"],
    spreads: ["actual", "planned"],
    measures: sql`${spreadOf("actual")}, ${spreadOf("planned")}`,
    read: ({ shipments, actual, planned }) => ({ shipments, transit: { actual, planned } }) as ReportMeasures,
  }),
  emissions: () => emissionReport,
};

function spreadOf(name: string) {
  const value = sql.ref(name);
  const at = (share: number) => percentileOf(name, share, DAY_HOURS);
  return sql`json_build_object('shipments', coalesce(sum(n) filter (where ${value} is not null), 0)::int,
    'median', ${at(0.5)}, 'p90', ${at(0.9)}, 'least', ${tenths(sql`min(${value})`, DAY_HOURS)},
    'most', ${tenths(sql`max(${value})`, DAY_HOURS)}) as ${value}`;
}

/** What a report says of no shipments. */
function emptyOf({ report }: ReportRequest): ReportMeasures {
  const none = { shipments: 0, median: null, p90: null, least: null, most: null };
  const empty: Record<ReportRequest["report"], ReportMeasures> = {
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
    milestones: noMilestones,
    freeTime: noFreeTime,
    spend: { shipments: 0, spend: { sums: [] } },
    emissions: { shipments: 0, emissions: noEmissions },
  };
  return empty[report];
}
