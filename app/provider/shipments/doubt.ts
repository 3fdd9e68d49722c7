import type { Language } from "#app/contract/user.ts";
import type { StoredDoubt } from "../db/schema.ts";
import { type MessageKey, message } from "../texts/message.ts";

/** Why an event is kept in quarantine, to be written in the language of its reader. */
export interface Doubt extends StoredDoubt {
  key: Extract<MessageKey, `doubt${string}`>;
}

export const wrongWaybill = ({ number, expected }: { number: string; expected: string }): Doubt => ({
  key: "doubtAirWaybill",
  values: { number, digit: expected },
});

export function doubtText({ key, values, line }: Doubt, language: Language): string {
  const reason = message(key, language, values);
  return line ? message("doubtInLine", language, { line: line.number, text: line.text, reason }) : reason;
}
