import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { airWaybillMeant, checkAirWaybill, formatAirWaybill } from "#app/lib/air-waybill.ts";
import { checkContainerNumber, containerCheckDigit } from "#app/lib/container-number.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";

describe("container number", () => {
  test.each([
    "CSQU3054383",
    "MWCU6059784",
    "APZU4812090",
    "MSKU6011672",
    "CSQU3054300",
    "csqu 305438-3",
    "CSQU 305438 3",
  ])("%s is valid", (text) => {
    expect(checkContainerNumber(text).status).toBe("valid");
  });

  test.each([
    ["CSQU3054384", "3"],
    ["MSCU1234567", "6"],
    ["HLXU1234567", "1"],
  ])("%s should end in %s", (text, expected) => {
    expect(checkContainerNumber(text)).toEqual({ status: "wrong-digit", number: text, expected });
  });

  test.each(["CSQA3054383", "CSQU305438", "CSQU30543833", "1SQU3054383", "TRAILER 7", "CSQU30543８X"])(
    "%s is malformed",
    (text) => {
      expect(checkContainerNumber(text).status).toBe("malformed");
    },
  );

  test.each(["", "  - ", null, undefined])("%j is empty", (text) => {
    expect(checkContainerNumber(text)).toEqual({ status: "empty", number: "" });
  });

  test("the number is returned without separators", () => {
    expect(checkContainerNumber(" csqu-305438 3")).toEqual({ status: "valid", number: "CSQU3054383" });
  });

  test("exactly one last digit is valid, and one wrong letter or digit is found out", () => {
    const body = fc
      .tuple(fc.stringMatching(/^[A-Z]{3}$/), fc.constantFrom("U", "J", "Z"), fc.stringMatching(/^[0-9]{6}$/))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        body,
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (number, at, shift) => {
          const valid = Array.from({ length: 10 }, (_, digit) => number + digit).filter(
            (each) => checkContainerNumber(each).status === "valid",
          );
          expect(valid).toHaveLength(1);
          // Remainders 0 and 10 have the same check digit, so a changed digit is not always detected for
          // them.
          if (at < 4 || containerCheckDigit(number) === 0) return;
          const changed = String((Number(number[at]) + shift) % 10);
          const other = number.slice(0, at) + changed + number.slice(at + 1) + valid[0]?.at(-1);
          expect(checkContainerNumber(other).status).toBe("wrong-digit");
        },
      ),
    );
  });
});

describe("air waybill", () => {
  test.each(["176-12345675", "020-81140743", "17612345675", "176 1234 5675"])("%s is valid", (text) => {
    expect(checkAirWaybill(text).status).toBe("valid");
  });

  test("a wrong digit names the right one", () => {
    expect(checkAirWaybill("176-12345676")).toEqual({
      status: "wrong-digit",
      number: "17612345676",
      expected: "5",
    });
  });

  test.each(["7", "8", "9"])("no number that ends in %s is valid", (last) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{10}$/), (number) => {
        expect(checkAirWaybill(number + last).status).toBe("wrong-digit");
      }),
    );
  });

  test("the airline prefix is not covered by the digit", () => {
    expect(checkAirWaybill("999-12345675").status).toBe("valid");
  });

  test.each(["176-1234567", "176-123456755", "MAWB 1761234", "ABC-12345675"])("%s is malformed", (text) => {
    expect(checkAirWaybill(text).status).toBe("malformed");
  });

  test("is empty without characters, and shown with one hyphen", () => {
    expect(checkAirWaybill(" ").status).toBe("empty");
    expect(formatAirWaybill("176 1234 5675")).toBe("176-12345675");
    expect(formatAirWaybill("HAWB-1")).toBe("HAWB-1");
  });
});

describe("vessel IMO number", () => {
  test.each(["9074729", "9321483", "IMO 9074729", "imo9321483"])("%s is valid", (text) => {
    expect(checkVesselImo(text).status).toBe("valid");
  });

  test.each([
    ["9074728", "wrong-digit"],
    ["907472", "malformed"],
    ["90747290", "malformed"],
    ["EVER GIVEN", "malformed"],
    ["", "empty"],
    [null, "empty"],
  ])("%j is %s", (text, status) => {
    expect(checkVesselImo(text).status).toBe(status);
  });

  test("the digit that it should have makes it valid", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{7}$/), (number) => {
        const verdict = checkVesselImo(number);
        if (verdict.status === "wrong-digit") {
          expect(checkVesselImo(number.slice(0, 6) + verdict.expected).status).toBe("valid");
        } else expect(verdict.status).toBe("valid");
      }),
    );
  });
});

test.each([
  ["2081140743", "020-81140743"],
  ["112345675", "001-12345675"],
  ["20-8114 0743", "020-81140743"],
  ["2081140744", null],
  ["02081140743", null],
  ["1234567", null],
  ["MBL77", null],
  ["", null],
])("an air waybill of too few digits, %j, is meant as %j", (typed, meant) => {
  expect(airWaybillMeant(typed)).toBe(meant);
});
