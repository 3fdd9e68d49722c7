import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import {
  etaBaselines,
  etaResults,
  freeTimeStates,
  groupsOf,
  punctualities,
  REPORT_MONTHS_MAX,
  type ReportGroup,
  type ReportQuestion,
  reportGroups,
  reportKinds,
  TOLERANCE_DAYS_MAX,
  volumeMeasures,
} from "#app/contract/analytics.ts";
import { emissionStates } from "#app/contract/emission-code.ts";
import type { SavedReport } from "#app/contract/report-template.ts";
import { jobModes, shipmentSortKeys } from "#app/contract/shipment-code.ts";
import { formatDay } from "#app/lib/date-time.ts";
import { monthBefore, monthNumber, rollingMonths } from "#app/lib/month.ts";

/** Characters of what says how a table is shown. */
const LOOK_MAX = 200;

const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined);
const id = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()
  .catch(undefined);

/** The key of a group's part may be empty; one that is too long is of no report. */
const groupKey = z.string().max(30).optional().catch(undefined);

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .optional()
  .catch(undefined);

/** The state of a report in its address, and of the list behind one of its numbers. */
const query = listQuery(
  {
    report: choice(reportKinds),
    by: choice(reportGroups),
    thenBy: choice(reportGroups),
    monthFrom: month,
    monthTo: month,
    mode: choice(jobModes),
    from: words(10),
    to: words(10),
    carrier: words(10),
    shipper: id,
    consignee: id,
    baseline: choice(etaBaselines),
    tolerance: z.coerce.number().int().min(0).max(TOLERANCE_DAYS_MAX).optional().catch(undefined),
    show: choice(volumeMeasures),
    compared: choice(["yes"]),
    /** Of amounts. */
    currency,
    /** How the table is shown (`figures.tsx`): the column that it is sorted by, "-" before it downwards; columns in order. */
    order: words(LOOK_MAX),
    columns: words(LOOK_MAX),
    /** The saved report that was opened. */
    template: id,
    /** Group of the list: the group and the part of it that a number counts. */
    group: choice(reportGroups),
    key: groupKey,
    key2: groupKey,
    state: choice(punctualities),
    known: choice(["transit"]),
    off: choice(etaResults),
    co2: choice(emissionStates),
    billed: currency,
    quoted: choice(["yes"]),
    free: choice(freeTimeStates),
    charged: currency,
    levied: currency,
  },
  shipmentSortKeys,
  "etd",
);

export type ReportQuery = ReturnType<typeof query.read> & {
  period: { from: string; to: string };
  isCut: boolean;
};

/** The present month on the reader's clock. */
export const thisMonth = ({ clock }: Visit, now: Date) => formatDay(now, clock.zone)!.slice(0, 7);

/** Months that the form offers. */
export const MONTHS_OFFERED = 60;

/** Reads the address of a report: the last twelve months without others. Never throws. */
export function readReportQuery(visit: Visit, search: URLSearchParams, now: Date): ReportQuery {
  const read = query.read(search);
  const { monthFrom, monthTo } = read.filter;
  const last =
    monthTo ?? (monthFrom && monthFrom > thisMonth(visit, now) ? monthFrom : thisMonth(visit, now));
  const first = monthFrom ?? rollingMonths(last).from;
  const [from, to] = first <= last ? [first, last] : [last, first];
  const { report = "volume" } = read.filter;
  const offered = (group: ReportGroup | undefined) => group && groupsOf(report).includes(group);
  const by = offered(read.filter.by) ? read.filter.by : undefined;
  const isSecond = offered(read.filter.thenBy) && read.filter.thenBy !== (by ?? "month");
  const filter = { ...read.filter, by, thenBy: isSecond ? read.filter.thenBy : undefined };
  const isCut = monthNumber(to) - monthNumber(from) >= REPORT_MONTHS_MAX;
  return {
    ...read,
    filter,
    isCut,
    period: { from: isCut ? monthBefore(to, REPORT_MONTHS_MAX - 1) : from, to },
  };
}

/** The shortest parameters for the state; the keys of groups may be empty. */
export function reportParams(
  reportQuery: ReportQuery,
  change: Record<string, string | null> = {},
): Record<string, string> {
  const { key, key2, tolerance } = reportQuery.filter;
  const params: Record<string, string> = {
    ...query.params({ ...reportQuery, filter: { ...reportQuery.filter, key: undefined, key2: undefined } }),
    ...(key !== undefined && { key }),
    ...(key2 !== undefined && { key2 }),
    // A tolerance of no days counts, and the list drops what is falsy.
    ...(tolerance !== undefined && { tolerance: String(tolerance) }),
  };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete params[name];
    else params[name] = value;
  }
  return params;
}

