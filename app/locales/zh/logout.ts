import type en from "../en/logout.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "退出登录",
  question: "确定要退出登录吗？",
  signedInAs: "您当前以 {{name}} 登录。",
  unsent: "您有 {{count}} 条内容尚未发送。请等待发送完成，或选择丢弃。",
  discard: "丢弃并退出登录",
  wait: "等待",
  confirm: "退出登录",
  cancel: "取消",
} satisfies Translation<typeof en>;
