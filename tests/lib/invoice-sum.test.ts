import { describe, expect, test } from "vitest";
import { type CountedLine, sumFaults, sumInvoice } from "#app/lib/invoice-sum.ts";

const line = (quantity: string, unitPrice: string, discountPercent = "0", taxPercent = "0"): CountedLine => ({
  quantity,
  unitPrice,
  discountPercent,
  taxPercent,
});

test("the rule of rounding decides a cent", () => {
  const lines = [line("16", "348.35", "4", "22")];
  const by = (rounding: "LINE" | "DOCUMENT") => sumInvoice(lines, { rounding, currency: "EUR" });
  expect(by("DOCUMENT")).toMatchObject({ net: "5350.66", tax: "1177.14", total: "6527.80" });
  expect(by("LINE")).toMatchObject({ net: "5350.66", tax: "1177.15", total: "6527.81" });
});

test("yen have no decimals", () => {
  const sum = sumInvoice([line("3", "333.4", "0", "10")], { rounding: "LINE", currency: "JPY" });
  expect(sum).toMatchObject({ net: "1000", tax: "100", total: "1100" });
});

test("rates are added apart, and 22.00 is the rate of 22", () => {
  const lines = [line("1", "10", "0", "22.00"), line("1", "20", "0", "22"), line("1", "5", "0", "0")];
  const { taxes } = sumInvoice(lines, { rounding: "DOCUMENT", currency: "EUR" });
  expect(taxes).toEqual([
    { percent: "0", base: "5.00", tax: "0.00" },
    { percent: "22", base: "30.00", tax: "6.60" },
  ]);
});

describe("sums of the issuer that a recount does not give", () => {
  const counted = { net: "100.00", tax: "6.00", total: "106.00" };
  test.each([
    [{ net: "100", tax: "6", total: "106" }, []],
    [{ net: "100.00", tax: "6.01", total: "106.01" }, ["tax", "total"]],
    [{ net: "100.00", tax: "6.00", total: "107.00" }, ["total"]],
  ])("%j: %j", (given, faults) => {
    expect(sumFaults(given, counted)).toEqual(faults);
  });
});
