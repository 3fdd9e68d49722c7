import type { TFunction } from "i18next";
import type { Namespace } from "./translation.ts";

/** Where components get their texts: `i18n.server.ts` on the server, `words.client.ts` in the browser. */
export interface TextSource {
  language: string;
  /** Whether a key, with or without a namespace, has a text. */
  exists(key: string): boolean;
  /** `t` for keys of this namespace, `shell` if absent, and for all others as `namespace:key`; always the same function. */
  textOf(namespace: Namespace | undefined): TFunction;
  /** Loads namespaces; undefined when all are there, as they always are on the server. */
  load(namespaces: readonly string[]): Promise<void> | undefined;
}

export type Texts = { readonly [key: string]: string | Texts };
type Values = Readonly<Record<string, unknown>>;

/**
 * The part of i18next that our texts use: namespaces, keys with points, values in `{{name}}`, the plural forms of `count`,
 * and `defaultValue` in place of a text that does not exist. It has no other part, and `tests/locales/words.test.ts` fails when a text or a call needs one.
 */
export class Words {
  readonly language: string;
  readonly #plural: Intl.PluralRules;
  readonly #texts = new Map<string, Texts>();
  readonly #made = new Map<string, TFunction>();
  /** Texts that were asked for: a list asks for a few a thousand times. */
  readonly #found = new Map<string, string>();

  constructor(language: string) {
    this.language = language;
    this.#plural = new Intl.PluralRules(language);
  }

  add(namespace: string, texts: Texts): void {
    this.#texts.set(namespace, texts);
  }

  has(namespace: string): boolean {
    return this.#texts.has(namespace);
  }

  exists(key: string): boolean {
    return this.#find("shell", key) !== undefined;
  }

  textOf(namespace = "shell"): TFunction {
    const made = this.#made.get(namespace);
    if (made) return made;
    const t = (key: string, values?: Values) => this.#text(namespace, key, values);
    this.#made.set(namespace, t as unknown as TFunction);
    return t as unknown as TFunction;
  }

  #text(namespace: string, key: string, values: Values = {}): string {
    const { count } = values;
    const form = typeof count === "number" ? `_${this.#plural.select(count)}` : "";
    const text = (form && this.#find(namespace, key + form)) || this.#find(namespace, key);
    return text === undefined ? String(values.defaultValue ?? lastPart(key)) : filled(text, values);
  }

  #find(namespace: string, key: string): string | undefined {
    const whole = key.includes(":") ? key : `${namespace}:${key}`;
    const known = this.#found.get(whole);
    if (known !== undefined) return known;
    const colon = whole.indexOf(":");
    let text: string | Texts | undefined = this.#texts.get(whole.slice(0, colon));
    for (const part of whole.slice(colon + 1).split("."))
      text = typeof text === "object" && Object.hasOwn(text, part) ? text[part] : undefined;
    if (typeof text !== "string") return undefined;
    this.#found.set(whole, text);
    return text;
  }
}

/** What stands for a text that does not exist: an unknown code of another provider is shown as it is. */
export function lastPart(key: string): string {
  return key.split(/[.:]/).at(-1) ?? key;
}

/** A value that is not given stays visible as its name, as in i18next. */
function filled(text: string, values: Values): string {
  if (!text.includes("{{")) return text;
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? "") : whole,
  );
}
