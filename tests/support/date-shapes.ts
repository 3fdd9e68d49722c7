/** The times that a page says, by the format that they have. */
const WEEKDAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const HOUR = String.raw`\d\d:\d\d`;

/** In this order: what one has matched is left out for the next ones. */
const shapes = {
  full: [String.raw`\b\d{4}-\d\d-\d\d ${HOUR}:\d\d\b`],
  machine: [String.raw`\b\d{4}-\d\d-\d\dT[\d:.]+`],
  column: [String.raw`\b\d{4}-\d\d-\d\d(?: ${HOUR})?\b`],
  spoken: [
    String.raw`\b${WEEKDAY} \d{1,2} ${MONTH}(?: \d{4})?\b`,
    String.raw`\b(?:today|yesterday|tomorrow), ${HOUR}\b`,
    String.raw`(?:\d{4}年)?\d{1,2}月\d{1,2}日 周.`,
    `(?:今天|昨天|明天) ${HOUR}`,
  ],
  // Not the word "Decide".
  monthFirst: [String.raw`\b(?!Decide\b)${MONTH}[a-z]* \d{1,2}\b`],
  dayMonth: [String.raw`\b\d{1,2} ${MONTH}[a-z]*\b`, String.raw`\d{1,2}月\d{1,2}日`],
  yearless: [String.raw`\b\d\d-\d\d ${HOUR}\b`],
  slashed: [String.raw`\b\d{1,2}/\d{1,2}/\d{2,4}\b`],
  seconds: [String.raw`\b${HOUR}:\d\d\b`],
} as const;
export type DateShape = keyof typeof shapes;

/** The text of a page's body, without what holds programs' texts. */
export function textOfMarkup(markup: string): string {
  return markup
    .replace(/^[\s\S]*?<body[^>]*>/, "")
    .replace(/<(script|style|pre|textarea|template|select|noscript)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/?(?:b|i|em|a|span|strong|time|bdi|tspan)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&amp;/g, "&");
}

/** The formats of the times in a text, each with an example and their number. */
export function dateShapes(text: string): Map<DateShape, { count: number; example: string }> {
  const found = new Map<DateShape, { count: number; example: string }>();
  let rest = text;
  for (const [shape, patterns] of Object.entries(shapes) as [DateShape, readonly string[]][]) {
    const all = new RegExp(patterns.join("|"), "gu");
    const matches = rest.match(all) ?? [];
    if (matches.length > 0) found.set(shape, { count: matches.length, example: matches[0]! });
    rest = rest.replace(all, "\n");
  }
  return found;
}
