import { describe, expect, test } from "vitest";
import { equipmentOf } from "#app/lib/equipment.ts";
import { checkIncoterm, incotermOf, incoterms } from "#app/lib/incoterms.ts";
import { unLocodeOf } from "#app/lib/un-locode.ts";

test.each([
  ["CNSHA", "CNSHA"],
  ["cn sha", "CNSHA"],
  [" USLAX ", "USLAX"],
  ["US2NY", "US2NY"],
  ["CN  SHA", null],
  ["CNSH0", null],
  ["CNSH1", null],
  ["SHA", null],
  ["C1SHA", null],
  ["", null],
  [null, null],
])("UN/LOCODE %j is %j", (text, code) => {
  expect(unLocodeOf(text)).toBe(code);
});

describe("equipment", () => {
  test.each([
    ["22G1", "22GP", "dry", 20, false],
    ["22GP", "22GP", "dry", 20, false],
    ["42G1", "42GP", "dry", 40, false],
    ["45g1", "45GP", "dry", 40, true],
    ["45R1", "45RT", "reefer", 40, true],
    ["L5G1", "L5GP", "dry", 45, true],
    ["22U1", "22UT", "open-top", 20, false],
    ["42P1", "42PF", "flat-rack", 40, false],
    ["22T6", "22TD", "tank", 20, false],
    ["20P0", "20PL", "platform", 20, false],
  ])("%s", (code, groupCode, kind, lengthFeet, isHighCube) => {
    expect(equipmentOf(code)).toMatchObject({ groupCode, kind, lengthFeet, isHighCube });
  });

  test.each(["40HC", "20GP1", "22X1", "02G1", "2AG1", "22 G", "", "constructor", null, 22])(
    "%j is no code",
    (code) => {
      expect(equipmentOf(code)).toBeNull();
    },
  );

  test("a pallet-wide box is extra wide", () => {
    expect(equipmentOf("LEG1")).toMatchObject({ isHighCube: true, lengthFeet: 45 });
  });
});

describe("Incoterms 2020", () => {
  test("there are eleven, and DAT is not one of them", () => {
    expect(incoterms).toHaveLength(11);
    expect(incotermOf(" fob ")).toBe("FOB");
    expect(incotermOf("DAT")).toBeNull();
    expect(checkIncoterm("DAT", true)).toBe("unknown");
    expect(checkIncoterm(null, true)).toBe("unknown");
  });

  test.each(["FAS", "FOB", "CFR", "CIF"])("%s is for sea only", (term) => {
    expect(checkIncoterm(term, false)).toBe("sea-only");
    expect(checkIncoterm(term, true)).toBe("fits");
  });

  test.each(["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP"])("%s fits any mode", (term) => {
    expect(checkIncoterm(term, false)).toBe("fits");
    expect(checkIncoterm(term, true)).toBe("fits");
  });
});
