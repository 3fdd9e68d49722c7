import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare } from "#app/lib/decimal.ts";
import {
  type FreeTimeBox,
  type FreeTimeGiven,
  type FreeTimeLine,
  firstOpenDay,
  freeTimeLines,
  type Tariff,
} from "#app/lib/free-time-lines.ts";

const demurrage: Tariff = {
  code: "DEM",
  type: "DEM",
  carrierCode: null,
  placeCode: null,
  sizeType: null,
  startEvent: "discharge",
  dayOne: "event-day",
  freeDays: 7,
  unit: "calendar",
  tiers: [
    { days: 3, perDay: "50.00" },
    { days: null, perDay: "80.00" },
  ],
  currency: "USD",
  validFrom: "2026-01-01",
  validTo: null,
  source: "Tariff",
  contractNumber: null,
};
const detention: Tariff = { ...demurrage, code: "DET", type: "DET", startEvent: "gateOut", freeDays: 10 };
const merged: Tariff = { ...demurrage, code: "DD", type: "MERGED", freeDays: 14 };

const act = (day: string) => ({ day, isActual: true });
const expected = (day: string) => ({ day, isActual: false });
const box = (given: Partial<FreeTimeBox> = {}): FreeTimeBox => ({
  carrierCode: "MAEU",
  places: ["USLAX"],
  sizeType: "45G1",
  discharge: null,
  available: null,
  gateOut: null,
  emptyIn: null,
  ...given,
});
const whole = (given: Partial<FreeTimeGiven>): FreeTimeGiven => ({
  box: box(),
  tariffs: [demurrage, detention],
  stated: [],
  today: "2026-12-08",
  pickup: null,
  ...given,
});
const lines = (given: Partial<FreeTimeGiven>): FreeTimeLine[] => freeTimeLines(whole(given));
const line = (given: Partial<FreeTimeGiven>, type = "DEM") =>
  lines(given).find((each) => each.type === type)!;

describe("the cases of the trade page", () => {
  test.each([
    [demurrage, box({ discharge: act("2026-12-05"), gateOut: act("2026-12-15") }), "2026-12-11", 4, "230.00"],
    [
      { ...demurrage, dayOne: "next-day" } as Tariff,
      box({ discharge: act("2026-12-05"), gateOut: act("2026-12-15") }),
      "2026-12-12",
      3,
      "150.00",
    ],
    [detention, box({ gateOut: act("2026-12-15"), emptyIn: act("2026-12-22") }), "2026-12-24", 0, "0.00"],
    [
      { ...demurrage, dayOne: "next-day", freeDays: 4, unit: "working" } as Tariff,
      box({ discharge: act("2026-11-20"), gateOut: act("2026-11-26") }),
      "2026-11-26",
      0,
      "0.00",
    ],
  ])("%#", (tariff, of, last, days, amount) => {
    const found = line({ tariffs: [tariff], box: of }, tariff.type);
    expect(found).toMatchObject({ lastFreeDay: last, basis: "computed", isOpen: false, daysLeft: null });
    expect(found.cost).toMatchObject({ days, amount, by: "ended" });
  });
});

describe("the tariff", () => {
  const choose = (tariffs: Tariff[], given: Partial<FreeTimeBox> = {}) =>
    lines({ tariffs, box: box({ discharge: act("2026-12-05"), ...given }) }).map(
      ({ tariff }) => tariff?.code,
    );
  const made = (code: string, more: Partial<Tariff>): Tariff => ({ ...demurrage, code, ...more });

  test("that names the carrier comes before the one with the place, then the longer size", () => {
    const all = [
      made("general", {}),
      made("size", { sizeType: "45G1" }),
      made("place", { placeCode: "USLAX" }),
      made("carrier", { carrierCode: "MAEU" }),
      made("carrier and size", { carrierCode: "MAEU", sizeType: "45" }),
      made("carrier and whole size", { carrierCode: "MAEU", sizeType: "45G1" }),
    ];
    for (const order of [all, [...all].reverse()]) {
      const left = [...order];
      const chosen: (string | undefined)[] = [];
      while (left.length > 0) {
        const [code] = choose(left);
        chosen.push(code);
        left.splice(
          left.findIndex((each) => each.code === code),
          1,
        );
      }
      expect(chosen).toEqual([
        "carrier and whole size",
        "carrier and size",
        "carrier",
        "place",
        "size",
        "general",
      ]);
    }
  });

  test("has to fit, and to be valid on the day on which its clock starts", () => {
    expect(choose([made("other", { carrierCode: "MSCU" })])).toEqual([]);
    expect(choose([made("other", { placeCode: "DEHAM" })])).toEqual([]);
    expect(choose([made("other", { sizeType: "22" })])).toEqual([]);
    const old = made("old", { validTo: "2026-12-05" });
    const since = made("since", { validFrom: "2026-12-06" });
    expect(choose([old, since])).toEqual(["old"]);
    expect(choose([old, since], { discharge: act("2026-12-06") })).toEqual(["since"]);
    expect(choose([made("a", {}), made("later", { validFrom: "2026-06-01" })])).toEqual(["later"]);
  });

  test("that is merged takes the place of both when it fits better than that of demurrage", () => {
    const all = [demurrage, detention, { ...merged, carrierCode: "MAEU" }];
    expect(lines({ tariffs: all }).map(({ type }) => type)).toEqual(["MERGED"]);
    expect(lines({ tariffs: all, box: box({ carrierCode: "MSCU" }) }).map(({ type }) => type)).toEqual([
      "DEM",
      "DET",
    ]);
  });

  test("that is merged runs until the empty return", () => {
    const given = {
      tariffs: [merged],
      box: box({ discharge: act("2026-12-01"), gateOut: act("2026-12-06") }),
    };
    expect(line({ ...given, today: "2026-12-16" }, "MERGED")).toMatchObject({
      lastFreeDay: "2026-12-14",
      isOpen: true,
      daysLeft: 0,
      daysOver: 2,
      cost: { days: 2, amount: "100.00", by: "today" },
    });
  });
});

