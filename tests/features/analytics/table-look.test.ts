import { describe, expect, test } from "vitest";
import { differsInLook } from "#app/components/kept-page.ts";
import { columnsText, lookOf, readColumns, readOrder, withLook } from "#app/features/analytics/table-look.ts";

const keys = ["group", "shipments", "teu", "weight"];

describe("the columns of an address", () => {
  test.each([
    ["", keys],
    ["teu.shipments", ["group", "teu", "shipments"]],
    ["teu.teu.nonsense.group", ["group", "teu"]],
    ["nonsense", keys],
    [".".repeat(10_000), keys],
  ])("%j", (columns, shown) => {
    expect(readColumns(columns, keys)).toEqual(shown);
  });

  test("are written only where they are not the usual ones", () => {
    expect(columnsText(keys, keys)).toBe("");
    expect(columnsText(["group", "teu", "shipments"], keys)).toBe("teu.shipments");
    expect(readColumns(columnsText(["group", "weight"], keys), keys)).toEqual(["group", "weight"]);
  });
});

test("the order names a column and a direction", () => {
  expect(readOrder("-teu")).toEqual({ id: "teu", desc: true });
  expect(readOrder("teu")).toEqual({ id: "teu", desc: false });
});

test("a look is set and taken away, and what is not named stays", () => {
  const address = withLook("/analytics/index?report=eta", { order: "-teu" });
  expect(address).toBe("/analytics/index?report=eta&order=-teu");
  expect(withLook(address, { columns: "teu" })).toBe("/analytics/index?report=eta&order=-teu&columns=teu");
  expect(withLook(address, { order: "" })).toBe("/analytics/index?report=eta");
  expect(lookOf(new URLSearchParams("order=teu"))).toEqual({ order: "teu", columns: "", fold: "" });
});

test.each([
  ["?report=eta", "?report=eta&order=-teu", true],
  ["", "?columns=teu", true],
  ["?order=teu&columns=a", "?order=-teu", true],
  ["?report=eta&order=teu", "?report=transit&order=teu", false],
  // Asked for again.
  ["?order=teu", "?order=teu", false],
])("%j and %j differ in the look only: %s", (one, other, expected) => {
  const url = (search: string) => new URL(`https://portal.example.com/analytics/index${search}`);
  expect(differsInLook({ currentUrl: url(one), nextUrl: url(other) })).toBe(expected);
});
