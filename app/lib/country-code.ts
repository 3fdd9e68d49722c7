import type { DisplayLanguage } from "./date-time.ts";

// Codes that ISO 3166 reserves for other purposes; CLDR has names for them all the same.
const NO_COUNTRY = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  names.set(language, known);
  return known;
}

/** Names that replace those of CLDR, by code. */
export type CountryNames = ReadonlyMap<string, Readonly<Record<DisplayLanguage, string>>>;
let replaced: CountryNames = new Map();

/** Names countries as the operator does (`COUNTRY_NAMES`), in this process; the names of CLDR are still recognized. */
export function replaceCountryNames(operatorNames: CountryNames): void {
  replaced = operatorNames;
  listed.clear();
  byName = null;
}

/** Reads "TW=Taiwan, China|中国台湾; HK=Hong Kong SAR|中国香港"; null when it has another form. */
export function readCountryNames(text: string): CountryNames | null {
  const namesByCode = new Map<string, Record<DisplayLanguage, string>>();
  for (const part of text
    .split(";")
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, code, en, zh] = /^([A-Z]{2})\s*=\s*([^|]*[^|\s])\s*\|\s*([^|]*[^|\s])$/.exec(part) ?? [];
    if (!code || !en || !zh || !isCountryCode(code)) return null;
    namesByCode.set(code, { en, zh });
  }
  return namesByCode;
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
  const name = replaced.get(code)?.[language] ?? namesIn(language).of(code) ?? code;
  return language === "zh" ? `${name}（${code}）` : `${name} (${code})`;
}

/** Exceptionally reserved in ISO 3166: CLDR names them, but no party's address is there. */
const RESERVED = new Set(["AC", "CP", "CQ", "DG", "EA", "IC", "TA"]);
const A_TO_Z = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

/** The country that a code stands for today: "UK" is "GB". */
const presentCode = (code: string) => new Intl.Locale(`und-${code}`).region ?? code;

const allCodes = () =>
  A_TO_Z.flatMap((first) => A_TO_Z.map((second) => first + second)).filter(
    (code) => isCountryCode(code) && !RESERVED.has(code) && presentCode(code) === code,
  );

const listed = new Map<DisplayLanguage, string[]>();

/** All countries as `countryName` shows them, sorted in the language. */
export function countryNames(language: DisplayLanguage): string[] {
  const known = listed.get(language);
  if (known) return known;
  const sorted = allCodes()
    .map((code) => countryName(code, language))
    .toSorted(new Intl.Collator(language).compare);
  listed.set(language, sorted);
  return sorted;
}

/** How people write countries besides the names of CLDR. */
const OTHER_NAMES: Record<string, string> = {
  USA: "US",
  "UNITED STATES OF AMERICA": "US",
  UAE: "AE",
  "GREAT BRITAIN": "GB",
  ENGLAND: "GB",
  PRC: "CN",
  HOLLAND: "NL",
  KOREA: "KR",
  "REPUBLIC OF KOREA": "KR",
  "VIET NAM": "VN",
  中华人民共和国: "CN",
  大韩民国: "KR",
};

/** Names in both languages, long and short. */
let byName: Map<string, string> | null = null;

const nameKey = (text: string) => text.normalize("NFKC").trim().toUpperCase();

function readNames(): Map<string, string> {
  const codesByName = new Map(Object.entries(OTHER_NAMES));
  for (const language of ["en", "zh"]) {
    for (const style of ["short", "long"] as const) {
      const display = new Intl.DisplayNames(language, { type: "region", fallback: "none", style });
      for (const code of allCodes()) codesByName.set(nameKey(display.of(code) ?? code), code);
    }
  }
  for (const [code, texts] of replaced)
    for (const text of Object.values(texts)) codesByName.set(nameKey(text), code);
  return codesByName;
}

/**
 * The ISO code of a country that is typed as a code, as its name in one of our languages, or as `countryName`
 * shows it. Other text stays unchanged.
 */
export function countryCodeOf(typed: string): string {
  const text = nameKey(typed);
  const code = /\(([A-Z]{2})\)$/.exec(text)?.[1] ?? text;
  if (isCountryCode(code)) return presentCode(code);
  byName ??= readNames();
  return byName.get(text) ?? typed;
}
