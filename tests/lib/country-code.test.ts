import { expect, test } from "vitest";
import { countryCodeOf, countryName, countryNames, isCountryCode } from "#app/lib/country-code.ts";

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
