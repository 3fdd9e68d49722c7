import type en from "../en/booking-view.ts";
import type { Translation } from "../translation.ts";

export default {
  lacking: "以下内容缺失或有误",
  warnings: "请再核对以下内容，它们不影响提交",
  attachments: "附件",
  submit: "提交订舱",
  edit: "继续编辑",
} satisfies Translation<typeof en>;
