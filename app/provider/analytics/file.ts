import { Readable } from "node:stream";
import type { z } from "zod";
import {
  type analyticsFile,
  type GroupRow,
  type ReportGroup,
  type ReportKind,
  type ReportMeasures,
  volumeMeasures,
} from "#app/contract/analytics.ts";
import type { ReportFormat } from "#app/contract/list-file.ts";
import type { SavedReport } from "#app/contract/report-template.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import { formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import { add, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { PDF_TYPE } from "../output/pdf-sheet.ts";
import { tableFile } from "../output/table-file.ts";
import { type Cell, XLSX_TYPE } from "../output/xlsx-stream.ts";
import { modeTexts } from "../shipments/export-text.ts";
import { message } from "../texts/message.ts";
import { emissionNotes } from "./emission-file.ts";
import {
  type Column,
  count,
  decimal,
  freeTimeColumns,
  milestoneColumns,
  money,
  shipments,
} from "./file-columns.ts";
import { fileFacts } from "./file-facts.ts";
import type { FileColumn, FileRow, FileTable } from "./file-table.ts";
import { runReport } from "./report.ts";
import { reportPdf } from "./report-pdf.ts";
import { keepFile } from "./run-log.ts";
import { reportWorkbook } from "./workbook.ts";

type Words = Record<Language, string>;
type FileRequest = z.output<typeof analyticsFile.request>;
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
  transit: { en: "Transit time", zh: "运输时间" },
  eta: { en: "ETAs", zh: "ETA 准确度" },
  milestones: { en: "Milestones", zh: "节点" },
  freeTime: { en: "Free time", zh: "免费期" },
  spend: { en: "Billed", zh: "费用" },
  emissions: { en: "Emissions", zh: "排放" },
};
const words = {
  all: { en: "All together", zh: "合计" },
  rest: { en: "Further ones together", zh: "其余合计" },
  notStated: { en: "Not stated", zh: "未注明" },
  before: { en: "before", zh: "之前" },
} satisfies Record<string, Words>;

const emission = (en: string, zh: string, of: (row: Emissions) => string | null): Column =>
  decimal(en, zh, ({ emissions }) => (emissions ? of(emissions) : null));
type Emissions = NonNullable<ReportMeasures["emissions"]>;

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
  emissions: [
    shipments,
    count("Counted", "已计入", ({ emissions }) => emissions?.counted ?? null),
    count("No figure possible", "无法计算", ({ emissions }) => emissions?.missing ?? null),
    count("No figure yet", "尚未计算", ({ emissions }) => emissions?.waiting ?? null),
    emission("Tank to wheel, kg CO2e", "油箱到车轮（kg CO2e）", ({ ttwKg }) => ttwKg),
    emission("Well to tank, kg CO2e", "油井到油箱（kg CO2e）", ({ wttKg }) => wttKg),
    emission("Well to wheel, kg CO2e", "油井到车轮（kg CO2e）", ({ ttwKg, wttKg }) =>
      ttwKg && wttKg ? add(ttwKg, wttKg) : null,
    ),
    emission("From, kg CO2e", "下限（kg CO2e）", ({ lowKg }) => lowKg),
    emission("To, kg CO2e", "上限（kg CO2e）", ({ highKg }) => highKg),
    emission("Radiative forcing besides, kg CO2e", "另计辐射强迫（kg CO2e）", ({ rfKg }) => rfKg),
    emission("Transport activity, t·km", "运输周转量（t·km）", ({ tkm }) => tkm),
    emission("g CO2e for each t·km", "每 t·km 的 CO2e（g）", ({ gramsPerTkm }) => gramsPerTkm),
  ],
  milestones: milestoneColumns,
};

/** Columns of what was billed in the currency. */
function billColumns(currency: string, { groupBy, thenBy }: FileRequest): Column[] {
  const own = ({ spend }: ReportMeasures) => spend?.sums.find((sum) => sum.currency === currency);
  const amount = (...column: [en: string, zh: string, of: Parameters<typeof money>[3]]) =>
    money(currency, ...column);
  const isByCharge = groupBy === "charge" || thenBy === "charge";
  return [
    ...(isByCharge ? [] : [shipments]),
    count("Billed shipments", "已开票运单", (row) => own(row)?.shipments ?? 0),
    amount("Billed", "开票金额", (row) => own(row)?.net),
    ...(isByCharge
      ? []
      : [
          count("With a quote", "有报价的运单", (row) => own(row)?.compared ?? null),
          amount("Quoted", "报价金额", (row) => own(row)?.quoted),
          amount("Billed of these", "其开票金额", (row) => own(row)?.billed),
          amount("Difference", "差额", (row) => {
            const { quoted, billed } = own(row) ?? {};
            return quoted && billed ? subtract(billed, quoted) : null;
          }),
        ]),
  ];
}

/** Columns that the chart shows, of those of the report; parts of one whole stand side by side. */
function chartOf({ report, groupBy, thenBy, show = "shipments" }: FileRequest): {
  charted: number[];
  isStacked: boolean;
} {
  if (groupBy === "days") return { charted: [0], isStacked: false };
  if (report === "volume") return { charted: [volumeMeasures.indexOf(show)], isStacked: false };
  if (report === "punctuality" || report === "eta") return { charted: [1, 2, 3, 4], isStacked: true };
  if (report === "transit") return { charted: [2, 3], isStacked: false };
  if (report === "emissions") return { charted: [4, 5], isStacked: true };
  if (report === "milestones" || report === "freeTime") return { charted: [1, 2, 3, 4], isStacked: true };
  return { charted: [groupBy === "charge" || thenBy === "charge" ? 1 : 2], isStacked: false };
}

