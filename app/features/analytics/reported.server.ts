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
import milestones from "#app/locales/en/milestones.ts";
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
  { visit: { t }, visit, now }: Reported,
  groupBy: ReportGroup,
  { key, name }: Pick<ReportRow, "key" | "name">,
): string {
  if (key === "") return t("analytics:notStated");
  if (groupBy === "days") return t("analytics:days", { days: figure(visit, key) });
  if (groupBy === "reason") return reasonText({ code: key, remark: null }, visit) ?? key;
  if (groupBy === "milestone") return milestoneName(visit, key);
  if (groupBy === "mode") return t(`shipments:mode.${key as "AIR"}`);
  if (groupBy === "month" && key === thisMonth(visit, now)) return t("analytics:soFar", { month: key });
  return name ?? key;
}

type Kind = keyof typeof milestones.kind;

/** The name of a kind of milestone; an unknown one is shown by its code. */
export const milestoneName = ({ t }: Visit, kind: string): string =>
  Object.hasOwn(milestones.kind, kind) ? t(`milestones:kind.${kind as Kind}`) : kind;

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

/** The currencies that amounts of a report are in, that of most shipments first. */
export const currenciesOf = ({ all }: Reported["found"]): string[] =>
  (all.spend?.sums ?? all.freeTime?.costs ?? []).map(({ currency }) => currency);

/** The currency that amounts are shown in: the asked one, else that of most shipments. */
export const currencyOf = ({
  asked: reportQuery,
  found: answer,
}: Pick<Reported, "asked" | "found">): string => reportQuery.filter.currency ?? currenciesOf(answer)[0] ?? "";

type Cost = NonNullable<NonNullable<ReportMeasures["freeTime"]>["costs"]>[number];

/** What free time costs in the currency; null when it costs nothing. */
export const costIn = ({ freeTime }: ReportMeasures, currency: string): Cost | null =>
  freeTime?.costs?.find((cost) => cost.currency === currency) ?? null;

/** What was billed in the currency; null when nothing was. */
export const sumIn = ({ spend }: ReportMeasures, currency: string): Sum | null =>
  spend?.sums.find((sum) => sum.currency === currency) ?? null;

/** A share in percent with one decimal; null of nothing. */
const shareOf = (count: number, all: number): number | null =>
  all === 0 ? null : Math.round((count / all) * 1000) / 10;

/** The share on time of those whose result is known; null when none is. */
export function onTimeShare({ punctuality, milestones: reached }: ReportMeasures): number | null {
  const { onTime = 0, late = 0 } = punctuality ?? reached ?? {};
  return shareOf(onTime, onTime + late);
}

/** The share of shipments within free time of those whose free time is over or has been exceeded; null when none is. */
export function freeShare({ freeTime }: ReportMeasures): number | null {
  const { within = 0, over = 0 } = freeTime ?? {};
  return shareOf(within, within + over);
}

/** The share of ETAs within the tolerance; null when none is known. */
export function withinShare({ eta }: ReportMeasures): number | null {
  const { within = 0, early = 0, late = 0 } = eta ?? {};
  return shareOf(within, within + early + late);
}

/** A figure in the reader's language; empty when there is none. */
export const figure = (
  { language }: Visit,
  value: string | number | null | undefined,
  decimals?: number,
): string => formatNumber(value, language, decimals) ?? "";
