import type { Language } from "#app/contract/user.ts";
import { resources } from "./resources.server.ts";
import { languages, type Translate } from "./translation.ts";
import { type TextSource, Words } from "./words.ts";

/** All texts of one language are there from the start. */
class ServerWords extends Words implements TextSource {
  constructor(language: Language) {
    super(language);
    for (const [namespace, texts] of Object.entries(resources[language])) this.add(namespace, texts);
  }

  load(): undefined {}
}

// For the life of the process: texts never change.
const sources = Object.fromEntries(
  languages.map((language) => [language, new ServerWords(language)]),
) as Record<Language, ServerWords>;

/** The texts of one language for components that are rendered on the server. */
export const textsOf = (language: Language): TextSource => sources[language];

/** `t` of loaders and actions: `shell` without a prefix, others as `namespace:key`. */
export const translateOf = (language: Language): Translate =>
  sources[language].textOf(undefined) as unknown as Translate;