/** The month of now on the clock of the question; places are ahead of each other by a day at most. */
function presentMonth({ clock }: FileRequest, now: Date): string {
  const named = readClock(clock);
  return formatDay(now, named === PLACE_CLOCK ? WIRE_ZONE : named)!.slice(0, "YYYY-MM".length);
}

async function fileOf(format: ReportFormat, table: FileTable, language: Language): Promise<FileAnswer> {
  const { fileName } = table;
  if (format === "pdf")
    return { fileName: `${fileName}.pdf`, contentType: PDF_TYPE, body: reportPdf(table, language) };
  if (format === "xlsx")
    return {
      fileName: `${fileName}.xlsx`,
      contentType: XLSX_TYPE,
      body: Readable.from([await reportWorkbook(table)], { objectMode: false }),
    };
  async function* batches() {
    yield [...table.rows.map(({ cells }) => cells), ...table.sums];
  }
  return tableFile(format, {
    fileName,
    sheetName: table.title,
    columns: table.columns.map(({ heading, kind }) => ({
      heading,
      width: 18,
      ...(kind === "decimal" && { kind }),
    })),
    batches: batches(),
  });
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

/** The currency of the amounts in the file. */
const currencyIn = ({ currency }: FileRequest, { spend, freeTime }: ReportMeasures): string =>
  currency ?? spend?.sums[0]?.currency ?? freeTime?.costs?.[0]?.currency ?? "";

function columnsFor(question: FileRequest, all: ReportMeasures): readonly Column[] {
  const currency = currencyIn(question, all);
  if (question.report === "spend") return billColumns(currency, question);
  if (question.report !== "freeTime") return columnsOf[question.report];
  return freeTimeColumns(all.freeTime?.costs ? currency || null : null);
}

/** The figures of a report as the page shows them, its sums last; the months are named in the file's name. */
export async function reportFile(
  question: FileRequest,
  context: CallerContext,
  noting: CallerContext,
): Promise<FileAnswer> {
  const { language } = context;
  const answer = await runReport(question, context);
  const columns = columnsFor(question, answer.all);
  const { groupBy, thenBy } = question;
  const labelOf = ({ key, name }: GroupRow, group: ReportGroup) => {
    if (key === "") return words.notStated[language];
    return group === "mode" ? modeTexts[key as JobMode][language] : (name ?? key);
  };
  const isByMonth = groupBy === "month";
  const present = isByMonth ? presentMonth(question, context.now) : null;
  const isOpen = present !== null && question.monthTo >= present;
  const remark = (key: string) =>
    !isOpen || key < present ? null : message(key > present ? "reportNotBegun" : "reportSoFar", language);
  const all = words.all[language];
  const further = words.rest[language];
  const cells = (
    labels: [string, string],
    row: ReportMeasures,
    before: ReportMeasures | null | undefined,
    monthNote: string | null = null,
  ): Cell[] => [
    ...labels.slice(0, thenBy ? 2 : 1),
    ...columns.map(({ cell }) => cell(row)),
    ...(question.isCompared ? columns.map(({ cell }) => (before ? cell(before) : null)) : []),
    ...(isOpen ? [monthNote] : []),
  ];
  const rows = answer.rows.flatMap((row): FileRow[] => {
    const label = labelOf(row, groupBy);
    const within = [
      ...(row.below ?? []).map((each) => cells([label, labelOf(each, thenBy!)], each, each.before)),
      ...(row.belowRest ? [cells([label, further], row.belowRest, null)] : []),
    ];
    return [
      { cells: cells([label, all], row, row.before, remark(row.key)), isWithin: false },
      ...within.map((each) => ({ cells: each, isWithin: true })),
    ];
  });
  const column = ({ heading, kind, currency: money }: Column, isBefore: boolean): FileColumn => ({
    heading: isBefore ? `${heading[language]} (${words.before[language]})` : heading[language],
    ...(kind && { kind }),
    ...(money && { currency: money }),
  });
  const { charted, isStacked } = chartOf(question);
  const labels = thenBy ? 2 : 1;
  const { facts, notes } = fileFacts(
    question,
    {
      found: answer,
      currency: currencyIn(question, answer.all),
      groups: [groupBy, ...(thenBy ? [thenBy] : [])].map((group) => groupHeads[group][language]).join(", "),
    },
    context,
  );
  const table: FileTable = {
    facts,
    notes:
      question.report === "emissions"
        ? [...notes, ...(await emissionNotes(question, answer, context))]
        : notes,
    title: sheets[question.report][language],
    fileName: `${question.report}-${question.monthFrom}-${question.monthTo}`,
    columns: [
      ...[groupBy, ...(thenBy ? [thenBy] : [])].map((group) => ({
        heading: groupHeads[group][language],
        ...(group === "month" && { kind: "month" as const }),
      })),
      ...columns.map((each) => column(each, false)),
      ...(question.isCompared ? columns.map((each) => column(each, true)) : []),
      ...(isOpen ? [{ heading: message("reportRemark", language), kind: "words" as const }] : []),
    ],
    labels,
    rows,
    sums: [
      ...(answer.rest ? [cells([further, all], answer.rest, null)] : []),
      cells([all, all], answer.all, answer.all.before),
    ],
    chart: { columns: charted.map((index) => index + labels), isStacked },
    words: {
      about: message("reportAbout", language),
      chart: message("reportChart", language),
      unit: question.report === "emissions" ? "kg CO2e" : shipments.heading[language],
    },
  };
  const file = await fileOf(question.format, table, language);
  return keepFile(
    { ...question, costs: costsIn(answer.all) },
    { file, shipments: answer.all.shipments },
    noting,
  );
}
