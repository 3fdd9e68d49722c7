import { describe, expect, test } from "vitest";
import {
  currencyOf,
  formatMoney,
  formatNumber,
  formatUnitPrice,
  formatVolume,
  formatWeight,
} from "#app/lib/money.ts";

/** With the no-break space made visible as a plain one. */
const shown = (text: string | null) => text?.replace("\u00a0", " ") ?? null;

describe("amounts", () => {
  test.each([
    ["1234.5", "CNY", "RMB 1,234.50"],
    ["1234.5", "RMB", "RMB 1,234.50"],
    ["0", "USD", "USD 0.00"],
    ["-0.001", "USD", "USD 0.00"],
    ["-1234567.891", "GBP", "GBP -1,234,567.89"],
    ["1.005", "EUR", "EUR 1.01"],
    [1.005, "EUR", "EUR 1.01"],
    ["999.995", "EUR", "EUR 1,000.00"],
    ["12345678901234567890.12", "USD", "USD 12,345,678,901,234,567,890.12"],
    ["5", "JPY", "JPY 5"],
  ])("%s %s is %s", (amount, currency, text) => {
    expect(shown(formatMoney(amount, currency, "en"))).toBe(text);
    expect(shown(formatMoney(amount, currency, "zh"))).toBe(text);
  });

  test("no line break separates the currency from its amount", () => {
    expect(formatMoney("1", "USD", "en")).toBe("USD\u00a01.00");
  });

  test.each(["", "abc", "1e5", "NaN", null, undefined, Number.NaN])("%j is no amount", (amount) => {
    expect(formatMoney(amount, "USD", "en")).toBeNull();
  });

  test("codes are stored as ISO 4217 and CNY is shown as RMB", () => {
    expect(["CNY", "RMB", " rmb ", "usd", "GBP", "EUR"].map(currencyOf)).toEqual([
      "CNY",
      "CNY",
      "CNY",
      "USD",
      "GBP",
      "EUR",
    ]);
    expect(["JPY", "", null, 156].map(currencyOf)).toEqual([null, null, null, null]);
  });
});

describe("weights, volumes, numbers", () => {
  test("have thousands separators and at most three decimals", () => {
    expect(shown(formatWeight("1234.5", "en"))).toBe("1,234.5 kg");
    expect(shown(formatWeight("0.0005", "zh"))).toBe("0.001 kg");
    expect(shown(formatWeight(20770, "en"))).toBe("20,770 kg");
    expect(shown(formatVolume("12.3450", "en"))).toBe("12.345 CBM");
    expect(formatNumber("999999", "en")).toBe("999,999");
    expect(formatNumber("1.25", "en", 1)).toBe("1.3");
    expect(formatNumber(1e21, "en")).toBeNull();
    expect(formatNumber(1e-7, "en")).toBe("0");
    expect([formatWeight(null, "en"), formatVolume("much", "en"), formatNumber(undefined, "zh")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

test("a unit price keeps its decimals below a cent, and has two at least", () => {
  expect(formatUnitPrice("0.034500", "USD", "en")).toBe("USD\u00a00.0345");
  expect(formatUnitPrice("1234.500000", "CNY", "zh")).toBe("RMB\u00a01,234.50");
  expect(formatUnitPrice("0.1234567", "USD", "en")).toBe("USD\u00a00.123457");
  expect(formatUnitPrice("", "USD", "en")).toBeNull();
});

test("a number is rounded by the digits that it is written with", () => {
  expect(formatNumber(1.0005, "en")).toBe("1.001");
  expect(formatNumber(1e-7, "en")).toBe("0");
});
