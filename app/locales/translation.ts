import type { TFunction } from "i18next";
import type { Namespaces } from "./namespaces.ts";

/** The type of a translation: the same keys as English, all texts. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

export type Namespace = keyof Namespaces;
/** The namespaces that contain these keys. */
export type NamespaceWith<Words> = {
  [Name in Namespace]: Namespaces[Name] extends Words ? Name : never;
}[Namespace];

/** `t` of loaders and actions: `shell` without a prefix, all others as `namespace:key`. */
export type Translate = TFunction<Namespace[]>;

export const languages = ["en", "zh"] as const;
export const fallbackLanguage = "en";
