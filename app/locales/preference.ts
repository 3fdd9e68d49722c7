import type { Language } from "#app/contract/user.ts";
import { fallbackLanguage } from "./translation.ts";

/** The first of the browser's languages that is en or zh; otherwise English (product 1.3). */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const ranges = (acceptLanguage ?? "")
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of ranges) {
    if (tag.startsWith("zh")) return "zh";
    if (tag.startsWith("en")) return "en";
  }
  return fallbackLanguage;
}
