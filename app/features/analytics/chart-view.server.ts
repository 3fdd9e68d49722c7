import type { ReportMeasures } from "#app/contract/analytics.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { BarView, ChartView, PartKind } from "./chart.tsx";
import { tonnesOf } from "./emission-report.server.ts";
import { behindAddress, reportParams } from "./query.server.ts";
import {
  currencyOf,
  figure,
  freeShare,
  groupLabel,
  onTimeShare,
  type Reported,
  sumIn,
  volumeFigure,
  withinShare,
} from "./reported.server.ts";

/** At most as many bars; the table has the others. */
const BARS_MAX = 20;
/** Days that a chart shows at most. */
const DAY_BARS_MAX = 60;
const STEPS = 4;
const KG_PER_TONNE = 1_000;

interface Drawn {
  parts: { kind: PartKind; value: number; text?: string }[];
  text: string;
  before: number | null;
  mark: number | null;
}

/** The bars of a report: lengths in percent of an axis that ends at a round number. */
export function chartOf(reported: Reported): ChartView {
  const { visit, report, groupBy, found: answer, asked: reportQuery } = reported;
  const { t } = visit;
  // Days are counted: each bar is how many shipments took so many.
  const isByDays = groupBy === "days";
  const rows = (isByDays ? everyDay(answer.rows) : answer.rows.slice(0, BARS_MAX)).map((row) => ({
    row,
    ...draw(reported, row, row.before ?? null),
  }));
  const isShare = !isByDays && shared.includes(report);
  const top = isShare ? 100 : roundTop(rows.flatMap(lengths));
  const ofAxis = (value: number) => (value / top) * 100;
  const measure = isByDays
    ? (`${report as "eta"}Days` as const)
    : report === "volume"
      ? (reportQuery.filter.show ?? "shipments")
      : report;
  const units = {
    volume: reportQuery.filter.show ?? ("shipments" as const),
    transit: "days" as const,
    punctuality: "percent" as const,
    emissions: "tonnes" as const,
    eta: "percent" as const,
    milestones: "percent" as const,
    freeTime: "percent" as const,
  };
  return {
    title: isByDays
      ? t(`analytics:chart.${measure}`)
      : t("analytics:chart.by", {
          what: t(`analytics:chart.${measure}`),
          group: t(`analytics:group.${groupBy}`),
        }),
    unit:
      report === "spend"
        ? currencyOf(reported)
        : t(`analytics:unit.${isByDays ? "shipments" : units[report]}`),
    axis: Array.from({ length: STEPS + 1 }, (_, index) => ({
      at: (index * 100) / STEPS,
      label: figure(visit, String((top * index) / STEPS)),
    })),
    legend: legendOf(reported),
    bars: rows.map(
      ({ row, parts, text, before, mark }): BarView => ({
        key: row.key,
        label: groupLabel(reported, groupBy, row),
        text,
        parts: parts.map(({ kind, value, text: partText = "" }) => ({
          kind,
          share: ofAxis(value),
          text: partText,
        })),
        href: behindAddress({
          ...reportParams(reportQuery),
          group: groupBy,
          key: row.key,
          ...(report === "spend" && { billed: currencyOf(reported) }),
        }),
        before: before === null ? null : ofAxis(before),
        mark: mark === null ? null : ofAxis(mark),
      }),
    ),
  };
}

/** Reports whose bars are parts of all shipments. */
const shared: readonly Reported["report"][] = ["punctuality", "eta", "milestones", "freeTime"];

/** The groups of days in order, and the days between them that no shipment has. */
function everyDay(rows: Reported["found"]["rows"]): Reported["found"]["rows"] {
  const known = new Map(rows.filter(({ key }) => key !== "").map((row) => [Number(row.key), row]));
  const [first, last] = [Math.min(...known.keys()), Math.max(...known.keys())];
  if (known.size === 0 || last - first >= DAY_BARS_MAX) return [...known.values()].slice(0, DAY_BARS_MAX);
  return Array.from(
    { length: last - first + 1 },
    (_, index) => known.get(first + index) ?? { key: String(first + index), name: null, shipments: 0 },
  );
}

const lengths = ({ parts, before, mark }: Drawn) => [
  parts.reduce((sum, { value }) => sum + value, 0),
  before ?? 0,
  mark ?? 0,
];

/** The end of an axis whose steps are 1, 2, 2.5 or 5 times a power of ten. */
function roundTop(values: number[]): number {
  const step = Math.max(...values, 1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= step)! * STEPS;
}

type Drawer = (row: ReportMeasures, reported: Reported) => Omit<Drawn, "before">;

const share = (count: number, { shipments }: ReportMeasures) =>
  shipments === 0 ? 0 : (count / shipments) * 100;
/** Parts of the row's shipments, each with its count. */
const shares = (row: ReportMeasures, { visit }: Reported, counts: readonly (readonly [PartKind, number])[]) =>
  counts.map(([kind, count]) => ({ kind, value: share(count, row), text: figure(visit, count) }));
const percent = (value: number | null, { visit }: Reported) =>
  value === null ? "" : `${figure(visit, value, 1)} %`;
const show = ({ asked: reportQuery }: Reported) => reportQuery.filter.show ?? "shipments";

function drawStates(row: ReportMeasures, reported: Reported): Omit<Drawn, "before"> {
  const none = { onTime: 0, late: 0, open: 0, unknown: 0 };
  const { onTime, late, open, unknown } = row.punctuality ?? row.milestones ?? none;
  return {
    parts: shares(row, reported, [
      ["main", onTime],
      ["late", late],
      ["open", open],
      ["unknown", unknown],
    ]),
    text: percent(onTimeShare(row), reported),
    mark: null,
  };
}

