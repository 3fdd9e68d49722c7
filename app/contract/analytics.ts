import { z } from "zod";
import { emissionStates } from "./emission-code.ts";
import { endpoint } from "./endpoint.ts";
import { reportFormats } from "./list-file.ts";
import { expected } from "./reading.ts";
import { clockRequest, shipmentRow, shipmentSort } from "./shipment.ts";
import { jobModes } from "./shipment-code.ts";
import { cursorPageOf, cursorRequest, nothing, wireDateTime, wireDecimal, wireId } from "./wire.ts";

/**
 * Reports over shipments (product 2, 3): what departed in a range of months, by group. Every report has the same
 * population, so that each of its numbers leads to the shipments behind it.
 */

/**
 * `volume`: how much; `punctuality`: arrivals against the ETA; `transit`: days on the way; `eta`: how far ETAs were off, early
 * or late; `milestones`: the others against their first or last due time; `freeTime`: of containers, and what demurrage and
 * detention cost; `spend`: what was billed, for those who may see bills; `emissions`: greenhouse gases (`emission.ts`).
 */
export const reportKinds = [
  "volume",
  "punctuality",
  "transit",
  "eta",
  "milestones",
  "freeTime",
  "spend",
  "emissions",
] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportGroups = [
  "month",
  "mode",
  "lane",
  "carrier",
  "shipper",
  "consignee",
  "charge",
  "days",
  "milestone",
  "reason",
] as const;
export type ReportGroup = (typeof reportGroups)[number];
/** Groups that only some reports have: charges of bills, whole days of times and of ETAs, milestones, the reasons of delays. */
const special: Partial<Record<ReportGroup, readonly ReportKind[]>> = {
  charge: ["spend"],
  days: ["transit", "eta"],
  milestone: ["milestones"],
  reason: ["punctuality", "milestones"],
};
export const groupsOf = (report: ReportKind): ReportGroup[] =>
  reportGroups.filter((group) => special[group]?.includes(report) ?? true);

/** Which ETA an arrival is held against: the first one that was given, or the last one. */
export const etaBaselines = ["first", "last"] as const;
export type EtaBaseline = (typeof etaBaselines)[number];

/**
 * How a shipment did against its ETA. `late`: arrived later than the tolerance, or has not arrived and is over it;
 * `open`: has not arrived and may still be on time; `unknown`: no ETA, or no event that confirms the arrival.
 */
export const punctualities = ["onTime", "late", "open", "unknown"] as const;
export type Punctuality = (typeof punctualities)[number];

/**
 * How far an ETA was off: `within` the tolerance, or the arrival was more days before it or after it; `unknown`: no ETA, or
 * no event that confirms the arrival.
 */
export const etaResults = ["within", "early", "late", "unknown"] as const;
export type EtaResult = (typeof etaResults)[number];

/** What the chart of a volume shows. */
export const volumeMeasures = ["shipments", "teu", "volume", "weight", "chargeable"] as const;
export type VolumeMeasure = (typeof volumeMeasures)[number];
/**
 * Free time of a shipment's containers. `over`: a container has days after its last free day; `open`: one has none, and its
 * free time still runs; `within`: all were back in time; `unknown`: no last free day is known.
 */
export const freeTimeStates = ["within", "over", "open", "unknown"] as const;
export type FreeTimeState = (typeof freeTimeStates)[number];

/** At most as many months make a report. */
export const REPORT_MONTHS_MAX = 36;
/** Groups of a report; the rest is one row. */
export const REPORT_GROUPS_MAX = 50;
/** Groups of the second kind below each of a report; the rest is one row. */
export const REPORT_BELOW_MAX = 12;
export const TOLERANCE_DAYS_MAX = 30;

export const wireMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

export const reportQuestion = z.object({
  /** Months of departure, both included; the ETD counts where the actual departure is not known. */
  monthFrom: wireMonth,
  monthTo: wireMonth,
  mode: z.enum(jobModes).optional(),
  /** Codes of the port of departure and of arrival. */
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  carrierCode: z.string().max(10).optional(),
  shipperId: wireId.optional(),
  consigneeId: wireId.optional(),
  toleranceDays: z.number().int().min(0).max(TOLERANCE_DAYS_MAX).default(1),
  baseline: z.enum(etaBaselines).default("first"),
});
export type ReportQuestion = z.output<typeof reportQuestion>;

const count = z.number().int();
export const wireCurrency = z.string().regex(/^[A-Z]{3}$/);