describe("the day that counts", () => {
  const discharged = box({ discharge: act("2026-12-05") });

  test("is the earliest of those that are stated, whatever is computed", () => {
    const stated = ["2026-12-14", "2026-12-12"].map((lastFreeDay) => ({ type: "DEM" as const, lastFreeDay }));
    expect(line({ box: discharged, stated })).toMatchObject({
      lastFreeDay: "2026-12-12",
      basis: "stated",
      daysLeft: 4,
      daysOver: 0,
      computed: { lastFreeDay: "2026-12-11", isActual: true },
    });
  });

  test("is an estimate while the start is planned, and unknown while nothing is", () => {
    expect(line({ box: box({ discharge: expected("2026-12-10") }) })).toMatchObject({
      lastFreeDay: "2026-12-16",
      computed: { isActual: false, startDay: "2026-12-10" },
      cost: { days: 0, amount: "0.00" },
    });
    expect(line({})).toMatchObject({ lastFreeDay: null, basis: null, computed: null, cost: null });
    expect(lines({ tariffs: [] })).toEqual([]);
  });

  test("that is stated without a tariff has no cost", () => {
    const stated = [{ type: "DEM" as const, lastFreeDay: "2026-12-12" }];
    expect(line({ tariffs: [], stated })).toMatchObject({
      lastFreeDay: "2026-12-12",
      cost: null,
      tariff: null,
    });
  });

  test("of detention begins with the asked day while the container is in the terminal, and costs nothing yet", () => {
    const given = { box: box({ discharge: act("2026-12-05") }), pickup: "2026-12-20" };
    expect(line(given, "DET")).toMatchObject({ lastFreeDay: "2026-12-29", isOpen: true, cost: null });
    expect(line(given)).toMatchObject({ cost: { days: 9, until: "2026-12-20", by: "asked" } });
  });

  test("for alarms is the earliest of clocks that run", () => {
    const given = { box: box({ discharge: act("2026-12-01"), gateOut: act("2026-12-03") }) };
    const other = { box: box({ discharge: act("2026-12-08") }) };
    expect(firstOpenDay(lines(given))).toBe("2026-12-12");
    expect(firstOpenDay([...lines(other), ...lines(given)])).toBe("2026-12-12");
    expect(firstOpenDay(lines(other))).toBe(line(other).lastFreeDay);
    expect(firstOpenDay([])).toBeNull();
  });
});

test("the cost is nothing on the last free day, something the day after, and never less for a later day", () => {
  const later = (from: string, days: number) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const day = fc.integer({ min: 0, max: 900 }).map((index) => later("2026-01-01", index));
  const price = fc.integer({ min: 1, max: 50_000 }).map((cents) => (cents / 100).toFixed(2));
  const tariff = fc
    .record({
      type: fc.constantFrom<Tariff["type"]>("DEM", "DET", "MERGED"),
      dayOne: fc.constantFrom<Tariff["dayOne"]>("event-day", "next-day"),
      unit: fc.constantFrom<Tariff["unit"]>("calendar", "working"),
      freeDays: fc.integer({ min: 0, max: 30 }),
      holidays: fc.array(day, { maxLength: 10 }),
      tiers: fc.array(fc.record({ days: fc.integer({ min: 1, max: 9 }), perDay: price }), {
        minLength: 1,
        maxLength: 4,
      }),
    })
    .map(
      (given): Tariff => ({
        ...demurrage,
        ...given,
        startEvent: given.type === "DET" ? "gateOut" : "discharge",
      }),
    );
  fc.assert(
    fc.property(
      ...([
        tariff,
        day,
        fc.option(fc.integer({ min: -5, max: 30 })),
        fc.array(fc.nat(60), { minLength: 2 }),
      ] as const),
      (given, start, statedAfter, picked) => {
        const event = given.startEvent === "gateOut" ? { gateOut: act(start) } : { discharge: act(start) };
        const stated =
          statedAfter === null ? [] : [{ type: given.type, lastFreeDay: later(start, statedAfter) }];
        const at = (pickup: string) =>
          line({ tariffs: [given], box: box(event), stated, pickup, today: start }, given.type);
        const last = at(start).lastFreeDay!;
        const cost = (pickup: string) => at(pickup).cost!.amount;
        expect(cost(last)).toBe("0.00");
        expect(compare(cost(later(last, 1)), 0)).toBe(1);
        const sorted = [...picked].sort((a, b) => a - b).map((days) => cost(later(start, days)));
        for (const [index, amount] of sorted.entries())
          if (index > 0) expect(compare(amount, sorted[index - 1]!)).toBeGreaterThanOrEqual(0);
      },
    ),
    { examples: [[{ ...demurrage }, "2026-12-05", null, [1, 9, 30]]] },
  );
});
