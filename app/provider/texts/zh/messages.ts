import type { messages as english } from "../en/messages.ts";

export const messages: Record<keyof typeof english, string> = {
  inquirySent: "此表单已提交，未重复发起咨询",
  emptyMessage: "不能发送空信息",
  fileUnknown: "文件已不存在或属于其他消息，请重新添加",
  referenceUnknown: "未找到该编号",
};
