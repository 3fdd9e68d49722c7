import { describe, expect, test } from "vitest";
import { resources } from "#app/locales/resources.server.ts";
import { en } from "#app/provider/texts/en/index.ts";
import { zh } from "#app/provider/texts/zh/index.ts";

const providerTexts = { en, zh };

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

type Texts = { readonly [key: string]: string | Texts };

const textsIn = (texts: Texts, place: string): [place: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${place}${key}`, value]] : textsIn(value, `${place}${key}.`),
  );

describe.each(["en", "zh"] as const)("texts in %s", (language) => {
  const texts = [
    ...textsIn(resources[language] as unknown as Texts, ""),
    ...textsIn(providerTexts[language], "provider: "),
  ];

  test("have none of the refused words", () => {
    expect(texts.length).toBeGreaterThan(4_000);
    const faults = texts.flatMap(([place, text]) =>
      refused[language].flatMap(([words, instead]) => {
        const [found] = text.match(words) ?? [];
        return found ? `${place}: '${found}' in '${text}', better: ${instead}` : [];
      }),
    );
    expect(faults).toEqual([]);
  });
});
