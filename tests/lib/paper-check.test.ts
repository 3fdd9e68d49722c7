import { expect, test } from "vitest";
import { comparePapers } from "#app/lib/paper-check.ts";
import { neededPapers } from "#app/lib/paper-needs.ts";

/** Papers that each say one thing, of a source of its own. */
const say = (...values: (string | null)[]) =>
  values.map((value, index) => ({ values: value === null ? [] : [value], source: String(index) }));

test("a difference needs two figures that are known", () => {
  expect(comparePapers(say(null, null), "number")).toBe("unknown");
  expect(comparePapers(say(null, "5", null), "number")).toBe("single");
  expect(comparePapers(say("5.000", "5", null), "number")).toBe("same");
  expect(comparePapers(say("5", "5.001"), "number")).toBe("different");
  expect(comparePapers(say("A. Keller Co., Ltd", "A KELLER CO LTD"), "name")).toBe("same");
  expect(comparePapers(say("上海 工厂", "上海工厂"), "name")).toBe("same");
  expect(comparePapers(say("PO-1, PO-2", "PO-2, PO-1"), "list")).toBe("same");
  expect(comparePapers(say("PO-1", "PO-1, PO-2"), "list")).toBe("different");
});

test("two papers of one source confirm nothing, and figures of several files of a kind are not added up", () => {
  const lines = { values: ["40"], source: "order lines" };
  expect(comparePapers([lines, lines], "number")).toBe("single");
  expect(comparePapers([lines, lines, { values: ["40"], source: "booking" }], "number")).toBe("same");
  const several = { values: ["20", "20"], source: "invoice", hasSeveralFiles: true };
  expect(comparePapers([several], "number")).toBe("unclear");
  expect(comparePapers([several, lines], "number")).toBe("unclear");
  const orders = { values: ["PO-1", "PO-2"], source: "invoice", hasSeveralFiles: true };
  expect(comparePapers([orders, { values: ["PO-2, PO-1"], source: "packing list" }], "list")).toBe("same");
});

test.each([
  ["OCEAN", "DTP", "FOB", "FCL", ["VGM"]],
  ["OCEAN", "PTP", "CIF", "LCL", ["INSURANCE", "CUSTOMS_DECLARATION"]],
  ["OCEAN", "PTP", "EXW", "LCL", []],
  ["AIR", "ATA", "CIP", "LOOSE", ["INSURANCE", "CUSTOMS_DECLARATION"]],
  ["TRUCK", "DTD", "DAP", "FTL", []],
] as const)("%s %s %s %s needs its papers", (mode, service, incoterms, loadType, more) => {
  const usual = ["COMMERCIAL_INVOICE", "PACKING_LIST"];
  const shipment = { mode, service, incoterms, loadType };
  expect(neededPapers({ ...shipment, isDangerous: false })).toEqual([...usual, ...more]);
  expect(neededPapers({ ...shipment, isDangerous: true })).toContain("DANGEROUS_GOODS");
});
