import { expect, test } from "vitest";
import { searchTypeOf } from "#app/lib/search-type.ts";

test.each([
  ["FLDSHA26100075", "H"],
  ["fld sha 2610-0075", "H"],
  ["FLDHAM26110243A", "H"],
  ["4500952240", "PO"],
  ["4500 952/240-1", "PO"],
  ["PO 4500952240", "PO"],
  ["PO#4500952240", "PO"],
  ["", null],
  ["F", null],
  ["45", null],
  ["where is it?", null],
  ["上海 4500", null],
  ["A".repeat(10_000), null],
])("the number %s tells the search type %s", (number, type) => {
  expect(searchTypeOf(number)).toBe(type);
});
