import { RULE_TEXT_MAX, type RuleKind, ruleChoices, ruleDays } from "#app/contract/notification-code.ts";
import { cleanContainerNumber } from "./container-number.ts";

/** A condition of a notification: a kind and its value as text. */
export interface NotificationRule {
  kind: RuleKind;
  value: string;
}

export type RuleFault = "empty" | "tooLong" | "choice" | "days" | "container";

export const isChoiceRule = (kind: RuleKind): kind is keyof typeof ruleChoices =>
  Object.hasOwn(ruleChoices, kind);
export const isDayRule = (kind: RuleKind): kind is keyof typeof ruleDays => Object.hasOwn(ruleDays, kind);

/** The value in its stored form, or what is wrong with it. Whether a place exists only the provider knows. */
export function readRule({ kind, value }: NotificationRule): { value: string } | { fault: RuleFault } {
  const text = value.trim();
  if (text === "") return { fault: "empty" };
  if (text.length > RULE_TEXT_MAX) return { fault: "tooLong" };
  if (isChoiceRule(kind)) {
    const isKnown = (ruleChoices[kind] as readonly string[]).includes(text);
    return isKnown ? { value: text } : { fault: "choice" };
  }
  if (isDayRule(kind)) {
    const [least, most] = ruleDays[kind];
    const days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
    return days >= least && days <= most ? { value: String(days) } : { fault: "days" };
  }
  if (kind === "container") {
    const number = cleanContainerNumber(text);
    return /^[A-Z]{4}\d{7}$/.test(number) ? { value: number } : { fault: "container" };
  }
  return { value: text };
}
