import { expect, test } from "vitest";
import { chargeName, storedName, unitName, usualCharges } from "#app/lib/charge-names.ts";

test.each([
  ["Ocean freight", "海运费"],
  ["TERMINAL HANDLING AT ORIGIN", "起运港码头操作费"],
  ["Congestion fee agreed by mail", "Congestion fee agreed by mail"],
  ["constructor", "constructor"],
  ["起重费", "起重费"],
])("the line %s is called %s", (description, chinese) => {
  expect(chargeName(description, "zh")).toBe(chinese);
});

test("a usual line has one spelling in English, a unit is translated, a container type is a code", () => {
  expect(chargeName("ocean freight", "en")).toBe("Ocean freight");
  expect(["W/M", "kg", "trip", "45G1"].map((unit) => unitName(unit, "zh"))).toEqual([
    "计费吨",
    "kg",
    "趟",
    "45G1",
  ]);
});

test.each(["Ocean freight", "ocean FREIGHT", "海运费"])("%s is stored under one name", (typed) => {
  expect(storedName(usualCharges, typed)).toBe("Ocean freight");
  expect(storedName(usualCharges, `${typed} extra`)).toBe(`${typed} extra`);
});
