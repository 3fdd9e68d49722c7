import {
  type EtaResult,
  etaResults,
  type GroupRow,
  type Punctuality,
  type ReportGroup,
  type ReportMeasures,
  type ReportRow,
} from "#app/contract/analytics.ts";
import { subtract } from "#app/lib/decimal.ts";
import { formatMoney } from "#app/lib/money.ts";
import milestones from "#app/locales/en/milestones.ts";
import { emissionColumns, tonnesOf } from "./emission-report.server.ts";
import { behindAddress, reportAddress, reportParams } from "./query.server.ts";
import {
  currencyOf,
  figure,
  groupLabel,
  onTimeShare,
  type Reported,
  sumIn,
  volumeFigure,
  withinShare,
} from "./reported.server.ts";

import {
  type Column,
  comparing,
  freeTimeColumns,
  milestoneColumns,
  type Part,
} from "./table-column.server.ts";

export interface ReportCell {
  text: string;
  href?: string | null;
  /** What the rows are sorted by; null comes last. */
  value?: string | number | null;
}
export interface TableRow {
  key: string;
  cells: ReportCell[];
  /** Rows of the second group, and further ones together, which stay below however they are sorted. */
  below?: TableRow[];
  belowRest?: TableRow | null;
}
export interface ReportTable {
  heads: { key: string; label: string }[];
  rows: TableRow[];
  /** Below the rows however they are sorted: further groups together, and all. */
  sums: { key: string; cells: ReportCell[] }[];
  /** The language that names are sorted in. */
  language: string;
  words: Record<"columns" | "hide" | "show" | "left" | "right" | "fold" | "unfold", string>;
}

/** Groups that are no field of a report's form. */
const unnarrowed: readonly ReportGroup[] = ["month", "charge", "days", "milestone", "reason"];

/** The figures of a report; each count leads to the shipments that it counts. */
export function tableOf(reported: Reported): ReportTable {
  const { visit, asked: reportQuery, groupBy, found: answer } = reported;
  const { thenBy } = reportQuery.filter;
  const { t } = visit;
  const columns = columnsOf(reported);
  const canNarrow = !unnarrowed.includes(groupBy);
  const behind = (group: Record<string, string>, part: Part | undefined, text: string) => {
    if (part === undefined || part === null || text === "" || text === "0") return null;
    return behindAddress({ ...reportParams(reportQuery), ...group, ...part });
  };
  /** @param group the parameters of the list behind the row; null: it is of several groups */
  const cells = (
    row: ReportMeasures,
    before: ReportMeasures | null | undefined,
    group: Record<string, string> | null,
  ) =>
    columns.map(({ value: figureOf, text = (number) => figure(visit, number), part }): ReportCell => {
      const value = figureOf(row, before ?? null) ?? null;
      const figureText = value === null ? "" : text(value);
      const href = group ? behind(group, part, figureText) : null;
      return { text: figureText, href, value: value === null ? null : Number(value) };
    });
  const last: ReportCell[] = canNarrow ? [{ text: "" }] : [];
  const rest = answer.rest && {
    key: "rest",
    cells: [
      { text: t("analytics:rest", { count: answer.groupTotal - answer.rows.length }) },
      ...cells(answer.rest, null, null),
      ...last,
    ],
  };
  const all = {
    key: "all",
    cells: [{ text: t("analytics:all") }, ...cells(answer.all, answer.all.before, {}), ...last],
  };
  const words = (["columns", "hide", "show", "left", "right", "fold", "unfold"] as const).map(
    (key) => [key, t(`analytics:figures.${key}`)] as const,
  );
  return {
    heads: [
      { key: "group", label: headOf(reported) },
      ...columns.map(({ key }) => ({ key, label: t(`analytics:column.${key}`) })),
      ...(canNarrow ? [{ key: "only", label: t("analytics:column.only") }] : []),
    ],
    rows: answer.rows.map((row) => ({
      key: row.key,
      cells: [
        groupCell(reported, groupBy, row),
        ...cells(row, row.before, { group: groupBy, key: row.key }),
        ...(canNarrow ? [narrow(reported, groupBy, row)] : []),
      ],
      ...(thenBy && {
        below: worthShowing(row).map((each) => ({
          key: each.key,
          cells: [
            groupCell(reported, thenBy, each),
            ...cells(each, each.before, { group: groupBy, key: row.key, thenBy, key2: each.key }),
            ...last,
          ],
        })),
        belowRest: row.belowRest && {
          key: "rest",
          cells: [
            { text: t("analytics:rest", { count: (row.belowTotal ?? 0) - (row.below?.length ?? 0) }) },
            ...cells(row.belowRest, null, null),
            ...last,
          ],
        },
      }),
    })),
    sums: rest ? [rest, all] : [all],
    language: visit.language,
    words: Object.fromEntries(words) as ReportTable["words"],
  };
}

/** One row that says only that nothing is stated would repeat the row above it. */
const worthShowing = ({ below }: ReportRow): readonly GroupRow[] =>
  !below || (below.length === 1 && below[0]!.key === "") ? [] : below;

/** The names of both groups, as the rows are indented. */
function headOf({ visit: { t }, groupBy, asked: { filter } }: Reported): string {
  const { thenBy } = filter;
  const head = t(`analytics:head.${groupBy}`);
  return thenBy ? t("analytics:head2", { head, below: t(`analytics:head.${thenBy}`) }) : head;
}

