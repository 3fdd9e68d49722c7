import type { FreeDayNews } from "#app/contract/notification-code.ts";
import type { Language } from "#app/contract/user.ts";
import { message } from "../texts/message.ts";

/** A changed last free day in words, for mails and news alike: the container, who stated it, the new day and the old one. */
export function freeDayText(
  { containerNumber: container, type, source, sender, before, day }: FreeDayNews,
  language: Language,
): string {
  const by = message(`newsStatedBy${source}`, language);
  const who = sender ? message("newsStatedBySender", language, { source: by, sender }) : by;
  const values = { container, type: message(`newsFreeTime${type}`, language), who };
  if (day === null) return message("newsFreeDayGone", language, { ...values, before: before ?? "" });
  if (before === null) return message("newsFreeDay", language, { ...values, day });
  return message("newsFreeDayBefore", language, { ...values, day, before });
}
