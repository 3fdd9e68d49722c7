import type en from "../en/billing-list.ts";
import type { Translation } from "../translation.ts";

export default {
  caption: "账单",
  statusTabs: "状态",
  clear: "清除",
  empty: {
    noneTitle: "还没有账单",
    noneText: "货代开具账单后会显示在这里。",
    filteredTitle: "没有符合条件的账单",
    filteredText: "请去掉一个筛选条件，或选择其他日期。",
  },
} satisfies Translation<typeof en>;
