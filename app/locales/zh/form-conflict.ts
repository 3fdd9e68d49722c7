import type en from "../en/form-conflict.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "其他人刚刚修改了这里的内容",
  text: "以下字段你们都做了修改，尚未覆盖任何内容。您没有改动的字段显示的是目前保存的内容。",
  field: "字段",
  mine: "您的内容",
  theirs: "目前保存的内容",
  empty: "空",
  keepMine: "用我的内容覆盖",
  takeTheirs: "放弃我的内容",
} satisfies Translation<typeof en>;
