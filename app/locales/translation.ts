/** The shape that a translation must have: the same keys as the English one, all texts. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

export const languages = ["en", "zh"] as const;
export const fallbackLanguage = "en";
