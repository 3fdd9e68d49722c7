import type en from "../en/activity-page.ts";
import type { Translation } from "../translation.ts";

export default {
  caption: "操作人、操作内容与时间",
  statusTabs: "类型",
  clear: "清除",
  person: "人员",
  anyone: "所有人",
  from: "起始日期",
  to: "截止日期",
  show: "查看",
  back: "成员",
  empty: {
    noneTitle: "暂无记录",
    noneText: "贵公司成员的操作将显示在此处。",
    filteredTitle: "没有符合条件的记录",
    filteredText: "请减少筛选条件，或选择其他日期。",
  },
} satisfies Translation<typeof en>;
