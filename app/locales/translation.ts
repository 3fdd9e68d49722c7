import type { TFunction } from "i18next";
import type { en } from "./en/index.ts";

/** The type of a translation: the same keys as English, all texts. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

/** Every namespace; a new one is registered in `en/index.ts`, and is a file of the same name in each language. */
export type Namespace = keyof typeof en;
/** The namespaces that contain these keys. */
export type NamespaceWith<Words> = {
  [Name in Namespace]: (typeof en)[Name] extends Words ? Name : never;
}[Namespace];

/** `t` of loaders and actions: `shell` without a prefix, all others as `namespace:key`. */
export type Translate = TFunction<Namespace[]>;

export const languages = ["en", "zh"] as const;
export const fallbackLanguage = "en";
