import { expect, test } from "vitest";
import { cutCommaList } from "#app/lib/comma-list.ts";

test.each([
  ["PO-1,PO-2,PO-3", { shown: "PO-1, PO-2…", full: "PO-1, PO-2, PO-3", isCut: true }],
  ["PO-1, PO-2", { shown: "PO-1, PO-2", full: "PO-1, PO-2", isCut: false }],
  ["PO-1", { shown: "PO-1", full: "PO-1", isCut: false }],
  [" , PO-1 ,, PO-2 , ", { shown: "PO-1, PO-2", full: "PO-1, PO-2", isCut: false }],
  ["甲，乙、丙", { shown: "甲, 乙…", full: "甲, 乙, 丙", isCut: true }],
  ["", { shown: "", full: "", isCut: false }],
  [null, { shown: "", full: "", isCut: false }],
  [["a", "b", "c, d"], { shown: "a, b…", full: "a, b, c, d", isCut: true }],
])("%j", (text, cut) => {
  expect(cutCommaList(text)).toEqual(cut);
});
