import { describe, expect, test } from "vitest";
import { z } from "zod";
import { absentIs, alsoCalled, closed, essential, expected } from "#app/contract/reading.ts";
import {
  pageOf,
  wireDateTime,
  wireDay,
  wireDecimal,
  wireId,
  wireMoment,
  wireMoney,
} from "#app/contract/wire.ts";
import { readTolerantly, unreadableRows } from "#app/upstream/tolerant-reading.ts";
import { endpoints } from "#tests/support/endpoints.ts";

function read<S extends z.ZodType>(shape: S, value: unknown): z.output<S> | "unreadable" {
  const result = readTolerantly(shape, value);
  return result.isRead ? result.data : "unreadable";
}

test.each([
  ["2026-11-22 08:00:00", "2026-11-22 08:00:00"],
  ["2026-11-22T08:00:00", "2026-11-22 08:00:00"],
  ["2026-11-22 08:00", "2026-11-22 08:00:00"],
  ["2026-11-22T08:00:00.123", "2026-11-22 08:00:00"],
  ["2026-11-22T00:00:00Z", "2026-11-22 08:00:00"],
  ["2026-11-22T02:00:00+02:00", "2026-11-22 08:00:00"],
  ["2026-11-22T02:00:00+0200", "2026-11-22 08:00:00"],
  ["2026-11-22 02:00:00 +02:00", "2026-11-22 08:00:00"],
  ["2026-11-22T02:00+02", "2026-11-22 08:00:00"],
  ["2026/11/22 08:00:00", "2026-11-22 08:00:00"],
  [1795305600000, "2026-11-22 08:00:00"],
  ["2026-11-22", "2026-11-22"],
  ["soon", "unreadable"],
  ["2026-02-31 08:00:00", "unreadable"],
  ["2026-02-31T08:00:00", "unreadable"],
  [{}, "unreadable"],
])("the time %j is %j on the wire's clock", (given, wanted) => {
  expect(read(wireDateTime, given)).toBe(wanted);
});

test("a date without a time stays a date in every form, and a time keeps its precision", () => {
  expect(read(wireDay, "2026-11-22T20:00:00Z")).toBe("2026-11-23");
  expect(read(wireMoment, "2026-11-22")).toBe("2026-11-22");
  expect(read(wireMoment, "2026-11-22T00:00:00Z")).toBe("2026-11-22 08:00:00");
});

test.each([
  [wireId, 12, "12"],
  [wireId, "12", "12"],
  [wireId, "b7c1-9", "b7c1-9"],
  [wireId, "no", "unreadable"],
  [wireDecimal, 1.5, "1.5"],
  [wireDecimal, 1e21, "1000000000000000000000"],
  [wireDecimal, "1,234.5", "1234.5"],
  [wireDecimal, "heavy", "unreadable"],
  [z.number().int(), "7", 7],
  [z.number().int(), "7.5", "unreadable"],
  [z.boolean(), 1, true],
  [z.boolean(), "false", false],
  [z.boolean(), "N", false],
  [z.boolean(), "perhaps", "unreadable"],
  [z.literal([0, 1]), "1", 1],
  [z.literal([0, 1]), true, 1],
  [z.enum(["BOOKED"]), "booked", "BOOKED"],
  [z.enum(["BOOKED"]), "HELD", "HELD"],
  [closed(z.enum(["en", "zh"])), "zh-CN", "zh"],
  [closed(z.enum(["en", "zh"])), "fr", "unreadable"],
  [z.array(z.object({ a: z.string() })), '[{"a":"x"}]', [{ a: "x" }]],
])("reads %#", (shape: z.ZodType, given, wanted) => {
  expect(read(shape, given)).toEqual(wanted);
});

describe("what is absent", () => {
  test("is null, or what the contract says, and never a number or an amount", () => {
    const shape = z.object({
      name: z.string(),
      note: z.string().nullable(),
      tags: z.array(z.string()),
      isOpen: z.boolean(),
      pieces: expected(z.number().int()),
      unread: absentIs(z.number().int(), 0),
      price: wireMoney.nullable(),
    });
    const empty = { name: "", note: null, tags: [], isOpen: false, pieces: null, unread: 0, price: null };
    expect(read(shape, {})).toEqual(empty);
    expect(read(shape, { price: { amount: "5" } })).toEqual(empty);
    expect(read(z.object({ pieces: z.number() }), {})).toBe("unreadable");
    expect(read(z.object({ amount: wireDecimal }), {})).toBe("unreadable");
  });

  test("refuses what cannot be done without", () => {
    expect(read(z.object({ token: essential(z.string()) }), {})).toBe("unreadable");
    expect(read(z.object({ id: wireId, name: z.string() }), { name: "x" })).toBe("unreadable");
  });

  test("is found under another name of the product", () => {
    expect(read(z.object({ text: alsoCalled(z.string(), "body") }), { body: "hello" })).toEqual({
      text: "hello",
    });
  });
});

describe("a list", () => {
  const list = pageOf(z.object({ id: wireId, name: z.string() }));

  test("keeps its readable rows and counts the others", () => {
    const read = readTolerantly(list, { rows: [{ id: 1 }, "none", null, { name: "x" }], total: "4" });
    if (!read.isRead) throw new Error("not read");
    expect(read.data).toEqual({ rows: [{ id: "1", name: "" }], total: 4, isTotalCapped: false });
    expect(unreadableRows(read.data.rows)).toBe(3);
    expect(read.notes.filter(({ kind }) => kind === "row").map(({ path }) => path)).toEqual([
      "rows.1",
      "rows.2",
      "rows.3",
    ]);
  });

  test("without a total holds at least what it shows; without rows it says nothing", () => {
    expect(read(list, { rows: [{ id: 1 }] })).toMatchObject({ total: 1, isTotalCapped: true });
    expect(read(list, [{ id: 1 }])).toMatchObject({ total: 1 });
    for (const given of [{ total: 0 }, null, { rows: null }, { rows: "many" }])
      expect(read(list, given)).toBe("unreadable");
  });
});

test("an answer of another kind is not read as an empty one", () => {
  expect(read(z.object({ name: z.string() }), { timestamp: 1 })).toBe("unreadable");
});

test("extra keys are left out", () => {
  expect(read(z.object({ name: z.string() }), { name: "x", more: 1 })).toEqual({ name: "x" });
});

test("every answer of the contract can be read tolerantly, without an exception", () => {
  const odd = [
    undefined,
    null,
    "",
    "x",
    0,
    1.5,
    true,
    [],
    {},
    [null],
    { rows: [{}], total: "x" },
    { id: {} },
  ];
  for (const { response } of endpoints)
    for (const value of odd) expect(() => readTolerantly(response, value)).not.toThrow();
});
