import type { Insertable } from "kysely";
import type { Database } from "../db/schema.ts";

type Row = Insertable<Database["emission_factor"]>;

/** `isChecked`: both parts were found alike in two places. */
const uk = (edition: number, isChecked: boolean) => ({
  edition,
  unit: "TKM" as const,
  source: `UK Government GHG Conversion Factors for Company Reporting ${edition} (DESNZ), freighting goods and WTT`,
  source_zh: `英国政府公司报告温室气体转换因子 ${edition} 年版（英国能源安全与净零部），货物运输与油井到油箱`,
  address: "https://www.gov.uk/government/collections/government-conversion-factors-for-company-reporting",
  licence: "Open Government Licence v3.0",
  licence_zh: "英国开放政府许可证第 3.0 版",
  is_checked: isChecked,
  is_shipped: true,
});

const STRAIGHT = "Multiplied by the distance without any addition.";
const STRAIGHT_ZH = "直接乘以距离，不加任何修正。";

/**
 * Factors that may be passed on: those of the UK's government. Where each figure was found, and which could be compared with a
 * second place, says app/decisions/analytics-and-dashboard.md. An edition is never changed: a later one is a row of its own.
 */
export const emissionFactors: Row[] = [
  {
    ...uk(2025, true),
    code: "UK-2025-VESSEL",
    mode: "VESSEL",
    ttw: "0.01612",
    wtt: "0.00365",
    low: "0.00815",
    high: "0.04508",
    vehicle: "Container ship, average of all sizes",
    vehicle_zh: "集装箱船，各船型平均",
    note: `${STRAIGHT} By size the same publication has 0.01553 (8,000 TEU and more) to 0.04508 (below 1,000 TEU). Others state less than half for the average fleet: 0.00815 by the GLEC Framework 3.2, as quoted by ecofreight.co; it is the lower end of the range.`,
    note_zh: `${STRAIGHT_ZH}同一出版物按船型给出 0.01553（8,000 TEU 及以上）至 0.04508（1,000 TEU 以下）。其他来源的平均值不到其一半：GLEC 框架 3.2 为 0.00815（转引自 ecofreight.co），作为范围下限。`,
  },
  {
    ...uk(2025, false),
    code: "UK-2025-TRUCK",
    mode: "TRUCK",
    ttw: "0.10163",
    wtt: "0.02359",
    low: "0.09188",
    high: "0.15112",
    vehicle: "Lorry, diesel, average size and load",
    vehicle_zh: "柴油货车，平均车型与载重",
    note: `${STRAIGHT} The same publication has 0.09188 for full lorries and 0.15112 for half full ones.`,
    note_zh: `${STRAIGHT_ZH}同一出版物中，满载货车为 0.09188，半载为 0.15112。`,
  },
  {
    ...uk(2025, false),
    code: "UK-2025-RAIL",
    mode: "RAIL",
    ttw: "0.02779",
    wtt: "0.00691",
    vehicle: "Freight train, diesel and electric",
    vehicle_zh: "货运列车，柴油与电力",
    note: `${STRAIGHT} Of trains in the United Kingdom.`,
    note_zh: `${STRAIGHT_ZH}英国境内列车。`,
  },
  {
    ...uk(2025, true),
    code: "UK-2025-AIR",
    mode: "AIR",
    ttw: "0.53130",
    wtt: "0.13516",
    rf: "0.36809",
    low: "0.66646",
    high: "0.96054",
    vehicle: "Freight flight, international",
    vehicle_zh: "国际货运航班",
    note: "Multiplied by the great-circle distance without any addition. The upper end of the range is the same publication's figure for short-haul flights. What radiative forcing adds is its figure with it less the one without.",
    note_zh:
      "直接乘以大圆距离，不加任何修正。范围上限为同一出版物的短途航班数值。辐射强迫增量为含与不含辐射强迫的数值之差。",
  },
  {
    ...uk(2026, false),
    code: "UK-2026-TRUCK",
    mode: "TRUCK",
    ttw: "0.10356",
    wtt: "0.02359",
    vehicle: "Lorry, diesel, average size and load",
    vehicle_zh: "柴油货车，平均车型与载重",
    note: STRAIGHT,
    note_zh: STRAIGHT_ZH,
  },
  {
    ...uk(2026, false),
    code: "UK-2026-RAIL",
    mode: "RAIL",
    ttw: "0.02583",
    wtt: "0.00691",
    vehicle: "Freight train, diesel and electric",
    vehicle_zh: "货运列车，柴油与电力",
    note: `${STRAIGHT} Of trains in the United Kingdom.`,
    note_zh: `${STRAIGHT_ZH}英国境内列车。`,
  },
];
