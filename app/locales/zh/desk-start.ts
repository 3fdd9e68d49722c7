import type en from "../en/desk-start.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "运单管理",
  make: { title: "创建运单", text: "由已接受的订舱创建：在待办中打开该订舱。" },
  import: { title: "导入", text: "由 CSV 或 XLSX 文件导入运单和节点。" },
  system: { title: "贵方系统的导入", text: "贵方系统通过接口或文件发送的内容，以及被拒收的部分。" },
  merge: { title: "合并重复运单", text: "同一客户被重复创建的运单。" },
  tariffs: { title: "免箱期费率", text: "各客户的滞港费与滞箱费。" },
  names: { title: "承运人和船舶", text: "添加未匹配的名称，或指明所指的承运人。" },
  events: { title: "未归属的节点", text: "匹配节点，并添加尚未收录的地点。" },
  list: { title: "全部运单", text: "与客户所见相同的列表，涵盖所有公司。" },
} satisfies Translation<typeof en>;
