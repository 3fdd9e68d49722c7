import {
  type EtaResult,
  etaResults,
  type Punctuality,
  type ReportGroup,
  type ReportMeasures,
  type ReportRow,
} from "#app/contract/analytics.ts";
import { subtract } from "#app/lib/decimal.ts";
import { formatMoney } from "#app/lib/money.ts";
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
}
export interface ReportTable {
  heads: string[];
  rows: { key: string; cells: ReportCell[]; isSum?: boolean }[];
}

/** What a number leads to: fields of the list behind it; null when it is not a count of shipments. */
type Part = {
  state?: Punctuality;
  known?: "transit";
  billed?: string;
  quoted?: "yes";
  off?: EtaResult;
} | null;
interface Column {
  key: keyof typeof import("#app/locales/en/analytics.ts").default["column"];
  text(row: ReportMeasures, before: ReportMeasures | null): string;
  part?: Part;
}

/** The figures of a report; each count leads to the shipments that it counts. */
export function tableOf(reported: Reported): ReportTable {
  const { visit, asked, groupBy, found } = reported;
  const { t } = visit;
  const columns = columnsOf(reported);
  const canNarrow = groupBy !== "month" && groupBy !== "charge";
  const behind = (key: string | null, part: Part | undefined, text: string) => {
    if (part === undefined || part === null || text === "" || text === "0") return null;
    const group: Record<string, string> = key === null ? {} : { group: groupBy, key };
    return behindAddress({ ...reportParams(asked), ...group, ...part });
  };
  const cells = (row: ReportMeasures, before: ReportMeasures | null, key: string | null, isLinked = true) =>
    columns.map(({ text, part }) => {
      const shown = text(row, before);
      return { text: shown, href: isLinked ? behind(key, part, shown) : null };
    });
  return {
    heads: [
      t(`analytics:head.${groupBy}`),
      ...columns.map(({ key }) => t(`analytics:column.${key}`)),
      ...(canNarrow ? [t("analytics:column.only")] : []),
    ],
    rows: [
      ...found.rows.map((row) => ({
        key: row.key,
        cells: [
          { text: groupLabel(reported, row) },
          ...cells(row, row.before ?? null, row.key),
          ...(canNarrow ? [narrow(reported, groupBy, row)] : []),
        ],
      })),
      ...(found.rest
        ? [
            {
              key: "rest",
              cells: [
                { text: t("analytics:rest", { count: found.groupTotal - found.rows.length }) },
                ...cells(found.rest, null, null, false),
                ...(canNarrow ? [{ text: "" }] : []),
              ],
            },
          ]
        : []),
      {
        key: "all",
        isSum: true,
        cells: [
          { text: t("analytics:all") },
          ...cells(found.all, found.all.before ?? null, null),
          ...(canNarrow ? [{ text: "" }] : []),
        ],
      },
    ],
  };
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
  const count: Column = { key: "shipments", text: ({ shipments }) => figure(visit, shipments), part: {} };
  const compared = asked.filter.compared === "yes" && found.all.before;
  if (report === "volume") {
    const measures = ["teu", "volume", "weight", "chargeable"] as const;
    const show = asked.filter.show ?? "shipments";
    return [
      count,
      ...measures.map((key): Column => ({ key, text: (row) => figure(visit, volumeFigure(row, key)) })),
      ...(compared ? comparing(visit, (row) => volumeFigure(row, show)) : []),
    ];
  }
  if (report === "transit") {
    const actual = (key: "median" | "p90" | "least" | "most"): Column => ({
      key,
      text: ({ transit }) => figure(visit, transit?.actual[key], 1),
    });
    return [
      count,
      {
        key: "counted",
        text: ({ transit }) => figure(visit, transit?.actual.shipments),
        part: { known: "transit" },
      },
      ...(["median", "p90", "least", "most"] as const).map(actual),
      { key: "planned", text: ({ transit }) => figure(visit, transit?.planned.median, 1) },
      ...(compared ? comparing(visit, ({ transit }) => transit?.actual.median ?? null) : []),
    ];
  }
  if (report === "spend") return billColumns(reported, count);
  if (report === "eta") {
    const off = (key: EtaResult): Column => ({
      key,
      text: ({ eta }) => figure(visit, eta?.[key]),
      part: { off: key },
    });
    const days = (key: "p10" | "median" | "p90"): Column => ({
      key: `${key}Off`,
      text: ({ eta }) => figure(visit, eta?.[key], 1),
    });
    return [
      count,
      { key: "withinShare", text: (row) => figure(visit, withinShare(row), 1) },
      ...etaResults.map(off),
      ...(["p10", "median", "p90"] as const).map(days),
      ...(compared ? comparing(visit, withinShare) : []),
    ];
  }
  const state = (key: Punctuality): Column => ({
    key,
    text: ({ punctuality }) => figure(visit, punctuality?.[key]),
    part: { state: key },
  });
  return [
    count,
    { key: "share", text: (row) => figure(visit, onTimeShare(row), 1) },
    ...(["onTime", "late", "open", "unknown"] as const).map(state),
    { key: "meanLate", text: ({ punctuality }) => figure(visit, punctuality?.meanLateDays, 1) },
    ...(compared ? comparing(visit, (row) => onTimeShare(row)) : []),
  ];
}

function billColumns(reported: Reported, count: Column): Column[] {
  const { visit, asked, found, groupBy } = reported;
  const currency = currencyOf(reported);
  const money = (amount: string | null | undefined) =>
    amount ? (formatMoney(amount, currency, visit.language) ?? "") : "";
  const amount = (key: "net" | "quoted"): Column => ({
    key,
    text: (row) => money(sumIn(row, currency)?.[key]),
  });
  // A charge's own lines of a quote are compared on its invoice.
  const quotes: Column[] = [
    {
      key: "compared",
      text: (row) => figure(visit, sumIn(row, currency)?.compared),
      part: { billed: currency, quoted: "yes" },
    },
    amount("quoted"),
    { key: "billedOfQuoted", text: (row) => money(sumIn(row, currency)?.billed) },
    {
      key: "difference",
      text: (row) => {
        const { quoted, billed } = sumIn(row, currency) ?? {};
        return quoted && billed ? money(subtract(billed, quoted)) : "";
      },
    },
  ];
  const billed: Column = {
    key: "billed",
    text: (row) => figure(visit, sumIn(row, currency)?.shipments ?? 0),
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
    { key: "before", text: (_, before) => figure(visit, before && of(before)) },
    {
      key: "change",
      text: (row, before) => {
        const [now, then] = [of(row), before && of(before)];
        if (now === null || then === null) return "";
        const change = Number(now) - Number(then);
        return `${change > 0 ? "+" : ""}${figure(visit, change.toFixed(3))}`;
      },
    },
  ];
}
