import { expect, test } from "vitest";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";

test("countries are named by ISO 3166-1 alpha-2, in any case", () => {
  expect(["cn", "US", "GB", "TW"].map(isCountryCode)).toEqual([true, true, true, true]);
  expect(["ZZ", "EU", "C", "CHN", "AA", "１２"].map(isCountryCode)).toEqual(Array(6).fill(false));
});

test("a country is shown in the reader's language, and other text as typed", () => {
  expect(countryName("de", "en")).toBe("Germany (DE)");
  expect(countryName("DE", "zh")).toBe("德国（DE）");
  expect(countryName("Fr.", "en")).toBe("Fr.");
});
