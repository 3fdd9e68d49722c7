import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  airChargeableWeight,
  roadChargeableWeight,
  seaChargeableWeight,
  USUAL_AIR_SETTINGS,
  USUAL_ROAD_SETTINGS,
  USUAL_SEA_SETTINGS,
} from "#app/lib/chargeable-weight.ts";
import { compare, round } from "#app/lib/decimal.ts";
import { airChargeOf } from "#app/lib/rate-break.ts";

const line = (
  pieces: number,
  lengthCm: number | string,
  widthCm: number | string,
  heightCm: number | string,
) => ({
  pieces,
  lengthCm,
  widthCm,
  heightCm,
});

describe("air", () => {
  test.each([
    [[line(1, 50, 50, 50)], 80, "20.83", "80.0", "gross"],
    [[line(8, 60, 40, 20)], 45, "64.00", "64.0", "volume"],
    [[line(1, 30, 45, 65)], 14, "14.63", "15.0", "volume"],
    [[line(1, 40, 40, 40)], 5, "10.67", "11.0", "volume"],
    [[line(1, "40.4", "39.5", "40")], 5, "10.67", "11.0", "volume"],
    [[line(1, 40, 40, 40), line(1, 50, 50, 50)], 5, "31.50", "31.5", "volume"],
    [[], "12.1", "0.00", "12.5", "gross"],
  ])("%j of %s kg", (lines, grossKg, volumeWeight, chargeable, wonBy) => {
    const result = airChargeableWeight({ grossKg, lines }, USUAL_AIR_SETTINGS);
    expect(result).toMatchObject({ chargeable, wonBy, unit: "kg", divisor: "6000", roundedUpTo: "0.5" });
    expect(round(result.volumeWeight, 2)).toBe(volumeWeight);
  });

  test("2 CBM is 333.5 kg, not 334", () => {
    expect(airChargeableWeight({ grossKg: 1, volumeCbm: 2 }, USUAL_AIR_SETTINGS)).toEqual({
      chargeable: "333.5",
      unit: "kg",
      wonBy: "volume",
      grossKg: "1",
      volumeCbm: "2",
      volumeWeight: "333.333",
      divisor: "6000",
      roundedUpTo: "0.5",
      minimum: null,
    });
  });

  test("divisor and rounding are the carrier's", () => {
    const express = { divisorCm3: 5000, roundUpToKg: 1 };
    expect(airChargeableWeight({ grossKg: 5, lines: [line(1, 40, 40, 40)] }, express).chargeable).toBe("13");
  });

  test("rounds each dimension to the nearest whole centimetre", () => {
    for (const lines of [[line(1, 100.4, 100, 100)], [line(1, 100, 100.4, 100)], [line(1, 100, 100, 100.4)]])
      expect(airChargeableWeight({ grossKg: 1, lines }, USUAL_AIR_SETTINGS).volumeCbm).toBe("1");
    const half = [line(1, 100, 100, 99.5)];
    expect(airChargeableWeight({ grossKg: 1, lines: half }, USUAL_AIR_SETTINGS).volumeCbm).toBe("1");
  });

  test("goes by gross where both are the same", () => {
    const lines = [line(1, 60, 100, 100)];
    expect(airChargeableWeight({ grossKg: 100, lines }, USUAL_AIR_SETTINGS).wonBy).toBe("gross");
  });

  test("is never below gross or volume weight, and less than a step above the larger", () => {
    const size = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(
        size,
        size,
        size,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 9_000_000 }),
        (l, w, h, pieces, grams) => {
          const grossKg = grams / 1000;
          const { chargeable } = airChargeableWeight(
            { grossKg, lines: [line(pieces, l, w, h)] },
            USUAL_AIR_SETTINGS,
          );
          const volume = (l * w * h * pieces) / 6000;
          expect(Number(chargeable)).toBeGreaterThanOrEqual(Math.max(grossKg, volume) - 1e-6);
          expect(Number(chargeable)).toBeLessThan(Math.max(grossKg, volume) + 0.5);
          expect((Number(chargeable) * 2) % 1).toBe(0);
        },
      ),
    );
  });
});

