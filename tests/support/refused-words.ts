/**
 * What no page and no mail says (`../shared/look.md`, 'Words'), and what it says instead. English words are found
 * in whole words, whatever their case.
 */
const refused: Record<"en" | "zh", [words: RegExp, instead: string][]> = {
  en: [
    [/\byour side\b/i, "you"],
    [/\bnobody\b/i, "no one, or say it without a subject"],
    [/\bwhoever\b/i, "everyone who"],
    [/\b(?:those|the one|that) (?:that|which)\b/i, "the noun"],
    [/\b(?:is|are|was|were|been) told\b/i, "we let … know"],
    [/\bhas been given\b/i, "has"],
    [/\bit is computed\b|\bas it is known\b|\bcounts from\b/i, "what the reader gets"],
    [/\bleft out\b/i, "not included, not counted, (optional)"],
    [/\bkeys? of (?:a )?programs?\b/i, "API key"],
    [/\bclock of promises\b/i, "response times"],
    [/\bput off\b|\bhand(?:ed)? over to\b/i, "snooze, reassign"],
    [/\bended lately\b/i, "recently closed"],
    [/\bdays on the way\b/i, "transit time"],
    [/\bshort address\b/i, "link"],
    [/\bthing known\b|\bto have happened\b/i, "the milestone and its age"],
    [/\bha(?:s|ve) to act\b/i, "with the carrier, with you"],
    [/\bwhat is billed\b/i, "compared with your quote"],
    [/\bwould it have\b/i, "preview"],
    [/\bmake it not\b/i, "stop"],
    [/\(s\)/, "a plural form"],
  ],
  zh: [
    [/待贵方/, "待您"],
    [/程序密钥/, "API 密钥"],
    [/承诺时限/, "响应时限"],
    [/短链接/, "链接"],
    [/试算过去/, "预览"],
    [/可不填/, "选填"],
  ],
};

/** The refused words of a text, each with what is better. */
export const refusedIn = (language: "en" | "zh", text: string): { found: string; instead: string }[] =>
  refused[language].flatMap(([words, instead]) => {
    const [found] = text.match(words) ?? [];
    return found ? [{ found, instead }] : [];
  });
