import type { z } from "zod";
import type {
  analyticsFile,
  GroupRow,
  ReportGroup,
  ReportKind,
  ReportMeasures,
} from "#app/contract/analytics.ts";
import type { SavedReport } from "#app/contract/report-template.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { type TableColumn, tableFile } from "../output/table-file.ts";
import type { Cell } from "../output/xlsx-stream.ts";
import { modeTexts } from "../shipments/export-text.ts";
import { type Column, count, decimal, freeTimeColumns, milestoneColumns, shipments } from "./file-columns.ts";
import { runReport } from "./report.ts";
import { keepFile } from "./run-log.ts";

type Words = Record<Language, string>;
type Asked = z.output<typeof analyticsFile.request>;
const groupHeads: Record<ReportGroup, Words> = {
  month: { en: "Month", zh: "月份" },
  mode: { en: "Mode", zh: "运输方式" },
  lane: { en: "Lane", zh: "航线" },
  carrier: { en: "Carrier", zh: "承运人" },
  shipper: { en: "Shipper", zh: "发货人" },
  consignee: { en: "Consignee", zh: "收货人" },
  charge: { en: "Charge", zh: "费用项目" },
  days: { en: "Days", zh: "天数" },
  milestone: { en: "Milestone, code", zh: "节点（代码）" },
  reason: { en: "Reason of the delay, SMDG code", zh: "延误原因（SMDG 代码）" },
};
const sheets: Record<ReportKind, Words> = {
  volume: { en: "Volume", zh: "货量" },
  punctuality: { en: "On time", zh: "准点" },
  transit: { en: "Days on the way", zh: "运输天数" },
  eta: { en: "ETAs", zh: "ETA 准确度" },
  milestones: { en: "Milestones", zh: "节点" },
  freeTime: { en: "Free time", zh: "免费期" },
  spend: { en: "Billed", zh: "费用" },
};
const words = {
  all: { en: "All together", zh: "合计" },
  rest: { en: "Further ones together", zh: "其余合计" },
  notStated: { en: "Not stated", zh: "未注明" },
  before: { en: "before", zh: "之前" },
} satisfies Record<string, Words>;

const columnsOf: Record<Exclude<ReportKind, "spend" | "freeTime">, readonly Column[]> = {
  volume: [
    shipments,
    decimal("TEU", "TEU", ({ volume }) => volume?.teu ?? null),
    decimal("Volume, CBM", "体积（CBM）", ({ volume }) => volume?.volumeCbm ?? null),
    decimal("Gross weight, kg", "毛重（kg）", ({ volume }) => volume?.grossWeightKg ?? null),
    // None stated is not nothing.
    decimal("Chargeable weight, kg", "计费重量（kg）", ({ shipments: all, volume }) =>
      all > 0 && volume?.noChargeable === all ? null : (volume?.chargeableWeightKg ?? null),
    ),
  ],
  punctuality: [
    shipments,
    count("On time", "准点", ({ punctuality }) => punctuality?.onTime ?? null),
    count("Late", "延误", ({ punctuality }) => punctuality?.late ?? null),
    count("Not over yet", "尚未结束", ({ punctuality }) => punctuality?.open ?? null),
    count("Not known", "未知", ({ punctuality }) => punctuality?.unknown ?? null),
    decimal("Mean days late", "平均延误天数", ({ punctuality }) => punctuality?.meanLateDays ?? null),
  ],
  transit: [
    shipments,
    count("With both dates", "两个日期齐全", ({ transit }) => transit?.actual.shipments ?? null),
    decimal("Median days", "天数中位数", ({ transit }) => transit?.actual.median ?? null),
    decimal("Nine in ten, days", "九成以内（天）", ({ transit }) => transit?.actual.p90 ?? null),
    decimal("Least", "最少", ({ transit }) => transit?.actual.least ?? null),
    decimal("Most", "最多", ({ transit }) => transit?.actual.most ?? null),
    decimal("Median planned, days", "计划天数中位数", ({ transit }) => transit?.planned.median ?? null),
  ],
  eta: [
    shipments,
    count("Within", "容差内", ({ eta }) => eta?.within ?? null),
    count("Early", "提前", ({ eta }) => eta?.early ?? null),
    count("Late", "延误", ({ eta }) => eta?.late ?? null),
    count("Not known", "未知", ({ eta }) => eta?.unknown ?? null),
    decimal("One in ten, days off", "一成（偏差天数）", ({ eta }) => eta?.p10 ?? null),
    decimal("Median days off", "偏差天数中位数", ({ eta }) => eta?.median ?? null),
    decimal("Nine in ten, days off", "九成以内（偏差天数）", ({ eta }) => eta?.p90 ?? null),
  ],
  milestones: milestoneColumns,
};