describe("sea and road", () => {
  test.each([
    [2100, 22, "22", "volume"],
    [3500, "2.2", "3.5", "gross"],
    [120, "0.48", "1", "minimum"],
    [1000, 1, "1", "gross"],
  ])("%s kg, %s CBM by sea: %s revenue tons", (grossKg, volumeCbm, chargeable, wonBy) => {
    expect(seaChargeableWeight({ grossKg, volumeCbm }, USUAL_SEA_SETTINGS)).toMatchObject({
      chargeable,
      wonBy,
      unit: "revenue-ton",
      minimum: "1",
    });
  });

  test.each([
    [100, 1, "333", "volume"],
    [500, 1, "500", "gross"],
    ["10", "0.123", "40.959", "volume"],
  ])("%s kg, %s CBM by road: %s kg", (grossKg, volumeCbm, chargeable, wonBy) => {
    expect(roadChargeableWeight({ grossKg, volumeCbm }, USUAL_ROAD_SETTINGS)).toMatchObject({
      chargeable,
      wonBy,
    });
  });

  test("road uses another factor, a step and a minimum", () => {
    const settings = { kgPerCbm: 250, roundUpToKg: 10, minimumKg: 100 };
    expect(roadChargeableWeight({ grossKg: 5, volumeCbm: "0.1" }, settings)).toMatchObject({
      chargeable: "100",
      wonBy: "minimum",
      minimum: "100",
      roundedUpTo: "10",
    });
    expect(roadChargeableWeight({ grossKg: 5, volumeCbm: "0.41" }, settings).chargeable).toBe("110");
    const little = { ...settings, minimumKg: "0.5" };
    expect(roadChargeableWeight({ grossKg: 5, volumeCbm: "0.41" }, little).minimum).toBe("0.5");
  });

  test("go by gross where both are the same, and name no minimum where there is none", () => {
    const road = roadChargeableWeight({ grossKg: 333, volumeCbm: 1 }, USUAL_ROAD_SETTINGS);
    expect([road.wonBy, road.minimum]).toEqual(["gross", null]);
    expect(seaChargeableWeight({ grossKg: 2000, volumeCbm: 2 }, USUAL_SEA_SETTINGS).wonBy).toBe("gross");
  });
});

describe("rate breaks", () => {
  const tariff = {
    minimumCharge: "230",
    breaks: [
      { fromKg: 45, ratePerKg: "18.28" },
      { fromKg: 0, ratePerKg: "37.15" },
      { fromKg: 100, ratePerKg: "15.10" },
      { fromKg: 300, ratePerKg: "14.90" },
    ],
  };

  test("30 kg at 37.15 is billed as 45 kg at 18.28", () => {
    expect(airChargeOf("30", tariff)).toEqual({
      amount: "822.60",
      billedKg: "45",
      ratePerKg: "18.28",
      isMinimum: false,
      advice: { declareKg: "45", insteadOf: "1114.50", saves: "291.90" },
    });
  });

  test.each([
    ["1", "230.00", true],
    ["10", "371.50", false],
    ["45", "822.60", false],
    ["100", "1510.00", false],
    ["299", "4470.00", false],
    ["1000", "14900.00", false],
  ])("%s kg cost %s", (kg, amount, isMinimum) => {
    expect(airChargeOf(kg, tariff)).toMatchObject({ amount, isMinimum });
  });

  test("a saving of one cent counts, and of two weights with the same cost the lower is declared", () => {
    const breaks = [
      { fromKg: 0, ratePerKg: "1" },
      { fromKg: 45, ratePerKg: "0.5" },
      { fromKg: 90, ratePerKg: "0.25" },
    ];
    expect(airChargeOf("22.51", { minimumCharge: "0", breaks })).toMatchObject({
      amount: "22.50",
      billedKg: "45",
      isMinimum: false,
      advice: { declareKg: "45", insteadOf: "22.51", saves: "0.01" },
    });
  });

  test("the minimum may hold for the weight that is advised", () => {
    const breaks = [
      { fromKg: 0, ratePerKg: "10" },
      { fromKg: 45, ratePerKg: "1" },
    ];
    expect(airChargeOf("20", { minimumCharge: "60", breaks })).toMatchObject({
      amount: "60.00",
      billedKg: "45",
      isMinimum: true,
      advice: { declareKg: "45", insteadOf: "200.00", saves: "140.00" },
    });
  });

  test("no advice where the minimum holds anyway", () => {
    const dear = { ...tariff, minimumCharge: "2000" };
    expect(airChargeOf("30", dear)).toEqual({
      amount: "2000.00",
      billedKg: "30",
      ratePerKg: "37.15",
      isMinimum: true,
      advice: null,
    });
  });

  test("more weight never costs less, and advice always saves", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 1, max: 200 }), (halves, more) => {
        const less = airChargeOf(halves / 2, tariff);
        expect(compare(airChargeOf((halves + more) / 2, tariff).amount, less.amount)).toBeGreaterThanOrEqual(
          0,
        );
        if (less.advice) {
          expect(compare(less.advice.saves, 0)).toBe(1);
          expect(compare(less.advice.declareKg, halves / 2)).toBe(1);
        }
      }),
    );
  });

  test("a weight at which a rate begins has that rate, and needs no advice", () => {
    const breaks = [
      { fromKg: "0", ratePerKg: "4.00" },
      { fromKg: "45", ratePerKg: "3.00" },
    ];
    expect(airChargeOf("45", { minimumCharge: "0", breaks })).toEqual({
      amount: "135.00",
      billedKg: "45",
      ratePerKg: "3",
      isMinimum: false,
      advice: null,
    });
  });

  test("a tariff without a normal rate is refused", () => {
    expect(() => airChargeOf(10, { minimumCharge: 0, breaks: [{ fromKg: 45, ratePerKg: 1 }] })).toThrow(
      RangeError,
    );
  });
});
