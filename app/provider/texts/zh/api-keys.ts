import type { apiKeys as english } from "../en/api-keys.ts";

export const apiKeys: Record<keyof typeof english, string> = {
  mailKeyEndingSubject: "密钥“{key}”将于 {day} 到期",
  mailKeyEndingBody:
    "{name}，您好：\n\n密钥“{key}”（末尾字符：{hint}）将于 {ends}（UTC+8）到期。此后，使用该密钥的程序将被拒绝。\n\n创建人：{maker}\n最近使用：{used}\n\n如仍需使用该程序，请创建新密钥并配置到程序中，然后撤销旧密钥。贵公司的密钥见：\n\n{link}\n",
  keyEndingUsed: "{at}（UTC+8）",
  keyEndingUnused: "从未使用",
};
