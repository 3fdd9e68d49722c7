import { expect, test } from "vitest";
import { comparePapers } from "#app/lib/paper-check.ts";
import { neededPapers } from "#app/lib/paper-needs.ts";

test("a difference needs two figures that are known", () => {
  expect(comparePapers([null, "5", null], "number")).toBe("unknown");
  expect(comparePapers(["5.000", "5", null], "number")).toBe("same");
  expect(comparePapers(["5", "5.001"], "number")).toBe("different");
  expect(comparePapers(["A. Keller Co., Ltd", "A KELLER CO LTD", ""], "name")).toBe("same");
  expect(comparePapers(["上海 工厂", "上海工厂"], "name")).toBe("same");
  expect(comparePapers(["PO-1, PO-2", "PO-2, PO-1"], "list")).toBe("same");
  expect(comparePapers(["PO-1", "PO-1, PO-2"], "list")).toBe("different");
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
