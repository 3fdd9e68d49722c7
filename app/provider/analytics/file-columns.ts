import type { ReportMeasures } from "#app/contract/analytics.ts";
import type { Language } from "#app/contract/user.ts";
import type { Cell } from "../output/xlsx-stream.ts";

export interface Column {
  heading: Record<Language, string>;
  kind?: "decimal";
  /** Of amounts. */
  currency?: string;
  cell(row: ReportMeasures): Cell;
}

export const decimal = (en: string, zh: string, cell: Column["cell"]): Column => ({
  heading: { en, zh },
  kind: "decimal" as const,
  cell,
});
/** Amounts in the currency, which the heading names. */
export const money = (
  currency: string,
  en: string,
  zh: string,
  of: (row: ReportMeasures) => string | null | undefined,
): Column => ({
  ...decimal(`${en}, ${currency}`, `${zh}（${currency}）`, (row) => of(row) ?? null),
  currency,
});
export const count = (en: string, zh: string, cell: Column["cell"]): Column => ({
  heading: { en, zh },
  cell,
});

export const shipments = count("Shipments", "运单数", (row) => row.shipments);

export const milestoneColumns: readonly Column[] = [
  shipments,
  count("On time", "准点", ({ milestones }) => milestones?.onTime ?? null),
  count("Late", "延误", ({ milestones }) => milestones?.late ?? null),
  count("Not over yet", "尚未结束", ({ milestones }) => milestones?.open ?? null),
  count("Not known", "未知", ({ milestones }) => milestones?.unknown ?? null),
  count("Milestones reached late", "迟到的节点数", ({ milestones }) => milestones?.lateMilestones ?? null),
  decimal("Mean days late", "平均延误天数", ({ milestones }) => milestones?.meanLateDays ?? null),
];

/** Costs are those in the currency, where the caller sees any. */
export function freeTimeColumns(currency: string | null): Column[] {
  const own = ({ freeTime }: ReportMeasures) => freeTime?.costs?.find((cost) => cost.currency === currency);
  return [
    shipments,
    count("Within free time", "免费期内", ({ freeTime }) => freeTime?.within ?? null),
    count("Over free time", "超过免费期", ({ freeTime }) => freeTime?.over ?? null),
    count("Not over yet", "尚未结束", ({ freeTime }) => freeTime?.open ?? null),
    count("Not known", "未知", ({ freeTime }) => freeTime?.unknown ?? null),
    count(
      "Containers with a last free day",
      "已知免费期的集装箱",
      ({ freeTime }) => freeTime?.containers ?? null,
    ),
    count("Containers over", "超期集装箱", ({ freeTime }) => freeTime?.containersOver ?? null),
    count("Free days given", "给予的免费天数", ({ freeTime }) => freeTime?.daysGiven ?? null),
    count("Free days used", "已用的免费天数", ({ freeTime }) => freeTime?.daysUsed ?? null),
    decimal("Median free days used", "已用免费天数中位数", ({ freeTime }) => freeTime?.medianUsed ?? null),
    count("Days over", "超期天数", ({ freeTime }) => freeTime?.daysOver ?? null),
    decimal("Median days over", "超期天数中位数", ({ freeTime }) => freeTime?.medianOver ?? null),
    ...(currency === null
      ? []
      : [
          count("Shipments with charges", "有费用的运单", (row) => own(row)?.charged ?? null),
          money(currency, "Charges by tariff", "按费率计算的费用", (row) => own(row)?.accrued),
          count("Shipments billed for it", "已开票运单", (row) => own(row)?.billedShipments ?? null),
          money(
            currency,
            "Billed demurrage and detention",
            "已开票滞期费和滞箱费",
            (row) => own(row)?.billed,
          ),
        ]),
  ];
}
