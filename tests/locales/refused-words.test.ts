import { describe, expect, test } from "vitest";
import { resources } from "#app/locales/resources.server.ts";
import { en } from "#app/provider/texts/en/index.ts";
import { zh } from "#app/provider/texts/zh/index.ts";
import { refusedIn } from "#tests/support/refused-words.ts";

const providerTexts = { en, zh };

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
      refusedIn(language, text).map(
        ({ found, instead }) => `${place}: '${found}' in '${text}', better: ${instead}`,
      ),
    );
    expect(faults).toEqual([]);
  });
});
