import type en from "../en/shipment-list.ts";
import type { Translation } from "../translation.ts";

export default {
  keyword: "分单号、主单号、PO 号或箱号",
  statusTabs: "视图",
  clear: "清除全部筛选",
  columns: "列设置",
  columnsLegend: "显示的列",
  rowsLegend: "行",
  columnsApply: "显示所选列",
  columnsDefault: "恢复默认列",
  follow: "关注",
  unfollow: "取消关注",
  caption: "运单列表",
  empty: {
    filteredTitle: "没有符合条件的运单",
    filteredText: "请核对号码，或减少筛选条件。",
    noneTitle: "暂无运单",
    noneText: "货代受理订舱后，运单会显示在这里。",
    depthText: "翻页最多到第 10,000 条，请缩小筛选范围或导出列表。",
  },
} satisfies Translation<typeof en>;
