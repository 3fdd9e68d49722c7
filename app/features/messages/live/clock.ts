import { dayInWords } from "#app/lib/day-in-words.ts";
import type { MomentView } from "#app/lib/moment.ts";

/** Times of messages that only this browser knows, on the clock on which the server shows the others. */

/** Product 9.3: YYYY-MM-DD HH:mm:ss, as Swedish writes it. */
export function momentAt(at: number, timeZone: string): MomentView {
  const written = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at);
  const text = written("sv-SE", { dateStyle: "short", timeStyle: "medium" });
  // "20/11/2026, GMT+08:00"; Greenwich alone has no number.
  const offset = written("en-GB", { timeZoneName: "longOffset" }).split("GMT")[1] || "+00:00";
  return { text, stamp: `${text} UTC${offset}` };
}

export const dayOf = (moment?: MomentView): string => moment?.text.slice(0, 10) ?? "";

/** As the server's headings. @param now what time it is */
export const headingOf = (moment: MomentView, now: MomentView, language: string): string =>
  dayInWords(dayOf(moment), language, dayOf(now).slice(0, 4));
