import type { rates as english } from "../en/rates.ts";

export const rates: Record<keyof typeof english, string> = {
  rateFileHead: "首行须为列名，其中必须有：{columns}",
  rateImportDone: "该文件已导入",
  rateImportFaulty: "文件中有错误行，未导入任何内容",
  rateModeUnknown: "应为 空运、海运整箱、海运拼箱 或 卡车（AIR、OCEAN FCL、OCEAN LCL、TRUCK）",
  rateUnitUnknown: "应为 kg、计费吨、立方米、箱、票 或 %",
  rateCurrencyUnknown: "应为 CNY、USD、GBP 或 EUR",
  rateContainerUnknown: "不是箱型代码，如 45G1",
  rateDayUnknown: "应为日期，如 2026-12-31",
  rateDayOrder: "早于起始日期",
  rateNumber: "应为 0 至 {maximum} 的数字",
  ratePriceMissing: "须填写单价或重量分级运价",
  rateBreaksKg: "重量分级运价仅适用于单位 kg",
  rateBreakNormal: "缺少首个分级以下的运价（N）",
  rateTwice: "与第 {line} 行为同一费用，且有效期重叠",
};
