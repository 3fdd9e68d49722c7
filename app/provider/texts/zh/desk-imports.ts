import type { deskImports as english } from "../en/desk-imports.ts";

export const deskImports: Record<keyof typeof english, string> = {
  deskFileHead: "首行须为列名。货运需要：{shipments}；节点需要：{milestones}",
  deskCustomerUnknown: "没有此名称或代码的客户",
  deskCustomerTwice: "多个客户使用此名称，请填写代码",
  deskCustomerOther: "该货运属于其他客户",
  deskModeUnknown: "应为空运、海运或陆运",
  deskModeChange: "已有货运的运输方式不同，导入不更改运输方式",
  deskCodeUnknown: "无法识别，写法见示例文件",
  deskPartyStays: "货运保留 {name}，导入不更改",
  deskTimeUnknown: "应为日期或时间，如 2026-12-04 10:00",
  deskContainerType: "{number}：请在其后写明箱型，如 CSQU3054383/45G1",
  deskContainersMany: "一票货运最多 {most} 个集装箱",
  deskDigit: "{number}：校验码应为 {expected}",
  deskNumberOdd: "{number} 的格式不符",
  deskClassifierUnknown: "应为实际、预计或计划",
  deskMilestoneUnknown: "此运输方式没有该名称或代码的节点",
  deskRowTwice: "与第 {line} 行相同",
  deskImported: "自 {file} 导入",
  deskImportDone: "{actor} 已执行此导入",
  deskImportOther: "此文件的结果已有变化，请查看现在的结果",
  deskImportNothing: "没有可导入的内容",
};
