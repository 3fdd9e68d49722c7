import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ExportView } from "#app/components/list/export-form.tsx";
import { exportView } from "#app/components/list/export-view.server.ts";
import type { SearchFieldsView } from "#app/components/list/search-field.tsx";
import {
  analyticsFile,
  analyticsReport,
  groupsOf,
  REPORT_MONTHS_MAX,
  type ReportKind,
  reportKinds,
} from "#app/contract/analytics.ts";
import { reportFormats } from "#app/contract/list-file.ts";
import { reportLinkMake } from "#app/contract/report-link.ts";
import { reportRunList, reportTemplateSave } from "#app/contract/report-template.ts";
import { shipmentFilterOptions } from "#app/contract/shipment.ts";
import type { ChartView } from "./chart.tsx";
import { chartOf } from "./chart-view.server.ts";
import { emissionNote, noEmission } from "./emission-report.server.ts";
import { fieldsOf } from "./fields.server.ts";
import type { PngView } from "./picture-png.tsx";
import {
  linkAddress,
  pictureAddress,
  pictureName,
  type ReportQuery,
  readReportQuery,
  reportAddress,
  reportParams,
  reportRequest,
  templateEditAddress,
} from "./query.server.ts";
import { currenciesOf, currencyOf, figure, type Reported, sumIn } from "./reported.server.ts";
import { reportSentence } from "./sentence.server.ts";
import { type ReportTable, tableOf } from "./table.server.ts";

export interface ReportView {
  reportsLabel: string;
  reports: { text: string; href: string; isCurrent: boolean }[];
  sentence: string;
  /** Null: nothing narrows the report. */
  unfiltered: { text: string; href: string } | null;
  base: string;
  params: Record<string, string>;
  search: SearchFieldsView;
  submit: string;
  problem: string | null;
  none: string | null;
  chart: ChartView | null;
  /** The chart as a file. */
  picture: { text: string; href: string; png: PngView } | null;
  tableTitle: string;
  table: ReportTable;
  notes: string[];
  /** To save the report, and to what was saved or run; empty where the provider keeps none. */
  tools: { text: string; href: string }[];
  /** Null where the provider makes no files. */
  file: ExportView | null;
}

const narrowing = ["mode", "from", "to", "carrier", "shipper", "consignee"] as const;

/** A report for its address. Throws as `visit.read`. */
export async function loadReport(
  visit: Visit,
  search: URLSearchParams,
  { seesBills }: { seesBills: boolean },
): Promise<ReportView> {
  const { t } = visit;
  const now = new Date();
  const reportQuery = readReportQuery(visit, search, now);
  const { filter } = reportQuery;
  const request = reportRequest(visit, reportQuery);
  const { report, groupBy } = request;
  const [answer, ports] = await Promise.all([
    visit.read(analyticsReport, request),
    visit.readOptional(shipmentFilterOptions, {}),
  ]);
  const reported: Reported = { visit, asked: reportQuery, report, groupBy, found: answer, now };
  const isEmpty = answer.all.shipments === 0;
  const currencies = currenciesOf(answer);
  const hasChart =
    !isEmpty && (report !== "spend" || currencies.length > 0) && !noEmission(report, answer.all);
  const without = Object.fromEntries(narrowing.map((name) => [name, null]));
  return {
    reportsLabel: t("analytics:reports"),
    reports: reportKinds
      .filter((kind) => kind !== "spend" || seesBills)
      .map((kind, index) => ({
        text: t(`analytics:report.${kind}`),
        href: reportAddress(
          reportParams(reportQuery, { report: index === 0 ? null : kind, ...only(kind, reportQuery) }),
        ),
        isCurrent: kind === report,
      })),
    sentence: reportSentence(visit, reportQuery, answer.names),
    unfiltered: narrowing.some((name) => filter[name])
      ? {
          text: t("analytics:withoutFilters"),
          href: reportAddress(reportParams(reportQuery, without)),
        }
      : null,
    base: href("/analytics/index"),
    params: reportParams(reportQuery),
    search: fieldsOf(visit, reportQuery, { ports, currencies, now }),
    submit: t("analytics:field.submit"),
    problem: reportQuery.isCut ? t("analytics:note.cut", { most: REPORT_MONTHS_MAX }) : null,
    none:
      hasChart || (report === "emissions" && !isEmpty)
        ? null
        : t(isEmpty ? "analytics:note.none" : "analytics:note.unbilled"),
    chart: hasChart ? chartOf(reported) : null,
    picture: hasChart
      ? {
          text: t("analytics:picture"),
          href: pictureAddress(reportParams(reportQuery)),
          png: {
            text: t("analytics:png.save"),
            broken: t("analytics:png.broken"),
            name: pictureName(reportQuery, "png"),
          },
        }
      : null,
    tableTitle: t("analytics:table"),
    table: tableOf(reported),
    notes: notesOf(reported),
    tools: toolsOf(visit, reportQuery),
    file: exportView(
      visit,
      analyticsFile,
      href("/analytics/export"),
      reportParams(reportQuery),
      reportFormats.map((format) => [format, t(`exports:format.${format}`)]),
    ),
  };
}

