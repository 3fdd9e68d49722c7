import { describe, expect, test } from "vitest";
import { bookingContent } from "#app/contract/booking.ts";
import { inCodes } from "#app/lib/booking-codes.ts";
import {
  carrierCodeOf,
  equipmentIn,
  incotermIn,
  jobModeOf,
  loadTypeOf,
  packageTypeOf,
  paymentTypeOf,
  serviceTypeOf,
} from "#app/lib/trade-words.ts";

describe("equipment", () => {
  test.each([
    ["40HC", "45G1"],
    ["40HQ", "45G1"],
    ["40'HQ", "45G1"],
    ["40’ HC", "45G1"],
    ["40 ft HC", "45G1"],
    ["HC40", "45G1"],
    ["40 high cube", "45G1"],
    ["40尺高柜", "45G1"],
    ["20DV", "22G1"],
    ["20gp", "22G1"],
    ["20'", "22G1"],
    ["40DV", "42G1"],
    ["40GP", "42G1"],
    ["40RF", "42R1"],
    ["40RH", "45R1"],
    ["20RF", "22R1"],
    ["20OT", "22U1"],
    ["40 OT", "42U1"],
    ["20FR", "22P1"],
    ["40FR", "42P1"],
    ["45HC", "L5G1"],
    ["45'HQ", "L5G1"],
    ["20TK", "22T1"],
    ["22K2", "22K2"],
    ["2210", "22G1"],
    ["4310", "42G1"],
    ["4510", "45G1"],
    ["9510", "L5G1"],
    ["4532", "45R1"],
    ["2251", "22U1"],
    ["22G1", "22G1"],
    ["45r1", "45R1"],
    ["45GP", "45GP"],
    ["45RE", "45RE"],
  ])("%s is %s", (word, code) => {
    expect(equipmentIn(word)?.code).toBe(code);
  });
  test.each(["", "40XX", "50HC", "HC", "2290", "8810", "22G11", "container"])("%j is none", (word) => {
    expect(equipmentIn(word)).toBeNull();
  });
});

test.each([
  ["CTNS", "CTN"],
  ["CT", "CTN"],
  ["carton(s)", "CTN"],
  ["BOX", "BX"],
  ["PCS", "PP"],
  ["CASE", "CS"],
  ["ROLLS", "RO"],
  ["Bales", "BL"],
  ["IBC", "WA"],
  ["PALLET", "PLT"],
  ["PX", "PLT"],
  ["PK", "PKG"],
  ["PKGS", "PKG"],
  ["纸箱", "CTN"],
  ["skid of its own", undefined],
])("package %s is %s", (word, code) => {
  expect(packageTypeOf(word)).toBe(code);
});

test.each([
  ["PPD", "PREPAID"],
  ["PP", "PREPAID"],
  ["Freight Prepaid", "PREPAID"],
  ["freight-prepaid", "PREPAID"],
  ["CCX", "COLLECT"],
  ["COLLECT", "COLLECT"],
  ["Freight Collect", "COLLECT"],
  ["到付", "COLLECT"],
  ["later", undefined],
])("freight terms %s are %s", (word, code) => {
  expect(paymentTypeOf(word)).toBe(code);
});

test.each([
  ["FOB Shanghai", "FOB"],
  ["fob, CNSHA", "FOB"],
  ["DAP", "DAP"],
  ["CIF Hamburg (Incoterms 2020)", "CIF"],
  ["F.O.B. Shanghai", "FOB"],
  ["f.o.b", "FOB"],
  ["Ex Works", "EXW"],
  ["EX-WORKS Shenzhen", "EXW"],
  ["C&F Dubai", "CFR"],
  ["CNF", "CFR"],
  ["Free on board", "FOB"],
  ["DAT Rotterdam", null],
  ["D.D.U.", null],
  ["FOBX", null],
  ["Ex Worksop", null],
  ["FOBS", null],
  ["DAT Hamburg", null],
  ["", null],
])("Incoterms %j is %s", (word, code) => {
  expect(incotermIn(word)).toBe(code);
});

test.each([
  [serviceTypeOf, "CY/CY", "PTP"],
  [serviceTypeOf, "CFS/CFS", "PTP"],
  [serviceTypeOf, "CY/DOOR", "PTD"],
  [serviceTypeOf, "Door-CY", "DTP"],
  [serviceTypeOf, "FCL/FCL", "PTP"],
  [loadTypeOf, "FCL/FCL", "FCL"],
  [loadTypeOf, "LCL/LCL", "LCL"],
  [loadTypeOf, "CFS/CFS", "LCL"],
  [jobModeOf, "SEA", "OCEAN"],
  [jobModeOf, "OCE", "OCEAN"],
  [jobModeOf, "ROA", "TRUCK"],
  [jobModeOf, "AIR", "AIR"],
  [jobModeOf, "RAI", undefined],
  [carrierCodeOf, "MSK", "MAEU"],
  [carrierCodeOf, "HLC", "HLCU"],
  [carrierCodeOf, "MSCU", "MSCU"],
  [carrierCodeOf, "XYZ", undefined],
])("%o reads %s as %s", (read, word, code) => {
  expect(read(word)).toBe(code);
});

test("a booking has codes for words that are known, and keeps the others", () => {
  const content = bookingContent.parse({
    incoterms: "FOB Shanghai",
    paymentType: "PPD",
    cargo: [{ packageType: "CTNS" }, { packageType: "Skid" }],
    containers: [{ containerType: "40HC" }, { containerType: "" }],
  });
  expect(inCodes(content)).toEqual({
    ...content,
    incoterms: "FOB",
    paymentType: "PREPAID",
    cargo: [{ ...content.cargo[0], packageType: "CTN" }, content.cargo[1]],
    containers: [{ ...content.containers[0], containerType: "45G1" }, content.containers[1]],
  });
});
