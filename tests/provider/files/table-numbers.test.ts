import { describe, expect, test } from "vitest";
import { CALL_NUMBERS, clearNumbers, numberStyle } from "#app/provider/files/table-numbers.ts";

/** How `cell` is read in a file with these other numbers: its value, both values when it is not clear, or null for no number. */
function readIn(cell: string, others: readonly string[], delimiter: "," | ";" | "\t" | null) {
  const { cells, unclear, presumed } = clearNumbers(
    { kg: cell },
    ["kg"],
    numberStyle([cell, ...others], delimiter),
  );
  return unclear?.kg ?? { is: cells.kg, isPresumed: presumed?.kg !== undefined };
}
const is = (value: string, isPresumed = false) => ({ is: value, isPresumed });

describe("a number of a file", () => {
  test.each([
    ["0,480", [], ",", is("0.48")],
    ["0,480", [], null, is("0.48")],
    ["0.480", [], ";", is("0.48")],
    ["12,5", [], ",", is("12.5")],
    ["1.234,5", [], null, is("1234.5")],
    ["1,234.5", [], ";", is("1234.5")],
    ["1.234.567", [], null, is("1234567")],
    ["1 234,5", [], null, is("1234.5")],
    ["1'234.5", [], null, is("1234.5")],
    ["18250", [], null, is("18250")],
  ] as const)("that is clear by itself: %s", (cell, others, delimiter, expected) => {
    expect(readIn(cell, others, delimiter)).toEqual(expected);
  });

  test.each([
    ["12,345", ["0,480"], ",", is("12.345")],
    ["12,345", ["8200.5"], ";", is("12345")],
    ["12.345", ["8200,5"], ",", is("12345")],
    ["1.000", ["0,5", "12"], null, is("1000")],
    ["1.000", ["0.5"], ";", is("1")],
    ["1.000", ["2.000,5"], "\t", is("1000")],
  ] as const)("is read as the others show: %s beside %j", (cell, others, delimiter, expected) => {
    expect(readIn(cell, others, delimiter)).toEqual(expected);
  });

  test.each([
    ["12,345", ";", is("12.345", true)],
    ["1.000", ";", is("1000", true)],
    ["12.345", ",", is("12.345")],
    ["12,345", ",", ["12345", "12.345"]],
    ["12,345", null, ["12345", "12.345"]],
    ["1.000", null, ["1", "1000"]],
    ["1.000", "\t", ["1", "1000"]],
  ] as const)(
    "without others is read by what parts the cells, or is not clear: %s, %j",
    (cell, delimiter, expected) => {
      expect(readIn(cell, [], delimiter)).toEqual(expected);
    },
  );

  test("is not clear where the others show both", () => {
    expect(readIn("12,345", ["0,5", "0.5"], null)).toEqual(["12345", "12.345"]);
  });

  test.each(["", "abc", "1e5", "12,34,5", "1.23457E+11"])("that is none stays: %j", (cell) => {
    expect(readIn(cell, [], ";")).toEqual(is(cell));
  });
});

test.each([
  ["0,500", "0.5"],
  ["12.345", "12.345"],
  ["12,345", ["12345", "12.345"]],
  ["1.000,5", "1000.5"],
])("in a call %s", (cell, expected) => {
  const { cells, unclear } = clearNumbers({ kg: cell }, ["kg"], CALL_NUMBERS);
  expect(unclear?.kg ?? cells.kg).toEqual(expected);
});