function toolsOf(visit: Visit, reportQuery: ReportQuery): ReportView["tools"] {
  const { t } = visit;
  const params = reportParams(reportQuery, { template: null });
  const { template } = reportQuery.filter;
  return [
    ...(visit.offers(reportTemplateSave)
      ? [
          ...(template
            ? [{ text: t("analytics:template.change"), href: templateEditAddress({ ...params, template }) }]
            : []),
          { text: t("analytics:template.save"), href: templateEditAddress(params) },
          { text: t("analytics:template.title"), href: href("/analytics/templates") },
        ]
      : []),
    ...(visit.offers(reportLinkMake) ? [{ text: t("analytics:link.open"), href: linkAddress(params) }] : []),
    ...(visit.offers(reportRunList)
      ? [{ text: t("analytics:log.title"), href: href("/analytics/log") }]
      : []),
  ];
}

/** Parameters that the other report does not have. */
const only = (kind: ReportKind, { filter }: ReportQuery): Record<string, null> => ({
  ...(filter.by && !groupsOf(kind).includes(filter.by) && { by: null }),
  ...(filter.thenBy && !groupsOf(kind).includes(filter.thenBy) && { thenBy: null }),
  ...(kind !== "spend" && kind !== "freeTime" && { currency: null }),
  ...(kind !== (filter.report ?? "volume") && { order: null, columns: null }),
});

/** What the figures mean, what they left out, and when they were counted. */
function notesOf(reported: Reported): string[] {
  const { visit, asked: reportQuery, report, found: answer } = reported;
  const { t, clock } = visit;
  const { all } = answer;
  // The moment of the count has no place: it is told on the reader's clock, whichever one the months go by.
  const counted = t("analytics:note.counted", {
    time: visit.stamp(answer.countedAt),
    zone: clock.zoneName,
  });
  const months =
    clock.choice === "place" ? t("clock:months.place") : t("clock:months.zone", { zone: clock.zoneName });
  const notes: string[] = [counted, months, t("analytics:note.departure")];
  if (report === "volume" && all.volume && all.volume.noChargeable > 0)
    notes.push(t("analytics:note.chargeable", { shipments: figure(visit, all.volume.noChargeable) }));
  if (report === "punctuality" && all.punctuality)
    notes.push(
      t("analytics:note.punctuality", {
        days: reportQuery.filter.tolerance ?? 1,
        baseline: t(`analytics:baseline.${reportQuery.filter.baseline ?? "first"}`),
        open: figure(visit, all.punctuality.open),
        unknown: figure(visit, all.punctuality.unknown),
      }),
    );
  if (report === "eta" && all.eta)
    notes.push(
      t("analytics:note.eta", {
        days: reportQuery.filter.tolerance ?? 1,
        baseline: t(`analytics:baseline.${reportQuery.filter.baseline ?? "first"}`),
        unknown: figure(visit, all.eta.unknown),
        all: figure(visit, all.shipments),
      }),
    );
  if (report === "milestones" && all.milestones) notes.push(...milestoneNotes(reported));
  if (report === "freeTime" && all.freeTime) notes.push(...freeTimeNotes(reported));
  if (report === "spend") notes.push(...billNotes(reported));
  if (report === "emissions") notes.push(...emissionNote(reported));
  if (report === "transit" && all.transit)
    notes.push(
      t("analytics:note.transit", {
        left: figure(visit, all.shipments - all.transit.actual.shipments),
        all: figure(visit, all.shipments),
      }),
    );
  return notes;
}

function milestoneNotes({ visit, asked: reportQuery, found: { all }, groupBy }: Reported): string[] {
  const { t } = visit;
  const { open = 0, unknown = 0 } = all.milestones ?? {};
  const isOfOne = [groupBy, reportQuery.filter.thenBy].some((by) => by === "milestone" || by === "reason");
  return [
    t("analytics:note.milestones", {
      days: reportQuery.filter.tolerance ?? 1,
      due: t(`analytics:due.${reportQuery.filter.baseline ?? "first"}`),
      open: figure(visit, open),
      unknown: figure(visit, unknown),
    }),
    ...(isOfOne ? [t("analytics:note.ofOne")] : []),
  ];
}

function freeTimeNotes(reported: Reported): string[] {
  const {
    visit,
    visit: { t },
    found: answer,
  } = reported;
  const { open = 0, unknown = 0 } = answer.all.freeTime ?? {};
  const currency = currencyOf(reported);
  const others = currenciesOf(answer).filter((each) => each !== currency);
  return [
    t("analytics:note.freeTime", { open: figure(visit, open), unknown: figure(visit, unknown) }),
    ...(currency ? [t("analytics:note.freeTimeCosts", { currency })] : []),
    ...(others.length > 0 ? [t("analytics:note.otherCosts", { currencies: others.join(", ") })] : []),
  ];
}

/** What sums of bills mean and leave out. */
function billNotes(reported: Reported): string[] {
  const {
    visit,
    visit: { t },
    found: { all },
    groupBy,
    asked: {
      filter: { thenBy },
    },
  } = reported;
  const currency = currencyOf(reported);
  if (currency === "") return [];
  const billed = sumIn(all, currency)?.shipments ?? 0;
  const others = all.spend?.sums.map((sum) => sum.currency).filter((each) => each !== currency) ?? [];
  return [
    t("analytics:note.spend", {
      currency,
      all: figure(visit, all.shipments),
      without: figure(visit, all.shipments - billed),
    }),
    ...(others.length > 0 ? [t("analytics:note.otherCurrencies", { currencies: others.join(", ") })] : []),
    t(groupBy === "charge" || thenBy === "charge" ? "analytics:note.charges" : "analytics:note.quoted", {
      currency,
    }),
  ];
}
