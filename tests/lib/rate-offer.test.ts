import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { figuresOf, lineAmount, totalOf } from "#app/lib/quote-price.ts";
import { linesOf, type Rate, type RatedCargo } from "#app/lib/rate-offer.ts";

const rate = (given: Partial<Rate>): Rate => ({
  chargeCode: "FRT",
  charge: "Air freight",
  unit: "kg",
  container: "",
  price: null,
  minimum: null,
  breaks: [],
  cost: null,
  margin: null,
  ...given,
});
const cargo = (given: Partial<RatedCargo> = {}): RatedCargo => ({
  chargeable: "64.0",
  chargeableUnit: "kg",
  grossKg: "45",
  volumeCbm: "0.384",
  containers: [],
  ...given,
});
const breaks = [
  { fromKg: "0", ratePerKg: "37.15" },
  { fromKg: "45", ratePerKg: "18.28" },
];

describe("a rate", () => {
  test("by weight declares the next break where that costs less (trade 4)", () => {
    expect(linesOf([rate({ breaks })], cargo({ chargeable: "30" }))).toEqual([
      {
        chargeCode: "FRT",
        description: "Air freight",
        unit: "kg",
        quantity: "45",
        price: "18.28",
        cost: null,
      },
    ]);
  });

  test("below its minimum is billed by the minimum, and costs what the weight costs", () => {
    const [line] = linesOf([rate({ breaks, minimum: "1000", cost: "12" })], cargo({ chargeable: "30" }))!;
    expect(line).toMatchObject({ unit: "shipment", quantity: "1", price: "1000", cost: "360.00" });
  });

  test("by container takes each type of the request, and a sheet without one of them does not count", () => {
    const ocean = (container: string, price: string) =>
      rate({ charge: "Ocean freight", unit: "container", container, price, margin: "10" });
    const containers = [
      { containerType: "45G1", count: 2 },
      { containerType: "22G1", count: 1 },
    ];
    const lines = linesOf([ocean("22G1", "900"), ocean("45G1", "1500")], cargo({ containers }));
    expect(lines).toMatchObject([
      { unit: "22G1", quantity: "1", price: "900", cost: "810" },
      { unit: "45G1", quantity: "2", price: "1500", cost: "1350" },
    ]);
    expect(linesOf([ocean("22G1", "900")], cargo({ containers }))).toBeNull();
  });

  test("in percent is a share of the freight, which is the first charge of the sheet", () => {
    const lines = linesOf(
      [
        rate({ price: "2", unit: "kg" }),
        rate({ chargeCode: "SEC", charge: "Security", price: "10", unit: "shipment" }),
        rate({ chargeCode: "FSC", charge: "Fuel surcharge", price: "12.5", unit: "percent", cost: "10" }),
      ],
      cargo(),
    );
    expect(lines?.[2]).toMatchObject({ unit: "shipment", quantity: "1", price: "16", cost: "12.80" });
  });

  test.each([
    ["W/M, at least one", "rt", {}, "1"],
    ["W/M of heavy goods", "rt", { grossKg: "3500", volumeCbm: "2.2" }, "3.5"],
    ["W/M as the mode charges", "rt", { chargeable: "22", chargeableUnit: "revenue-ton" }, "22"],
    ["CBM", "cbm", {}, "0.384"],
    ["kg by sea, which are gross", "kg", { chargeable: "1", chargeableUnit: "revenue-ton" }, "45"],
  ] as const)("counts %s", (_, unit, given, quantity) => {
    expect(linesOf([rate({ unit, price: "10" })], cargo(given))?.[0]).toMatchObject({ quantity });
  });
});

test("figures add up: the total is the sum of the amounts, and cost and margin make it", () => {
  const decimal = (most: number, places: number) =>
    fc.integer({ min: 0, max: most }).map((units) => (units / 10 ** places).toFixed(places));
  const line = fc.record({
    quantity: decimal(9_999_999, 3),
    price: decimal(9_999_999, 4),
    cost: fc.option(decimal(9_999_999, 4), { nil: "" }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), (lines) => {
      const { total, cost, margin, amounts } = figuresOf(lines);
      expect(total).toBe(totalOf(lines.map(({ quantity, price }) => lineAmount(quantity, price))));
      expect(total).toBe(totalOf(amounts.map((amount) => amount ?? "0")));
      const brought = lines.filter((each) => each.cost !== "");
      if (cost !== null)
        expect(totalOf([cost, margin!])).toBe(
          totalOf(brought.map(({ quantity, price }) => lineAmount(quantity, price))),
        );
    }),
  );
});

test("figures leave out what is not written as a number yet, and the margin leaves out lines without a cost", () => {
  expect(
    figuresOf([
      { quantity: "2", price: "10", cost: "8" },
      { quantity: "x", price: "10" },
      { quantity: "1", price: "5" },
    ]),
  ).toEqual({
    amounts: ["20.00", null, "5.00"],
    total: "25.00",
    cost: "16.00",
    margin: "4.00",
    percent: "20.0",
    linesWithoutCost: 1,
  });
});
