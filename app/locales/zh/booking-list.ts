import type en from "../en/booking-list.ts";
import type { Translation } from "../translation.ts";

export default {
  caption: "订舱",
  book: "订舱",
  templates: "我的模板",
  keyword: "订舱号、PO 号、SKU 号、相关方或地点",
  clear: "清除",
  statusTabs: "状态",
  empty: {
    noneTitle: "暂无订舱",
    noneText: "现在即可订舱：草稿可随时保存，无需填写完整。",
    noneTextReadOnly: "贵公司订舱后将显示在此处。",
    filteredTitle: "没有符合条件的订舱",
    filteredText: "请去掉筛选条件，或搜索其他编号、相关方或地点。",
  },
} satisfies Translation<typeof en>;