/** A report as the provider is asked for it. */
export const reportRequest = ({ clock }: Visit, reportQuery: ReportQuery) => ({
  ...questionOf(reportQuery),
  report: reportQuery.filter.report ?? ("volume" as const),
  groupBy: reportQuery.filter.by ?? ("month" as const),
  thenBy: reportQuery.filter.thenBy,
  isCompared: reportQuery.filter.compared === "yes",
  clock: clock.named,
});

/** What report and list ask the provider alike. */
export function questionOf({
  filter,
  period,
}: ReportQuery): Omit<ReportQuestion, "baseline" | "toleranceDays"> & Partial<ReportQuestion> {
  const { mode, from, to, carrier, shipper, consignee, baseline, tolerance } = filter;
  return {
    monthFrom: period.from,
    monthTo: period.to,
    mode,
    from,
    to,
    carrierCode: carrier,
    shipperId: shipper,
    consigneeId: consignee,
    baseline,
    toleranceDays: tolerance,
  };
}

/** What a report on emissions asks, and whether the address is one. */
export function askedEmissions(visit: Visit, search: URLSearchParams, now: Date) {
  const reportQuery = readReportQuery(visit, search, now);
  return {
    isShown: reportQuery.filter.report === "emissions",
    question: { ...questionOf(reportQuery), clock: visit.clock.named },
    params: reportParams(reportQuery),
    address: reportAddress(reportParams(reportQuery)),
  };
}

/** What is saved of a report: without months in its address it stays the last twelve. */
export function savedOf({ filter, period }: ReportQuery): SavedReport {
  const { report = "volume", by = "month", monthFrom, monthTo, mode, from, to, carrier } = filter;
  const { shipper, consignee, tolerance, baseline, compared, show, currency, order, columns } = filter;
  return {
    report,
    groupBy: by,
    thenBy: filter.thenBy,
    months: monthFrom || monthTo ? period : null,
    mode,
    from,
    to,
    carrierCode: carrier,
    shipperId: shipper,
    consigneeId: consignee,
    toleranceDays: tolerance,
    baseline,
    isCompared: compared === "yes",
    show,
    currency,
    order,
    columns,
  };
}

/** The parameters of a saved report. */
export function savedParams(saved: SavedReport): Record<string, string> {
  const { report, groupBy, months, toleranceDays, isCompared } = saved;
  const values = {
    report: report === "volume" ? null : report,
    by: groupBy === "month" ? null : groupBy,
    thenBy: saved.thenBy,
    monthFrom: months?.from,
    monthTo: months?.to,
    mode: saved.mode,
    from: saved.from,
    to: saved.to,
    carrier: saved.carrierCode,
    shipper: saved.shipperId,
    consignee: saved.consigneeId,
    baseline: saved.baseline,
    tolerance: toleranceDays?.toString(),
    show: saved.show,
    compared: isCompared ? "yes" : null,
    currency: saved.currency,
    order: saved.order,
    columns: saved.columns,
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

const withParams = (path: string, params: Record<string, string>) => {
  const search = new URLSearchParams(params).toString();
  return path + (search && `?${search}`);
};
/** The address of a report. */
export const reportAddress = (params: Record<string, string>) => withParams(href("/analytics/index"), params);
/** The address of the list behind a number of a report. */
export const behindAddress = (params: Record<string, string>) =>
  withParams(href("/analytics/shipments"), params);
/** The file name of a report's chart. */
export const pictureName = ({ filter, period }: ReportQuery, ending: "svg" | "png"): string =>
  `${filter.report ?? "volume"}-${period.from}-${period.to}.${ending}`;
/** The chart of a report as a file. */
export const pictureAddress = (params: Record<string, string>) =>
  withParams(href("/analytics/picture"), params);
/** The page that makes a short address of the report of these parameters. */
export const linkAddress = (params: Record<string, string>) => withParams(href("/analytics/link"), params);
/** The form that saves the report of these parameters. */
export const templateEditAddress = (params: Record<string, string>) =>
  withParams(href("/analytics/templateEdit"), params);
