import type en from "../en/calendar.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "日历地址",
  link: "日历地址",
  text: "通过此地址，您的日历程序可显示运单的到港时间、截止时间、派送预约和免费期最后一天，并保持更新。条目只含单号、地点和日期，不含各方和金额。",
  secret: "持有此地址的人都能看到这些条目。请勿外传；如被他人看到，请更新地址。",
  off: "您还没有日历地址。",
  on: "您的日历地址生成于 {{made}}。地址仅在生成时显示。",
  fetched: "日历程序最近一次读取：{{time}}。",
  unfetched: "尚无日历程序读取。",
  scope: { legend: "哪些运单", FOLLOWED: "我关注的运单", ALL: "我能看到的全部运单" },
  make: "生成地址",
  save: "保存",
  renew: "更新地址",
  renewText: "生成新地址；当前地址立即失效。",
  revoke: "停用地址",
  revokeText: "地址立即失效。日历中已有的条目会保留，直到您自行删除。",
  made: {
    title: "地址已生成",
    text: "请在日历程序中选择“从互联网订阅”或“通过 URL 订阅”。地址只显示这一次。",
    label: "日历地址",
    back: "完成",
  },
  over: "此日历地址已失效",
  flash: { saved: "日历已更改", revoked: "日历地址已停用" },
} satisfies Translation<typeof en>;
