import type en from "../en/rate-pages.ts";
import type { Translation } from "../translation.ts";

export default {
  list: {
    title: "有效运价",
    keyword: "运价表、承运人或地点",
    search: "搜索",
    sheet: "运价表",
    carrier: "运输方式、承运人",
    lane: "航线",
    charges: "费用项",
    currency: "币种",
    days: "有效期",
    imported: "导入",
    none: "暂无运价",
    noneFits: "没有符合的运价",
    noneText: "导入运价表后，其航线的询价可一键报价。",
  },
  import: {
    title: "导入运价表",
    lead: "选择 CSV 或 XLSX 文件。在更改之前会先显示结果。同一运价表代码的运价将被整体替换，要么全部导入，要么不导入。",
    file: "文件",
    read: "读取文件",
    run: "启用这些运价",
    another: "选择其他文件",
    done: "返回运价",
    line: "行",
    why: "原因",
  },
} satisfies Translation<typeof en>;
