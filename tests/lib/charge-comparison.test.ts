import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChargeLine, compareCharges } from "#app/lib/charge-comparison.ts";
import { add, subtract } from "#app/lib/decimal.ts";

const line = (code: string | null, amount: string, given: Partial<ChargeLine> = {}): ChargeLine => ({
  code,
  description: code ?? "Other",
  unit: "kg",
  quantity: null,
  price: null,
  discountPercent: null,
  amount,
  ...given,
});

test("lines are paired by code, and what only one side has is shown", () => {
  const { pairs, quoted, billed, difference } = compareCharges(
    [line("OFR", "100"), line("THC", "20"), line(null, "5")],
    [line("ofr ", "100"), line("THC", "15"), line("THC", "15"), line("DOC", "45"), line(null, "5")],
  );
  expect(
    pairs.map((pair) => [pair.code, pair.quotedAmount, pair.billedAmount, pair.difference, pair.reason]),
  ).toEqual([
    ["OFR", "100", "100", "0", null],
    ["THC", "20", "30", "10", "lines"],
    [null, "5", "0", "-5", "not-billed"],
    ["DOC", "0", "45", "45", "not-quoted"],
    [null, "0", "5", "5", "not-quoted"],
  ]);
  expect([quoted, billed, difference]).toEqual(["125", "180", "55"]);
});

test.each([
  [{ quantity: "10", price: "2" }, { quantity: "12", price: "2" }, "quantity"],
  [{ quantity: "10", price: "2" }, { quantity: "10", price: "2.50" }, "price"],
  [{ quantity: "10", price: "2" }, { quantity: "12", price: "2.50" }, "quantity-and-price"],
  [{ quantity: null, price: "2" }, { quantity: "12", price: "2.00" }, "lump-sum"],
  [{ quantity: "10", price: "2" }, { quantity: "10", price: "2", discountPercent: "5" }, "discount"],
  [{ quantity: "10", price: "2" }, { quantity: "10", price: "2", discountPercent: "0" }, "lump-sum"],
  [{ quantity: "10", price: "2" }, { quantity: "1", price: "24", unit: "B/L" }, "unit"],
  [{ quantity: "10", price: "2", unit: "KG" }, { quantity: "12", price: "2", unit: "" }, "quantity"],
])("%j against %j: %s", (one, other, reason) => {
  const { pairs } = compareCharges([line("OFR", "20", one)], [line("OFR", "24", other)]);
  expect(pairs[0]?.reason).toBe(reason);
});

test("several lines of one price are one quantity, and a credit note takes from it", () => {
  const reason = (billed: Partial<ChargeLine>[]) =>
    compareCharges(
      [line("THC", "20", { quantity: "1", price: "20" })],
      billed.map((each) => line("THC", "20", each)),
    ).pairs[0]?.reason;
  const [one, taken] = [
    { quantity: "1", price: "20" },
    { quantity: "-1", price: "20.00", amount: "-20" },
  ];
  expect(reason([one, one])).toBe("quantity");
  expect(reason([one, one, taken])).toBe(null);
  expect(reason([one, taken])).toBe("quantity");
  expect(reason([one, { quantity: "1", price: "15", amount: "15" }])).toBe("quantity");
  expect(reason([{ quantity: "1", price: "20", unit: "B/L" }, one])).toBe("lines");
});

test("differences add up to the cent, whatever the lines are", () => {
  const amount = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const lines = fc.array(
    fc.tuple(fc.constantFrom("OFR", "THC", "ofr", "", null), amount).map(([code, sum]) => line(code, sum)),
  );
  fc.assert(
    fc.property(lines, lines, (quoted, billed) => {
      const compared = compareCharges(quoted, billed);
      const sum = (all: readonly ChargeLine[]) => add(...all.map((each) => each.amount));
      expect(compared.quoted).toBe(sum(quoted));
      expect(compared.billed).toBe(sum(billed));
      expect(compared.difference).toBe(subtract(sum(billed), sum(quoted)));
      expect(add(...compared.pairs.map((pair) => pair.difference))).toBe(compared.difference);
      expect(compared.pairs.flatMap((pair) => pair.billed)).toHaveLength(billed.length);
    }),
  );
});
