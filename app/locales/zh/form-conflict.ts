import type en from "../en/form-conflict.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "您打开此页后，内容已被修改",
  text: "您没有改动的字段显示的是目前保存的内容。",
  field: "字段",
  mine: "您的内容",
  theirs: "目前保存的内容",
  empty: "空",
  keepMine: "用我的内容覆盖",
  takeTheirs: "放弃我的内容",
} satisfies Translation<typeof en>;
