import type en from "../en/quote-list.ts";
import type { Translation } from "../translation.ts";

export default {
  caption: "报价",
  request: "询价",
  keyword: "报价号、标签、起运地或目的地",
  clear: "清除",
  statusTabs: "状态",
  empty: {
    noneTitle: "暂无报价",
    noneText: "询价后，将在 24-48 小时内答复。",
    noneTextReadOnly: "贵公司询价后将显示在此处。",
    filteredTitle: "没有符合条件的报价",
    filteredText: "请减少筛选条件，或搜索其他号码或地点。",
  },
} satisfies Translation<typeof en>;
