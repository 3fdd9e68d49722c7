import type { Language } from "#app/contract/user.ts";

/** What the provider says to people, in both languages: envelope messages and mails. Values stand in {braces}. */
const messages = {
  ok: { en: "OK", zh: "成功" },
  forbidden: { en: "You are not allowed to do this", zh: "您没有执行此操作的权限" },
  notFound: { en: "Not found", zh: "未找到" },
  invalid: { en: "Some fields are not filled in correctly", zh: "部分字段填写有误" },
  failure: { en: "Something went wrong at our end", zh: "我们的系统出现了问题" },
} as const satisfies Record<string, Record<Language, string>>;
export type MessageKey = keyof typeof messages;

export function message(
  key: MessageKey,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return messages[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
