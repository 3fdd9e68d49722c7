import type { DisplayLanguage } from "./date-time.ts";

// Codes that ISO 3166 reserves for other purposes; CLDR has names for them all the same.
const NO_COUNTRY = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  names.set(language, known);
  return known;
}

/** ISO 3166-1 alpha-2, in any case. */
export function isCountryCode(text: string): boolean {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.has(code)) return false;
  return namesIn("en").of(code) !== undefined;
}

/** "Germany (DE)"; text that is no country code stays unchanged. */
export function countryName(text: string, language: DisplayLanguage): string {
  if (!isCountryCode(text)) return text;
  const code = text.trim().toUpperCase();
  const name = namesIn(language).of(code) ?? code;
  return language === "zh" ? `${name}（${code}）` : `${name} (${code})`;
}