/** Days are sorted as numbers, milestones by the journey, other groups by their names; what is not stated comes last. */
function groupCell(reported: Reported, groupBy: ReportGroup, row: GroupRow): ReportCell {
  const text = groupLabel(reported, groupBy, row);
  if (row.key === "") return { text, value: null };
  if (groupBy === "days") return { text, value: Number(row.key) };
  return { text, value: groupBy === "milestone" ? Object.keys(milestones.kind).indexOf(row.key) : text };
}

/** A link to the months of one group. */
function narrow(
  { visit: { t }, asked: reportQuery }: Reported,
  groupBy: ReportGroup,
  { key }: GroupRow,
): ReportCell {
  if (key === "") return { text: "" };
  const [from, to] = key.split("-");
  const filter: Record<string, string> = groupBy === "lane" ? { from: from!, to: to! } : { [groupBy]: key };
  return {
    text: t("analytics:only"),
    href: reportAddress(reportParams(reportQuery, { ...filter, by: null })),
  };
}

function columnsOf(reported: Reported): Column[] {
  const { visit, report, asked: reportQuery, found: answer } = reported;
  const count: Column = { key: "shipments", value: ({ shipments }) => shipments, part: {} };
  const compared = reportQuery.filter.compared === "yes" && answer.all.before;
  const oneDecimal = (value: string | number) => figure(visit, value, 1);
  if (report === "volume") {
    const measures = ["teu", "volume", "weight", "chargeable"] as const;
    const show = reportQuery.filter.show ?? "shipments";
    return [
      count,
      ...measures.map((key): Column => ({ key, value: (row) => volumeFigure(row, key) })),
      ...(compared ? comparing(visit, (row) => volumeFigure(row, show)) : []),
    ];
  }
  if (report === "transit") {
    const actual = (key: "median" | "p90" | "least" | "most"): Column => ({
      key,
      value: ({ transit }) => transit?.actual[key],
      text: oneDecimal,
    });
    return [
      count,
      {
        key: "counted",
        value: ({ transit }) => transit?.actual.shipments,
        part: { known: "transit" },
      },
      ...(["median", "p90", "least", "most"] as const).map(actual),
      { key: "planned", value: ({ transit }) => transit?.planned.median, text: oneDecimal },
      ...(compared ? comparing(visit, ({ transit }) => transit?.actual.median ?? null) : []),
    ];
  }
  if (report === "spend") return billColumns(reported, count);
  if (report === "emissions") {
    return [...emissionColumns(reported, count), ...(compared ? comparing(visit, tonnesOf) : [])];
  }
  if (report === "milestones") return [count, ...milestoneColumns(reported)];
  if (report === "freeTime") return [count, ...freeTimeColumns(reported)];
  if (report === "eta") {
    const off = (key: EtaResult): Column => ({
      key,
      value: ({ eta }) => eta?.[key],
      part: { off: key },
    });
    const days = (key: "p10" | "median" | "p90"): Column => ({
      key: `${key}Off`,
      value: ({ eta }) => eta?.[key],
      text: oneDecimal,
    });
    return [
      count,
      { key: "withinShare", value: withinShare, text: oneDecimal },
      ...etaResults.map(off),
      ...(["p10", "median", "p90"] as const).map(days),
      ...(compared ? comparing(visit, withinShare) : []),
    ];
  }
  const state = (key: Punctuality): Column => ({
    key,
    value: ({ punctuality }) => punctuality?.[key],
    part: { state: key },
  });
  return [
    count,
    { key: "share", value: onTimeShare, text: oneDecimal },
    ...(["onTime", "late", "open", "unknown"] as const).map(state),
    { key: "meanLate", value: ({ punctuality }) => punctuality?.meanLateDays, text: oneDecimal },
    ...(compared ? comparing(visit, (row) => onTimeShare(row)) : []),
  ];
}

function billColumns(reported: Reported, count: Column): Column[] {
  const { visit, asked: reportQuery, found: answer, groupBy } = reported;
  const isByCharge = groupBy === "charge" || reportQuery.filter.thenBy === "charge";
  const currency = currencyOf(reported);
  const money = (amount: string | number) => formatMoney(String(amount), currency, visit.language) ?? "";
  const amount = (key: "net" | "quoted"): Column => ({
    key,
    value: (row) => sumIn(row, currency)?.[key],
    text: money,
  });
  // A charge's own lines of a quote are compared on its invoice.
  const quotes: Column[] = [
    {
      key: "compared",
      value: (row) => sumIn(row, currency)?.compared,
      part: { billed: currency, quoted: "yes" },
    },
    amount("quoted"),
    { key: "billedOfQuoted", value: (row) => sumIn(row, currency)?.billed, text: money },
    {
      key: "difference",
      value: (row) => {
        const { quoted, billed } = sumIn(row, currency) ?? {};
        return quoted && billed ? subtract(billed, quoted) : null;
      },
      text: money,
    },
  ];
  const billed: Column = {
    key: "billed",
    value: (row) => sumIn(row, currency)?.shipments ?? 0,
    part: { billed: currency },
  };
  const isCompared = reportQuery.filter.compared === "yes" && answer.all.before;
  return [
    ...(isByCharge ? [] : [count]),
    billed,
    amount("net"),
    ...(isByCharge ? [] : quotes),
    ...(isCompared ? comparing(visit, (row) => sumIn(row, currency)?.net ?? null) : []),
  ];
}
