import type { exportJobs as english } from "../en/export-jobs.ts";

export const exportJobs: Record<keyof typeof english, string> = {
  exportListshipments: "运单",
  exportListquotes: "报价",
  exportListbookings: "订舱",
  exportListdeliveries: "末端派送",
  exportListinvoices: "账单",
  exportListmembers: "成员",
  exportListaddresses: "地址簿",
  exportListreport: "报表",
  exportListemissions: "运单排放",
  exportQueued: "列表较长：正在后台生成文件，完成后会通知您",
  exportsWaiting: "您还有 {count} 个导出在排队。请等其中一个完成后再试，或移除一个",
  exportGone: "该文件已无法下载。请重新导出",
  exportNotReady: "文件尚未生成",
  exportRightsChanged: "生成此文件时的权限已变更。请重新导出",
  mailExportReadySubject: "您的导出文件已生成：{list}",
  mailExportReadyBody:
    "{name}，您好：\n\n您申请导出的文件已生成：{list}，共 {rows} 行。登录后可下载，截止 {until}（UTC+8）：\n\n{link}\n\n到期后可在同一页面重新导出。\n",
  mailExportFailedSubject: "您的导出未能完成：{list}",
  mailExportFailedBody:
    "{name}，您好：\n\n您申请导出的文件（{list}）多次尝试后仍未能生成。您可以在此重新导出：\n\n{link}\n",
};
