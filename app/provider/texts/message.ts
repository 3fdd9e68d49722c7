import type { Language } from "#app/contract/user.ts";
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

/**
 * Texts that the provider shows to people: envelope messages, mails, and chat messages that it writes for
 * them. By language and noun; values are written in {braces}.
 */
export type MessageKey = keyof typeof en;

const texts: Record<Language, Record<MessageKey, string>> = { en, zh };

/** The text in the given language; `{name}` is replaced from `values`. */
export function message(
  key: MessageKey,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A stored name as screens show it: it is empty when the person's account was deleted. */
export function personName(name: string, language: Language): string {
  return name || message("formerMember", language);
}

/** The event that a mail reports: subject and body are a pair of texts. */
export type MailKind =
  Extract<MessageKey, `mail${string}Subject`> extends `${infer Kind}Subject` ? Kind : never;

/** Subject and body of a mail in the reader's language. */
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
