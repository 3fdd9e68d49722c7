import type { TFunction } from "i18next";

/** The shape that a translation must have: the same keys as the English one, all texts. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

export const namespaces = [
  "shell",
  "errors",
  "account",
  "auth",
  "booking-form",
  "booking-view",
  "bookings",
  "clock",
  "dashboard",
  "freight",
  "log",
  "message-live",
  "messages",
  "milestones",
  "preview",
  "price-line",
  "quote-form",
  "quote-list",
  "quotes",
  "refusals",
  "shipment-list",
  "shipments",
] as const;
/** `t` of loaders and actions: `shell` without a prefix, all others as `namespace:key`. */
export type Translate = TFunction<typeof namespaces>;

export const languages = ["en", "zh"] as const;
export const fallbackLanguage = "en";
