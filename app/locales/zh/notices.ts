import type en from "../en/notices.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "动态",
  lead: "已通过邮件或在此处告知您的内容。",
  kind: {
    rule: "按您的规则",
    quotePriced: "报价已出",
    quoteEnding: "报价明日到期",
    bookingAccepted: "订舱已接受",
    bookingConfirmed: "订舱已确认",
    bookingDeclined: "订舱被拒绝",
    changeAnswered: "变更申请已答复",
    invoiceDue: "账单到期",
    documentThere: "关注的运单有新单证",
    cutOffNear: "截止时间前尚有事项未完成",
    messageWaiting: "消息一小时未读",
    exportReady: "导出文件已生成",
    exportFailed: "导出文件未能生成",
    reportStopped: "已存报表停止发送",
  },
  unread: "新",
  mailed: "已发邮件",
  more: "另有 {{number}} 票",
  readAll: "全部标为已读",
  noneTitle: "暂无动态",
  noneText: "您的报价、订舱和消息的变化，以及按您的规则告知的内容，都列在这里。",
  settings: "无需规则即告知",
  settingsText: "与您本人有关的变化。未勾选的不告知。",
  save: "保存",
  rules: "通知设置",
  flash: { read: "已全部标为已读", saved: "已保存" },
} satisfies Translation<typeof en>;
