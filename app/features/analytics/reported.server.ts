import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { reasonText } from "#app/components/reason.server.ts";
import type {
  analyticsReport,
  ReportGroup,
  ReportKind,
  ReportMeasures,
  ReportRow,
  VolumeMeasure,
} from "#app/contract/analytics.ts";
import { formatNumber } from "#app/lib/money.ts";
import { type ReportQuery, thisMonth } from "./query.server.ts";

/** A report as it was answered, with what it was asked by. */
export interface Reported {
  visit: Visit;
  asked: ReportQuery;
  report: ReportKind;
  groupBy: ReportGroup;
  found: z.output<typeof analyticsReport.response>;
  now: Date;
}

/** The name of a group; the present month says that it is not over. */
export function groupLabel(
  { visit: { t }, visit, groupBy, now }: Reported,
  { key, name }: Pick<ReportRow, "key" | "name">,
): string {
  if (key === "") return t("analytics:notStated");
  if (groupBy === "days") return t("analytics:days", { days: figure(visit, key) });
  if (groupBy === "reason") return reasonText({ code: key, remark: null }, visit) ?? key;
  if (groupBy === "mode") return t(`shipments:mode.${key as "AIR"}`);
  if (groupBy === "month" && key === thisMonth(visit, now)) return t("analytics:soFar", { month: key });
  return name ?? key;
}

/** A figure of a volume as decimal text; null when none is stated. */
export function volumeFigure({ shipments, volume }: ReportMeasures, measure: VolumeMeasure): string | null {
  const figures: Record<VolumeMeasure, string | null | undefined> = {
    shipments: String(shipments),
    teu: volume?.teu,
    volume: volume?.volumeCbm,
    weight: volume?.grossWeightKg,
    // None stated is not nothing.
    chargeable:
      volume && shipments > 0 && volume.noChargeable === shipments ? null : volume?.chargeableWeightKg,
  };
  return figures[measure] ?? null;
}

type Sum = NonNullable<ReportMeasures["spend"]>["sums"][number];

/** The currency that a report of what was billed shows: the asked one, else that of most shipments. */
export const currencyOf = ({ asked, found }: Pick<Reported, "asked" | "found">): string =>
  asked.filter.currency ?? found.all.spend?.sums[0]?.currency ?? "";

/** What was billed in the currency; null when nothing was. */
export const sumIn = ({ spend }: ReportMeasures, currency: string): Sum | null =>
  spend?.sums.find((sum) => sum.currency === currency) ?? null;

/** The share on time of those whose result is known, in percent with one decimal; null when none is. */
export function onTimeShare({ punctuality }: ReportMeasures): number | null {
  const { onTime = 0, late = 0 } = punctuality ?? {};
  return onTime + late === 0 ? null : Math.round((onTime / (onTime + late)) * 1000) / 10;
}

/** The share of ETAs within the tolerance, in percent with one decimal; null when none is known. */
export function withinShare({ eta }: ReportMeasures): number | null {
  const { within = 0, early = 0, late = 0 } = eta ?? {};
  const known = within + early + late;
  return known === 0 ? null : Math.round((within / known) * 1000) / 10;
}

/** A figure in the reader's language; empty when there is none. */
export const figure = (
  { language }: Visit,
  value: string | number | null | undefined,
  decimals?: number,
): string => formatNumber(value, language, decimals) ?? "";
