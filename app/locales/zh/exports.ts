import type en from "../en/exports.ts";
import type { Translation } from "../translation.ts";

export default {
  format: { xlsx: "导出", csv: "CSV" },
  running: "正在获取：{{size}}",
  broken: "文件传输中断，未保存。请重试。",
} satisfies Translation<typeof en>;
