import type { doubts as english } from "../en/doubts.ts";

export const doubts: Record<keyof typeof english, string> = {
  doubtFuture: "事件标为已发生，但时间在未来",
  doubtMadeInFuture: "报文的生成时间在未来",
  doubtMadeBefore: "报文的生成时间比所述事件早数年",
  doubtBeforeBooking: "事件的发生时间早于运单的订舱时间",
  doubtPlace: "{field}：{code} 不属于任何国家的地点",
  doubtAirport: "{field}：{code} 不是已知的机场",
  doubtContainer: "集装箱号 {number} 的末位应为 {digit}",
  doubtAirWaybill: "空运单号 {number} 的末位应为 {digit}",
  doubtCode: "{field} 不是已知的代码",
  doubtNoneOf: "{field} 不是下列任何一个：{codes}",
  doubtWord: "{field} 不是已知的词",
  doubtOldDay: "无论指哪一年，{field} 都在半年多以前",
  doubtInLine: "第 {line} 行“{text}”：{reason}",
};