const volume = z.object({
  grossWeightKg: expected(wireDecimal),
  volumeCbm: expected(wireDecimal),
  /** Chargeable weight in kg of the shipments that state one; `noChargeable` counts the others. */
  chargeableWeightKg: expected(wireDecimal),
  noChargeable: count,
  /** Of full containers, a twenty-foot one is 1; null when there are none. */
  teu: wireDecimal.nullable(),
});

const punctuality = z.object({
  onTime: count,
  late: count,
  open: count,
  unknown: count,
  /** Mean days from the ETA's day to the day of arrival, of those that arrived late; null when none has. */
  meanLateDays: wireDecimal.nullable(),
});

/** Days from departure to arrival, with one decimal; null when no shipment has them. */
const spread = z.object({
  shipments: count,
  median: wireDecimal.nullable(),
  /** Nine in ten took no longer. */
  p90: wireDecimal.nullable(),
  least: wireDecimal.nullable(),
  most: wireDecimal.nullable(),
});

const transit = z.object({
  /** By confirmed departure and arrival. */
  actual: spread,
  /** From the ETD to the first ETA, of the same shipments as far as they have both. */
  planned: spread,
});

/** Days from the ETA's day to the day of arrival, below zero before it, of those that have both. */
const etaOff = z.object({
  within: count,
  early: count,
  late: count,
  unknown: count,
  /** One in ten arrived this much before its ETA or sooner. */
  p10: wireDecimal.nullable(),
  median: wireDecimal.nullable(),
  p90: wireDecimal.nullable(),
});

/**
 * Milestones besides departures and arrivals. A shipment is `late` when one of its milestones is, else `open` while one may
 * still be on time, and `onTime` when all that are known were.
 */
const milestones = z.object({
  onTime: count,
  late: count,
  open: count,
  unknown: count,
  /** Milestones that were reached late, and the mean of their days; null when none was. */
  lateMilestones: count,
  meanLateDays: wireDecimal.nullable(),
});

/** Calendar days of containers; those of free time where its first day is confirmed, of running ones until today. */
const freeTime = z.object({
  within: count,
  over: count,
  open: count,
  unknown: count,
  /** With a last free day, and those of them with days after it. */
  containers: count,
  containersOver: count,
  /** Null: of none, which is not nothing. */
  daysGiven: count.nullable(),
  daysUsed: count.nullable(),
  medianUsed: wireDecimal.nullable(),
  daysOver: count.nullable(),
  medianOver: wireDecimal.nullable(),
  /** In each currency; null for who may see neither charges nor bills. */
  costs: z
    .array(
      z.object({
        currency: z.string(),
        /** By tariff, of running ones until today; null for who may not see charges. */
        charged: count.nullable(),
        accrued: wireDecimal.nullable(),
        /** Of demurrage and detention, before tax; null for who may not see bills. */
        billedShipments: count.nullable(),
        billed: wireDecimal.nullable(),
      }),
    )
    .nullish(),
});

/** Amounts before tax, credit notes below zero; of different currencies they are never added. */
const spend = z.object({
  sums: z.array(
    z.object({
      currency: z.string(),
      /** Billed in this currency. */
      shipments: count,
      net: wireDecimal,
      /** Those of them with an accepted quote in this currency, what it says, and what was billed for them. */
      compared: count,
      quoted: wireDecimal.nullable(),
      billed: wireDecimal.nullable(),
    }),
  ),
});

/** Kilograms of CO2e of the shipments that are counted; null when none is. */
const emissions = z.object({
  counted: count,
  /** Those that cannot be computed, and those that are not computed yet. */
  missing: count,
  waiting: count,
  ttwKg: wireDecimal.nullable(),
  wttKg: wireDecimal.nullable(),
  /** What radiative forcing adds. */
  rfKg: wireDecimal.nullable(),
  lowKg: wireDecimal.nullable(),
  highKg: wireDecimal.nullable(),
  /** Tonne-kilometres, and grams for each of them. */
  tkm: wireDecimal.nullable(),
  gramsPerTkm: wireDecimal.nullable(),
});

const measures = z.object({
  shipments: count,
  volume: volume.nullish(),
  punctuality: punctuality.nullish(),
  transit: transit.nullish(),
  eta: etaOff.nullish(),
  milestones: milestones.nullish(),
  freeTime: freeTime.nullish(),
  /** In the order of the number of shipments. */
  spend: spend.nullish(),
  emissions: emissions.nullish(),
});
export type ReportMeasures = z.infer<typeof measures>;

