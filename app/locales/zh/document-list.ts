import type en from "../en/document-list.ts";
import type { Translation } from "../translation.ts";

export default {
  caption: "单证",
  statusTabs: "来源",
  clear: "清除",
  empty: {
    noneTitle: "还没有单证",
    noneText: "运单一有单证，就会显示在这里。",
    filteredTitle: "没有符合条件的单证",
    filteredText: "请去掉一个筛选条件，或选择其他日期。",
  },
} satisfies Translation<typeof en>;
