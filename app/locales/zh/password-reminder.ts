import type en from "../en/password-reminder.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "您当前的密码已使用超过 90 天，请更新",
  text: "为了账户安全，请更新您的密码",
  now: "立即更新",
  later: "暂不更新",
} satisfies Translation<typeof en>;