/** The bar of a row for each report. */
const drawers: Record<Reported["report"] | "days", Drawer> = {
  days: ({ shipments }, { visit }) => ({
    parts: [{ kind: "main", value: shipments }],
    text: figure(visit, shipments),
    mark: null,
  }),
  volume: (row, reported) => {
    const value = volumeFigure(row, show(reported));
    return {
      parts: [{ kind: "main", value: Number(value ?? 0) }],
      text: figure(reported.visit, value),
      mark: null,
    };
  },
  transit: ({ transit }, { visit }) => {
    const { median = null, p90 = null } = transit?.actual ?? {};
    return {
      parts: [
        { kind: "main", value: Number(median ?? 0), text: figure(visit, median) },
        {
          kind: "rest",
          value: Math.max(0, Number(p90 ?? 0) - Number(median ?? 0)),
          text: figure(visit, p90),
        },
      ],
      text: median === null ? "" : `${figure(visit, median)} / ${figure(visit, p90)}`,
      mark: transit?.planned.median ? Number(transit.planned.median) : null,
    };
  },
  punctuality: drawStates,
  milestones: drawStates,
  freeTime: (row, reported) => {
    const { within, over, open, unknown } = row.freeTime ?? { within: 0, over: 0, open: 0, unknown: 0 };
    return {
      parts: shares(row, reported, [
        ["main", within],
        ["late", over],
        ["open", open],
        ["unknown", unknown],
      ]),
      text: percent(freeShare(row), reported),
      mark: null,
    };
  },
  eta: (row, reported) => {
    const { within, early, late, unknown } = row.eta ?? { within: 0, early: 0, late: 0, unknown: 0 };
    return {
      parts: shares(row, reported, [
        ["main", within],
        ["rest", early],
        ["late", late],
        ["unknown", unknown],
      ]),
      text: percent(withinShare(row), reported),
      mark: null,
    };
  },
  emissions: (row, { visit }) => {
    const { ttwKg = null, wttKg = null } = row.emissions ?? {};
    const part = (kind: PartKind, kg: string | null) => ({
      kind,
      value: Number(kg ?? 0) / KG_PER_TONNE,
      text: figure(visit, kg && Number(kg) / KG_PER_TONNE, 2),
    });
    return {
      parts: [part("main", ttwKg), part("rest", wttKg)],
      text: figure(visit, tonnesOf(row), 2),
      mark: null,
    };
  },
  spend: (row, reported) => {
    const currency = currencyOf(reported);
    const net = sumIn(row, currency)?.net ?? null;
    return {
      // What was credited beyond what was billed has no bar.
      parts: [{ kind: "main", value: Math.max(0, Number(net ?? 0)) }],
      text: formatMoney(net, currency, reported.visit.language) ?? "",
      mark: null,
    };
  },
};

/** The length of the bar of the period before: of what the bar's text says. */
const beforeLengths: Record<
  Reported["report"] | "days",
  (row: ReportMeasures, reported: Reported) => number | null
> = {
  days: ({ shipments }) => shipments,
  volume: (row, reported) => Number(volumeFigure(row, show(reported)) ?? 0),
  transit: ({ transit }) => Number(transit?.actual.median ?? 0),
  punctuality: onTimeShare,
  milestones: onTimeShare,
  freeTime: freeShare,
  eta: withinShare,
  emissions: (row) => Number(tonnesOf(row) ?? 0),
  spend: (row, reported) => Math.max(0, Number(sumIn(row, currencyOf(reported))?.net ?? 0)),
};

function draw(reported: Reported, row: ReportMeasures, before: ReportMeasures | null): Drawn {
  const report = reported.groupBy === "days" ? "days" : reported.report;
  return {
    ...drawers[report](row, reported),
    before: before && beforeLengths[report](before, reported),
  };
}

function legendOf({ visit: { t }, report, asked: reportQuery, groupBy }: Reported): ChartView["legend"] {
  const before = reportQuery.filter.compared
    ? [{ kind: "before" as const, label: t("analytics:legend.before") }]
    : [];
  if (report === "volume" || report === "spend" || groupBy === "days") return before;
  if (report === "eta")
    return [
      { kind: "main", label: t("analytics:legend.within") },
      { kind: "rest", label: t("analytics:legend.early") },
      { kind: "late", label: t("analytics:legend.late") },
      { kind: "unknown", label: t("analytics:legend.unknown") },
      ...before,
    ];
  if (report === "emissions")
    return [
      { kind: "main", label: t("analytics:legend.ttw") },
      { kind: "rest", label: t("analytics:legend.wtt") },
      ...before,
    ];
  if (report === "transit")
    return [
      { kind: "main", label: t("analytics:legend.median") },
      { kind: "rest", label: t("analytics:legend.p90") },
      { kind: "mark", label: t("analytics:legend.planned") },
      ...before,
    ];
  const isFree = report === "freeTime";
  return [
    { kind: "main", label: t(isFree ? "analytics:legend.freeWithin" : "analytics:legend.onTime") },
    { kind: "late", label: t(isFree ? "analytics:legend.freeOver" : "analytics:legend.late") },
    { kind: "open", label: t("analytics:legend.open") },
    { kind: "unknown", label: t("analytics:legend.unknown") },
    ...before,
  ];
}
