import {
  type EtaResult,
  etaResults,
  type Punctuality,
  type ReportGroup,
  type ReportMeasures,
  type ReportRow,
} from "#app/contract/analytics.ts";
import type { EmissionState } from "#app/contract/emission-code.ts";
import { subtract } from "#app/lib/decimal.ts";
import { formatMoney } from "#app/lib/money.ts";
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

export interface ReportCell {
  text: string;
  href?: string | null;
  /** What the rows are sorted by; null comes last. */
  value?: string | number | null;
}
export interface ReportTable {
  heads: { key: string; label: string }[];
  rows: { key: string; cells: ReportCell[] }[];
  /** Below the rows however they are sorted: further groups together, and all. */
  sums: { key: string; cells: ReportCell[] }[];
  /** The language that names are sorted in. */
  language: string;
  words: Record<"columns" | "hide" | "show" | "left" | "right", string>;
}

/** What a number leads to: fields of the list behind it; null when it is not a count of shipments. */
type Part = {
  state?: Punctuality;
  known?: "transit";
  billed?: string;
  quoted?: "yes";
  off?: EtaResult;
  co2?: EmissionState;
} | null;
export interface Column {
  key: keyof typeof import("#app/locales/en/analytics.ts").default["column"];
  value(row: ReportMeasures, before: ReportMeasures | null): string | number | null | undefined;
  /** A plain figure unless given. */
  text?(value: string | number): string;
  part?: Part;
}

/** Groups that are no field of a report's form. */
const unnarrowed: readonly ReportGroup[] = ["month", "charge", "days", "reason"];

/** The figures of a report; each count leads to the shipments that it counts. */
export function tableOf(reported: Reported): ReportTable {
  const { visit, asked, groupBy, found } = reported;
  const { t } = visit;
  const columns = columnsOf(reported);
  const canNarrow = !unnarrowed.includes(groupBy);
  const behind = (key: string | null, part: Part | undefined, text: string) => {
    if (part === undefined || part === null || text === "" || text === "0") return null;
    const group: Record<string, string> = key === null ? {} : { group: groupBy, key };
    return behindAddress({ ...reportParams(asked), ...group, ...part });
  };
  const cells = (row: ReportMeasures, before: ReportMeasures | null, key: string | null, isLinked = true) =>
    columns.map(({ value: figureOf, text = (given) => figure(visit, given), part }): ReportCell => {
      const value = figureOf(row, before) ?? null;
      const shown = value === null ? "" : text(value);
      const href = isLinked ? behind(key, part, shown) : null;
      return { text: shown, href, value: value === null ? null : Number(value) };
    });
  const last: ReportCell[] = canNarrow ? [{ text: "" }] : [];
  const rest = found.rest && {
    key: "rest",
    cells: [
      { text: t("analytics:rest", { count: found.groupTotal - found.rows.length }) },
      ...cells(found.rest, null, null, false),
      ...last,
    ],
  };
  const all = {
    key: "all",
    cells: [{ text: t("analytics:all") }, ...cells(found.all, found.all.before ?? null, null), ...last],
  };
  const words = (["columns", "hide", "show", "left", "right"] as const).map(
    (key) => [key, t(`analytics:figures.${key}`)] as const,
  );
  return {
    heads: [
      { key: "group", label: t(`analytics:head.${groupBy}`) },
      ...columns.map(({ key }) => ({ key, label: t(`analytics:column.${key}`) })),
      ...(canNarrow ? [{ key: "only", label: t("analytics:column.only") }] : []),
    ],
    rows: found.rows.map((row) => ({
      key: row.key,
      cells: [
        { text: groupLabel(reported, row), value: groupValue(reported, row) },
        ...cells(row, row.before ?? null, row.key),
        ...(canNarrow ? [narrow(reported, groupBy, row)] : []),
      ],
    })),
    sums: rest ? [rest, all] : [all],
    language: visit.language,
    words: Object.fromEntries(words) as ReportTable["words"],
  };
}

/** Days are sorted as numbers, other groups by their names; what is not stated comes last. */
function groupValue(reported: Reported, row: ReportRow): string | number | null {
  if (row.key === "") return null;
  return reported.groupBy === "days" ? Number(row.key) : groupLabel(reported, row);
}

/** A link to the months of one group. */
function narrow({ visit: { t }, asked }: Reported, groupBy: ReportGroup, { key }: ReportRow): ReportCell {
  if (key === "") return { text: "" };
  const [from, to] = key.split("-");
  const filter: Record<string, string> = groupBy === "lane" ? { from: from!, to: to! } : { [groupBy]: key };
  return {
    text: t("analytics:only"),
    href: reportAddress(reportParams(asked, { ...filter, by: null })),
  };
}

function columnsOf(reported: Reported): Column[] {
  const { visit, report, asked, found } = reported;
  const count: Column = { key: "shipments", value: ({ shipments }) => shipments, part: {} };
  const compared = asked.filter.compared === "yes" && found.all.before;
  const oneDecimal = (value: string | number) => figure(visit, value, 1);
  if (report === "volume") {
    const measures = ["teu", "volume", "weight", "chargeable"] as const;
    const show = asked.filter.show ?? "shipments";
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
  const { visit, asked, found, groupBy } = reported;
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
  const isCompared = asked.filter.compared === "yes" && found.all.before;
  return [
    ...(groupBy === "charge" ? [] : [count]),
    billed,
    amount("net"),
    ...(groupBy === "charge" ? [] : quotes),
    ...(isCompared ? comparing(visit, (row) => sumIn(row, currency)?.net ?? null) : []),
  ];
}

/** The figure of the period before, and how much the present one differs from it. */
function comparing(visit: Reported["visit"], of: (row: ReportMeasures) => string | number | null): Column[] {
  return [
    { key: "before", value: (_, before) => before && of(before) },
    {
      key: "change",
      value: (row, before) => {
        const [now, then] = [of(row), before && of(before)];
        return now === null || then === null ? null : (Number(now) - Number(then)).toFixed(3);
      },
      text: (change) => `${Number(change) > 0 ? "+" : ""}${figure(visit, change)}`,
    },
  ];
}