/** Columns of what was billed in the currency. */
function billColumns(currency: string, { groupBy, thenBy }: Asked): Column[] {
  const own = ({ spend }: ReportMeasures) => spend?.sums.find((sum) => sum.currency === currency);
  const money = (en: string, zh: string, of: (row: ReportMeasures) => string | null | undefined) =>
    decimal(`${en}, ${currency}`, `${zh}（${currency}）`, (row) => of(row) ?? null);
  const isByCharge = groupBy === "charge" || thenBy === "charge";
  return [
    ...(isByCharge ? [] : [shipments]),
    count("Billed shipments", "已开票运单", (row) => own(row)?.shipments ?? 0),
    money("Billed", "开票金额", (row) => own(row)?.net),
    ...(isByCharge
      ? []
      : [
          count("With a quote", "有报价的运单", (row) => own(row)?.compared ?? null),
          money("Quoted", "报价金额", (row) => own(row)?.quoted),
          money("Billed of these", "其开票金额", (row) => own(row)?.billed),
          money("Difference", "差额", (row) => {
            const { quoted, billed } = own(row) ?? {};
            return quoted && billed ? subtract(billed, quoted) : null;
          }),
        ]),
  ];
}

/** The rights that the file's costs of free time needed. */
function costsIn({ freeTime }: ReportMeasures): SavedReport["costs"] {
  const costs = freeTime?.costs ?? [];
  if (costs.length === 0) return undefined;
  return [
    ...(costs.some(({ charged }) => charged !== null) ? ["charges" as const] : []),
    ...(costs.some(({ billedShipments }) => billedShipments !== null) ? ["bills" as const] : []),
  ];
}

function columnsFor(asked: Asked, all: ReportMeasures): readonly Column[] {
  const { report, currency } = asked;
  if (report === "spend") return billColumns(currency ?? all.spend?.sums[0]?.currency ?? "", asked);
  if (report !== "freeTime") return columnsOf[report];
  const costs = all.freeTime?.costs;
  return freeTimeColumns(costs ? (currency ?? costs[0]?.currency ?? null) : null);
}

/** The figures of a report as the page shows them, its sums last; the months are named in the file's name. */
export async function reportFile(asked: Asked, context: CallerContext): Promise<FileAnswer> {
  const { language } = context;
  const found = await runReport(asked, context);
  const columns = columnsFor(asked, found.all);
  const { groupBy, thenBy } = asked;
  const labelOf = ({ key, name }: GroupRow, group: ReportGroup) => {
    if (key === "") return words.notStated[language];
    return group === "mode" ? modeTexts[key as JobMode][language] : (name ?? key);
  };
  const all = words.all[language];
  const further = words.rest[language];
  const cells = (
    labels: [string, string],
    row: ReportMeasures,
    before: ReportMeasures | null | undefined,
  ): Cell[] => [
    ...labels.slice(0, thenBy ? 2 : 1),
    ...columns.map(({ cell }) => cell(row)),
    ...(asked.isCompared ? columns.map(({ cell }) => (before ? cell(before) : null)) : []),
  ];
  const rows = [
    ...found.rows.flatMap((row) => {
      const label = labelOf(row, groupBy);
      return [
        cells([label, all], row, row.before),
        ...(row.below ?? []).map((each) => cells([label, labelOf(each, thenBy!)], each, each.before)),
        ...(row.belowRest ? [cells([label, further], row.belowRest, null)] : []),
      ];
    }),
    ...(found.rest ? [cells([further, all], found.rest, null)] : []),
    cells([all, all], found.all, found.all.before),
  ];
  async function* batches() {
    yield rows;
  }
  const column = ({ heading, kind }: Column, isBefore: boolean): TableColumn => ({
    heading: isBefore ? `${heading[language]} (${words.before[language]})` : heading[language],
    width: 18,
    ...(kind && { kind }),
  });
  const file = tableFile(asked.format, {
    fileName: `${asked.report}-${asked.monthFrom}-${asked.monthTo}`,
    sheetName: sheets[asked.report][language],
    columns: [
      ...[groupBy, ...(thenBy ? [thenBy] : [])].map((group) => ({
        ...{ heading: groupHeads[group][language], width: 36 },
      })),
      ...columns.map((each) => column(each, false)),
      ...(asked.isCompared ? columns.map((each) => column(each, true)) : []),
    ],
    batches: batches(),
  });
  return keepFile({ ...asked, costs: costsIn(found.all) }, { file, shipments: found.all.shipments }, context);
}
