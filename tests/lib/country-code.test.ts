import { expect, test } from "vitest";
import {
  countryCodeOf,
  countryName,
  countryNames,
  isCountryCode,
  readCountryNames,
  replaceCountryNames,
} from "#app/lib/country-code.ts";

test("countries are named by ISO 3166-1 alpha-2, in any case", () => {
  expect(["cn", "US", "GB", "TW"].map(isCountryCode)).toEqual([true, true, true, true]);
  expect(["ZZ", "EU", "C", "CHN", "AA", "１２"].map(isCountryCode)).toEqual(Array(6).fill(false));
});

test("a country is shown in the reader's language, and other text as typed", () => {
  expect(countryName("de", "en")).toBe("Germany (DE)");
  expect(countryName("DE", "zh")).toBe("德国（DE）");
  expect(countryName("Fr.", "en")).toBe("Fr.");
});

test("a country is recognized by its code, by its name in both languages, and as it is shown", () => {
  const ways = ["de", "Germany", "GERMANY ", "德国", "Germany (DE)", "德国（DE）"];
  expect(ways.map(countryCodeOf)).toEqual(ways.map(() => "DE"));
  const others = { UK: "GB", USA: "US", "Hong Kong": "HK", "Viet Nam": "VN", Vietnam: "VN", 中国: "CN" };
  expect(Object.keys(others).map(countryCodeOf)).toEqual(Object.values(others));
});

test("what is no country stays as it was typed", () => {
  const texts = ["", "Fr.", " Atlantis ", "(ZZ)", "x".repeat(10_000)];
  expect(texts.map(countryCodeOf)).toEqual(texts);
});

test("every country of the list is recognized as it is shown, in either language, and listed once", () => {
  for (const language of ["en", "zh"] as const) {
    const names = countryNames(language);
    const codes = names.map(countryCodeOf);
    expect(codes.every(isCountryCode)).toBe(true);
    expect(new Set(codes).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(240);
  }
  expect(countryNames("en").indexOf("Åland Islands (AX)")).toBeLessThan(5);
});

test("an operator names countries as he does, and other names are still recognized", () => {
  const names = readCountryNames("TW=Taiwan, China|中国台湾; HK = Hong Kong SAR | 中国香港;")!;
  try {
    replaceCountryNames(names);
    expect([countryName("TW", "en"), countryName("hk", "zh")]).toEqual([
      "Taiwan, China (TW)",
      "中国香港（HK）",
    ]);
    expect(countryNames("zh")).toContain("中国台湾（TW）");
    const ways = ["Taiwan, China", "中国台湾", "Taiwan", "台湾", "中国台湾（TW）"];
    expect(ways.map(countryCodeOf)).toEqual(ways.map(() => "TW"));
  } finally {
    replaceCountryNames(new Map());
  }
  expect(countryName("TW", "en")).toBe("Taiwan (TW)");
});

test.each(["TW", "TW=Taiwan", "XX=Nowhere|无", "tw=a|b", "TW=a|b|c", "TW=|b"])(
  "%s names no country",
  (text) => {
    expect(readCountryNames(text)).toBeNull();
  },
);
