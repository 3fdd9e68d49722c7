import type en from "../en/delivery-list.ts";
import type { Translation } from "../translation.ts";

export default {
  caption: "派送",
  statusTabs: "状态",
  clear: "清除",
  empty: {
    noneTitle: "暂无派送",
    noneText: "拖车公司为您的货物约定派送时间后，会显示在此处。",
    filteredTitle: "没有符合条件的派送",
    filteredText: "请去掉某个筛选条件，或选择其他日期。",
  },
} satisfies Translation<typeof en>;
