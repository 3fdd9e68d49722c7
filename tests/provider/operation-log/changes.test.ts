import { expect, test } from "vitest";
import { changesBetween } from "#app/provider/operation-log/changes.ts";

test.each([
  ["nothing", { a: "1", b: [{ c: "x" }] }, { b: [{ c: "x" }], a: "1" }, []],
  ["a field", { a: "1" }, { a: "2" }, [["a", "1", "2"]]],
  ["empty, null, false and absent are the same", { a: "", b: null, c: false }, { d: undefined, e: [] }, []],
  [
    "a row that is gone",
    { rows: [{ x: "1" }, { x: "2" }] },
    { rows: [{ x: "1" }] },
    [["rows.1.x", "2", null]],
  ],
  [
    "a nested field",
    { p: { name: "A" } },
    { p: { name: "B", isAdded: true } },
    [
      ["p.name", "A", "B"],
      ["p.isAdded", null, "true"],
    ],
  ],
  ["a list of plain values", { goods: ["A"] }, { goods: ["A", "B"] }, [["goods", "A", "A, B"]]],
  [
    "a list of values and rows, item by item",
    { goods: ["A", { x: "1" }] },
    { goods: ["A", { x: "2" }] },
    [["goods.1.x", "1", "2"]],
  ],
  [
    "a first entry",
    null,
    { n: 5, s: "x" },
    [
      ["n", null, "5"],
      ["s", null, "x"],
    ],
  ],
] as const)("%s", (_, before, after, expected) => {
  const changes = changesBetween(before, after);
  expect(changes.map((change) => [change.path, change.before, change.after])).toEqual(expected);
});
