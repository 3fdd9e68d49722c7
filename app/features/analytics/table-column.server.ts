import type { EtaResult, FreeTimeState, Punctuality, ReportMeasures } from "#app/contract/analytics.ts";
import type { EmissionState } from "#app/contract/emission-code.ts";
import { formatMoney } from "#app/lib/money.ts";
import { costIn, currencyOf, figure, freeShare, onTimeShare, type Reported } from "./reported.server.ts";

/** What a number leads to: fields of the list behind it; null when it is not a count of shipments. */
export type Part = {
  state?: Punctuality;
  known?: "transit";
  billed?: string;
  quoted?: "yes";
  off?: EtaResult;
  free?: FreeTimeState;
  charged?: string;
  levied?: string;
  co2?: EmissionState;
} | null;
export interface Column {
  key: keyof typeof import("#app/locales/en/analytics.ts").default["column"];
  value(row: ReportMeasures, before: ReportMeasures | null): string | number | null | undefined;
  /** A plain figure unless given. */
  text?(value: string | number): string;
  part?: Part;
}

/** The figure of the period before, and how much the present one differs from it. */
export function comparing(
  visit: Reported["visit"],
  of: (row: ReportMeasures) => string | number | null,
): Column[] {
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

export function milestoneColumns({ visit, asked: reportQuery, found: answer }: Reported): Column[] {
  const state = (key: Punctuality): Column => ({
    key,
    value: ({ milestones }) => milestones?.[key],
    part: { state: key },
  });
  const oneDecimal = (value: string | number) => figure(visit, value, 1);
  return [
    { key: "share", value: onTimeShare, text: oneDecimal },
    ...(["onTime", "late", "open", "unknown"] as const).map(state),
    { key: "lateMilestones", value: ({ milestones }) => milestones?.lateMilestones },
    { key: "meanLate", value: ({ milestones }) => milestones?.meanLateDays, text: oneDecimal },
    ...(reportQuery.filter.compared && answer.all.before ? comparing(visit, onTimeShare) : []),
  ];
}

export function freeTimeColumns(reported: Reported): Column[] {
  const { visit, asked: reportQuery, found: answer } = reported;
  const state = (free: FreeTimeState, key: Column["key"]): Column => ({
    key,
    value: ({ freeTime }) => freeTime?.[free],
    part: { free },
  });
  const days = (key: "containers" | "containersOver" | "daysGiven" | "daysUsed" | "daysOver"): Column => ({
    key,
    value: ({ freeTime }) => freeTime?.[key],
  });
  const oneDecimal = (value: string | number) => figure(visit, value, 1);
  const median = (key: "medianUsed" | "medianOver"): Column => ({
    key,
    value: ({ freeTime }) => freeTime?.[key],
    text: oneDecimal,
  });
  return [
    state("within", "freeWithin"),
    state("over", "freeOver"),
    state("open", "open"),
    state("unknown", "unknown"),
    days("containers"),
    days("containersOver"),
    days("daysGiven"),
    days("daysUsed"),
    median("medianUsed"),
    days("daysOver"),
    median("medianOver"),
    ...costColumns(reported),
    ...(reportQuery.filter.compared && answer.all.before ? comparing(visit, freeShare) : []),
  ];
}

/** What the reader may see of the costs in the currency. */
function costColumns(reported: Reported): Column[] {
  const { visit, found: answer } = reported;
  const currency = currencyOf(reported);
  const own = costIn(answer.all, currency);
  if (!own) return [];
  const money = (amount: string | number) => formatMoney(String(amount), currency, visit.language) ?? "";
  return [
    ...(own.charged === null
      ? []
      : [
          {
            key: "charged" as const,
            part: { charged: currency },
            value: (row: ReportMeasures) => costIn(row, currency)?.charged ?? 0,
          },
          {
            key: "accrued" as const,
            text: money,
            value: (row: ReportMeasures) => costIn(row, currency)?.accrued,
          },
        ]),
    ...(own.billedShipments === null
      ? []
      : [
          {
            key: "levied" as const,
            part: { levied: currency },
            value: (row: ReportMeasures) => costIn(row, currency)?.billedShipments ?? 0,
          },
          {
            key: "leviedNet" as const,
            text: money,
            value: (row: ReportMeasures) => costIn(row, currency)?.billed,
          },
        ]),
  ];
}
