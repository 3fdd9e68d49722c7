import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, multiply, round } from "#app/lib/decimal.ts";
import { type MeasuredPackage, volumeOf, weighPackages } from "#app/lib/package-weight.ts";
import { fromCentimetres, fromKilograms, toCentimetres, toKilograms } from "#app/lib/units.ts";

const measure = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, parts]) => `${whole}.${String(parts).padStart(3, "0")}`);

test.each([
  ["1", "in", "2.54"],
  ["40", "in", "101.6"],
  ["0.1", "in", "0.254"],
  ["12.5", "cm", "12.5"],
] as const)("%s %s are %s cm", (value, unit, cm) => expect(toCentimetres(value, unit)).toBe(cm));

test.each([
  ["1", "lb", "0.45359237"],
  ["2204.6226218", "lb", "999.999999977875666"],
  ["999999.999", "lb", "453592.36954640763"],
  ["7.25", "kg", "7.25"],
] as const)("%s %s are %s kg", (value, unit, kg) => expect(toKilograms(value, unit)).toBe(kg));

test("converting there and back gives the same value", () => {
  fc.assert(
    fc.property(measure, (value) => {
      expect(compare(round(fromCentimetres(toCentimetres(value, "in"), "in"), 10), value)).toBe(0);
      expect(compare(round(fromKilograms(toKilograms(value, "lb"), "lb"), 10), value)).toBe(0);
    }),
  );
});

const row: MeasuredPackage = {
  pieces: 8,
  length: "60",
  width: "40",
  height: "20",
  weight: "45",
  dimensionUnit: "cm",
  weightUnit: "kg",
};

describe("packages", () => {
  test("by air are charged by volume over the divisor, rounded up to half a kilogram", () => {
    const { pieces, explanation } = weighPackages("AIR", [row]);
    expect(pieces).toBe(8);
    expect(explanation).toMatchObject({
      chargeable: "64.0",
      wonBy: "volume",
      divisor: "6000",
      grossKg: "45",
    });
  });

  test("by sea are charged by revenue tons, and by road at 333 kg to the cubic metre", () => {
    const large = { ...row, pieces: 10, length: "100", width: "100", height: "220", weight: "2100" };
    expect(weighPackages("OCEAN_LCL", [large]).explanation.chargeable).toBe("22");
    expect(weighPackages("TRUCK", [large]).explanation.chargeable).toBe("7326");
  });

  test("without dimensions count by weight alone", () => {
    const bare = { ...row, length: null, weight: "14" };
    expect(volumeOf(bare)).toBeNull();
    expect(weighPackages("AIR", [bare]).explanation).toMatchObject({ chargeable: "14.0", volumeCbm: "0" });
    expect(weighPackages("OCEAN_FCL", [bare, row]).explanation.volumeCbm).toBe("0.384");
  });

  test("lack a volume when one side is missing, whichever it is", () => {
    for (const side of ["length", "width", "height"] as const) {
      const bare = { ...row, [side]: null, weight: "14" };
      expect(volumeOf(bare)).toBeNull();
      expect(weighPackages("AIR", [bare]).explanation.volumeCbm).toBe("0");
    }
  });

  test("have a volume to three decimals", () => {
    expect(volumeOf({ ...row, pieces: 1, length: "33.3", width: "33.3", height: "33.3" })).toBe("0.037");
  });

  test("by air count a stated volume only where dimensions are missing, in other modes before them", () => {
    const said = { ...row, volume: "9" };
    expect(weighPackages("AIR", [said]).explanation.volumeCbm).toBe("0.384");
    expect(weighPackages("AIR", [{ ...said, height: null }]).explanation.volumeCbm).toBe("9");
    expect(weighPackages("OCEAN_LCL", [said]).explanation.volumeCbm).toBe("9");
  });

  test("are never charged below their gross weight, and never less for one more package", () => {
    const packages = fc.array(
      fc.record({
        pieces: fc.integer({ min: 1, max: 500 }),
        length: measure,
        width: measure,
        height: measure,
        weight: measure,
        dimensionUnit: fc.constantFrom("cm" as const, "in" as const),
        weightUnit: fc.constantFrom("kg" as const, "lb" as const),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(
        packages,
        fc.constantFrom("AIR" as const, "OCEAN_LCL" as const, "TRUCK" as const),
        (rows, mode) => {
          const { explanation } = weighPackages(mode, rows);
          const inKg =
            explanation.unit === "kg" ? explanation.chargeable : multiply(explanation.chargeable, 1000);
          expect(compare(inKg, explanation.grossKg)).toBeGreaterThanOrEqual(0);
          const fewer = weighPackages(mode, rows.slice(1)).explanation;
          expect(compare(explanation.chargeable, fewer.chargeable)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
