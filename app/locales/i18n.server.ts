import { createInstance, type i18n } from "i18next";
import type { Language } from "#app/contract/user.ts";
import { fixedText } from "./fixed-text.ts";
import { resources } from "./resources.server.ts";
import { fallbackLanguage, languages, type Translate } from "./translation.ts";
import { lastPart, type TextSource } from "./words.ts";

// One instance per language for the life of the process: texts never change, and making one costs more than a
// page.
const instances = Object.fromEntries(languages.map((language) => [language, create(language)])) as Record<
  Language,
  i18n
>;

function create(language: Language): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: fallbackLanguage,
    resources,
    defaultNS: "shell",
    ns: Object.keys(resources.en),
    interpolation: { escapeValue: false },
    initAsync: false,
    parseMissingKeyHandler: lastPart,
  });
  return instance;
}

/** The texts of one language, for loaders and actions. */
export function i18nOf(language: Language): i18n {
  return instances[language];
}

/** The texts of one language for components that are rendered on the server. */
export function textsOf(language: Language): TextSource {
  const instance = i18nOf(language);
  return {
    language,
    exists: (key) => instance.exists(key),
    textOf: (namespace) => fixedText(instance, namespace),
    load: () => undefined,
  };
}

/** `t` of loaders and actions: `shell` without a prefix, others as `namespace:key`. */
export function translateOf(language: Language): Translate {
  return fixedText(i18nOf(language), undefined) as Translate;
}
