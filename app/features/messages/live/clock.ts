/** Times of messages that only this browser knows, on the clock on which the server shows the others. */

/** Product 9.3: YYYY-MM-DD HH:mm:ss, as Swedish writes it. */
export const stampOf = (at: number, zone: string): string =>
  written(at, zone, "sv-SE", { dateStyle: "short", timeStyle: "medium" });

export const dayOf = (stamp = ""): string => stamp.slice(0, 10);

/** As the server's headings: "Friday 20 November 2026". */
export const headingOf = (at: number, zone: string, language: string): string =>
  written(at, zone, language === "zh" ? "zh-CN" : "en-GB", { dateStyle: "full" });

function written(at: number, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at);
}
