import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  compare,
  divide,
  largest,
  multiply,
  parseDecimal,
  round,
  roundUpTo,
  subtract,
} from "#app/lib/decimal.ts";

const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, places]) => {
    const size = (digits < 0n ? -digits : digits).toString().padStart(places + 1, "0");
    const text = places === 0 ? size : `${size.slice(0, -places)}.${size.slice(-places)}`;
    return digits < 0n ? `-${text}` : text;
  });

describe("reading", () => {
  test.each([
    ["1,234.50", "1234.5"],
    ["1234.50", "1234.5"],
    [" 12 ", "12"],
    ["-0.10", "-0.1"],
    ["+7", "7"],
    [".5", "0.5"],
    ["5.", "5"],
    ["-0", "0"],
    ["1,234,567", "1234567"],
    ["１２３．４", "123.4"],
    ["0000012", "12"],
    ["123456789012345678901234567890.12", "123456789012345678901234567890.12"],
    [0.1, "0.1"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
  ])("%j is %s", (value, text) => {
    expect(parseDecimal(value)).toBe(text);
  });

  test.each([
    "",
    " ",
    "abc",
    "1e5",
    "1E5",
    "12,34",
    "1,2345",
    ",123",
    "0,500",
    "-0,480",
    "00,500",
    "0,500.5",
    "1.2.3",
    "1.234,50",
    "--1",
    "0x10",
    "Infinity",
    "NaN",
    ".",
    "-",
    "1 234",
    "9".repeat(61),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    true,
  ])("%j is nonsense", (value) => {
    expect(parseDecimal(value)).toBeNull();
  });
});

test.each([
  ["0,500", "0.5"],
  ["12,345", "12.345"],
  ["1.000", "1000"],
  ["1.234.567,8", "1234567.8"],
  ["１２，５", "12.5"],
  ["1200", "1200"],
  ["0.500", null],
  ["12.5", null],
  ["1,234.50", null],
])("by the comma %j is %s", (value, text) => {
  expect(parseDecimal(value, ",")).toBe(text);
});

test("a text of sixty characters is read, a longer one is not", () => {
  expect(parseDecimal("1".repeat(60))).toBe("1".repeat(60));
  expect(parseDecimal("1".repeat(61))).toBeNull();
});

describe("arithmetic", () => {
  test("has no binary fractions", () => {
    expect(add("0.1", "0.2")).toBe("0.3");
    expect(add(0.1, 0.2)).toBe("0.3");
    expect(add()).toBe("0");
    expect(subtract("1", "0.9")).toBe("0.1");
    expect(subtract("0.3", "0.3")).toBe("0");
    expect(multiply("1.1", "1.1")).toBe("1.21");
    expect(multiply("99999999999999.99", "99999999999999.99")).toBe("9999999999999998000000000000.0001");
    expect(multiply("-1", "0")).toBe("0");
    expect(divide("1", "3")).toBe("0.33333333333333333333");
    expect(divide("2", "3")).toBe("0.66666666666666666667");
    expect(divide("10", "4")).toBe("2.5");
  });

  test.each([
    ["1.005", 2, "1.01"],
    ["2.5", 0, "3"],
    ["-2.5", 0, "-3"],
    ["1.004999", 2, "1.00"],
    ["-0.001", 2, "0.00"],
    ["1234", 2, "1234.00"],
  ])("rounds %s to %i places: %s", (value, places, rounded) => {
    expect(round(value, places)).toBe(rounded);
  });

  test.each([
    ["14.625", "0.5", "15.0"],
    ["80", "0.5", "80.0"],
    ["80.0001", "0.5", "80.5"],
    ["333.333", "1", "334"],
    ["0", "0.5", "0.0"],
    ["-0.2", "0.5", "0.0"],
  ])("%s up to the next %s: %s", (value, step, rounded) => {
    expect(roundUpTo(value, step)).toBe(rounded);
  });

  test("compares as numbers", () => {
    expect(compare("10", "9.99")).toBe(1);
    expect(compare("1.0", "1")).toBe(0);
    expect(compare("-1", "0")).toBe(-1);
    expect(largest("2", "10", "9.5")).toBe("10");
  });

  test("refuses values that are not numbers", () => {
    expect(() => add("1", "two")).toThrow(TypeError);
    expect(() => compare("", 1)).toThrow(TypeError);
    expect(() => divide("1", "0.00")).toThrow(RangeError);
    expect(() => roundUpTo("1", "0")).toThrow(RangeError);
    expect(() => roundUpTo("1", "-1")).toThrow(RangeError);
  });

  test("adding and taking away, multiplying and dividing, are inverse", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        expect(compare(subtract(add(a, b), b), a)).toBe(0);
        expect(add(a, b)).toBe(add(b, a));
        if (compare(b, 0) !== 0) expect(compare(divide(multiply(a, b), b), a)).toBe(0);
        expect(parseDecimal(add(a))).toBe(add(a));
      }),
    );
  });
});
