import { expect, test } from "vitest";
import { priceLineLabel, priceUnitLabel } from "#app/components/price-line.server.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const t = (language: "en" | "zh") => translateOf(language);

test.each([
  ["Ocean freight", "海运费"],
  ["TERMINAL HANDLING AT ORIGIN", "起运港码头操作费"],
  ["Congestion fee agreed by mail", "Congestion fee agreed by mail"],
  ["constructor", "constructor"],
  ["起重费", "起重费"],
])("the line %s is called %s", (description, chinese) => {
  expect(priceLineLabel(t("zh"), description)).toBe(chinese);
});

test("a usual line has one spelling in English, a unit is translated, a container type is a code", () => {
  expect(priceLineLabel(t("en"), "ocean freight")).toBe("Ocean freight");
  expect(["W/M", "kg", "trip", "45G1"].map((unit) => priceUnitLabel(t("zh"), unit))).toEqual([
    "计费吨",
    "kg",
    "趟",
    "45G1",
  ]);
});
