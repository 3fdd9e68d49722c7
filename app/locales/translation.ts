import type { TFunction } from "i18next";
import type { Namespaces } from "./namespaces.ts";

/** The shape that a translation must have: the same keys as the English one, all texts. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

export type Namespace = keyof Namespaces;
/** The namespaces that have these words among theirs. */
export type NamespaceWith<Words> = {
  [Name in Namespace]: Namespaces[Name] extends Words ? Name : never;
}[Namespace];

/** `t` of loaders and actions: `shell` without a prefix, all others as `namespace:key`. */
export type Translate = TFunction<Namespace[]>;

export const languages = ["en", "zh"] as const;
export const fallbackLanguage = "en";
