import type en from "../en/file-encoding.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "{{file}}：哪一种文字显示正确？",
  lead: "文件编码不是 UTF-8。请选择文字显示正确的编码。",
  line: "第 {{line}} 行：{{text}}",
  name: {
    "windows-1252": "西欧（代码页 1252）",
    gb18030: "简体中文（国标 18030）",
    big5: "繁体中文（大五码）",
    shift_jis: "日文（代码页 932）",
  },
  read: "按此编码读取",
  missing: "请选择编码",
} satisfies Translation<typeof en>;