/** Names of what was asked for, in the caller's language; a group of the list among them. */
export const askedNames = z.object({
  from: z.string().nullish(),
  to: z.string().nullish(),
  carrier: z.string().nullish(),
  shipper: z.string().nullish(),
  consignee: z.string().nullish(),
});
export type ReportNames = z.infer<typeof askedNames>;

const groupRow = measures.extend({
  /**
   * What the group is asked by: a month, a mode, a lane (`CNSHA-DEHAM`), a code, an id, a charge code, a number of days.
   * Empty: nothing is stated.
   */
  key: z.string(),
  /** In the caller's language; null for months and modes, and where nothing is stated. */
  name: z.string().nullable(),
  /** The same group in as many months before; null when it was not asked for. */
  before: measures.nullish(),
});
export type GroupRow = z.infer<typeof groupRow>;
const reportRow = groupRow.extend({
  /** The groups of `thenBy` in it, those of most shipments; further ones are `belowRest`, and there are `belowTotal` in all. */
  below: z.array(groupRow).nullish(),
  belowRest: measures.nullish(),
  belowTotal: count.nullish(),
});
export type ReportRow = z.infer<typeof reportRow>;

const reportRequest = reportQuestion.extend({
  report: z.enum(reportKinds),
  groupBy: z.enum(reportGroups),
  /** A second group, below each of the first. */
  thenBy: z.enum(reportGroups).optional(),
  isCompared: z.boolean().default(false),
  ...clockRequest,
});

export const analyticsReport = endpoint({
  name: "analytics.report",
  summary: "A report over the shipments that departed in a range of months, by group",
  neededBy: ["/analytics/index"],
  path: "/analytics/report",
  body: "json",
  request: reportRequest,
  response: z.object({
    /** When the figures were counted. */
    countedAt: wireDateTime,
    all: measures.extend({ before: measures.nullish() }),
    /** Months and days in order, and all of the months; other groups by number of shipments. */
    rows: z.array(reportRow),
    /** The groups beyond `REPORT_GROUPS_MAX`, together. */
    rest: measures.nullish(),
    groupTotal: count,
    names: expected(askedNames),
  }),
});

export const analyticsFile = endpoint({
  name: "analytics.file",
  summary: "The figures of a report as a spreadsheet, a CSV file, or a PDF with its chart",
  usedBy: ["/analytics/index"],
  path: "/analytics/file",
  body: "json",
  answer: "file",
  retries: 0,
  request: reportRequest.extend({
    format: z.enum(reportFormats).default("xlsx"),
    show: z.enum(volumeMeasures).optional().catch(undefined),
    /** Of amounts, that of most shipments unless given; of the time of the count, where months are on clocks of places. */
    currency: wireCurrency.optional(),
    zone: z.string().max(100).optional(),
  }),
  response: nothing,
});

export const analyticsShipments = endpoint({
  name: "analytics.shipments",
  summary: "The shipments behind a number of a report, a page of them",
  neededBy: ["/analytics/shipments"],
  path: "/analytics/shipments",
  body: "json",
  request: reportQuestion
    .extend({
      groupBy: z.enum(reportGroups).optional(),
      /** `key` of the group. */
      key: z.string().max(30).optional(),
      /** The group below it. */
      thenBy: z.enum(reportGroups).optional(),
      key2: z.string().max(30).optional(),
      /** What a group by days counts: the days on the way, or those that the ETA was off. */
      daysOf: z.enum(["transit", "eta"]).default("transit"),
      /** What a group by reason counts: the last reason of the shipment, or those of its milestones. */
      reasonOf: z.enum(["shipment", "milestone"]).default("shipment"),
      punctuality: z.enum(punctualities).optional(),
      /** Only those whose days on the way are known. */
      hasTransit: z.boolean().optional(),
      etaResult: z.enum(etaResults).optional(),
      emission: z.enum(emissionStates).optional(),
      /** State of the milestones of the groups, else of all. */
      milestoneState: z.enum(punctualities).optional(),
      freeTimeState: z.enum(freeTimeStates).optional(),
      /** Only those whose free time costs something in the currency, by tariff. */
      chargedIn: wireCurrency.optional(),
      /** Only those with demurrage or detention billed in the currency. */
      freeTimeBilledIn: wireCurrency.optional(),
      /** Only those billed in the currency. */
      billedIn: wireCurrency.optional(),
      /** Of these only those with an accepted quote in that currency. */
      hasQuote: z.boolean().optional(),
    })
    .extend(shipmentSort.shape)
    .extend(cursorRequest)
    .extend(clockRequest),
  response: cursorPageOf(shipmentRow).extend({ names: expected(askedNames) }),
});
