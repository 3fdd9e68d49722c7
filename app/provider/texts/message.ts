import type { Language } from "#app/contract/user.ts";
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

/**
 * What the provider says to people: envelope messages, mails, messages that it writes in their name. By language and noun;
 * values stand in {braces}.
 */
export type MessageKey = keyof typeof en;

const texts: Record<Language, Record<MessageKey, string>> = { en, zh };

/** The text in the caller's language; `{name}` is filled in from `values`. */
export function message(
  key: MessageKey,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What a mail is about: its subject and its text are a pair of messages. */
export type MailKind =
  Extract<MessageKey, `mail${string}Subject`> extends `${infer Kind}Subject` ? Kind : never;

/** Subject and text of a mail in the language of its reader. */
export function mailTexts(
  kind: MailKind,
  language: Language,
  values: Record<string, string | number>,
): { subject: string; body: string } {
  return {
    subject: message(`${kind}Subject`, language, values),
    body: message(`${kind}Body`, language, values),
  };
}
