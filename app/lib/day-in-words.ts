// Also in the browser, for messages that the server does not know yet: this file imports nothing.

const formatters = new Map<string, Intl.DateTimeFormat>();

/** "Tue 1 Dec", "12月1日 周二" of a day "YYYY-MM-DD", with its year unless it is `year`. */
export function dayInWords(day: string, language: string, year: string): string {
  const isChinese = language === "zh";
  // British English writes "Sept" among months of three letters.
  const locale = isChinese ? "zh-CN" : "en-US";
  let formatter = formatters.get(locale);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, {
      timeZone: "UTC",
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
    });
    formatters.set(locale, formatter);
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatter.formatToParts(new Date(`${day}T12:00:00Z`))) parts[type] = value;
  const isOther = day.slice(0, 4) !== year;
  if (isChinese)
    return `${isOther ? `${parts.year}年` : ""}${parseInt(parts.month ?? "", 10)}月${parts.day}日 ${parts.weekday}`;
  return `${parts.weekday} ${parts.day} ${parts.month}${isOther ? ` ${parts.year}` : ""}`;
}
