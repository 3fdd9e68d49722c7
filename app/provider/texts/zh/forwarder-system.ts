import type { forwarderSystem as english } from "../en/forwarder-system.ts";

export const forwarderSystem: Record<keyof typeof english, string> = {
  systemMoment: "应为带时差的时间，如 2026-11-20T08:30:00+08:00",
  systemTwice: "第 {line} 行已有此编号",
  systemOtherRecord: "贵方系统的记录 {reference} 已对应此项",
  systemMilestoneOther: "此编号属于其他节点或货运，请使用单独的编号",
  systemCell: "应为文本或数字",
  systemAmount: "应为数字，如 1250.50",
  systemDay: "应为日期，如 2026-12-04",
  systemInvoiceStays: "账单已开具，不能更改：请为其发送贷项通知单",
  systemPaidLess: "此处已付 {paid} {currency}：请在工作台撤回付款",
  systemNotMore: "超过账单余额：{left} {currency}",
  systemSums: "净额、税额与总额须同时发送，或均不发送",
  systemLines: "账单须有 1 至 {most} 行",
  systemCurrency: "应为币种代码，如 EUR",
  systemReportLine: "行",
  systemReportReference: "来源编号",
  systemReportName: "号码",
  systemReportField: "字段",
  systemReportReason: "原因",
};
