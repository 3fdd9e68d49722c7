import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare } from "#app/lib/decimal.ts";
import { chargedDays, type FreeTimeTerms, freeDaysLeft, lastFreeDay } from "#app/lib/free-time.ts";
import { chargeOfDays } from "#app/lib/free-time-charge.ts";

const calendar = (dayOne: FreeTimeTerms["dayOne"], freeDays: number): FreeTimeTerms => ({
  dayOne,
  freeDays,
  unit: "calendar",
});
const working = (
  dayOne: FreeTimeTerms["dayOne"],
  freeDays: number,
  holidays: string[] = [],
): FreeTimeTerms => ({
  dayOne,
  freeDays,
  unit: "working",
  holidays,
});

describe("last free day", () => {
  test.each([
    ["2026-12-05", calendar("event-day", 7), "2026-12-15", "2026-12-11", 4],
    ["2026-12-05", calendar("next-day", 7), "2026-12-15", "2026-12-12", 3],
    ["2026-12-15", calendar("event-day", 10), "2026-12-22", "2026-12-24", 0],
    ["2026-11-20", working("next-day", 4), "2026-11-26", "2026-11-26", 0],
    ["2026-11-20", working("next-day", 4, ["2026-11-26"]), "2026-11-30", "2026-11-27", 3],
    ["2026-11-21", working("event-day", 1), "2026-11-24", "2026-11-23", 1],
    ["2026-12-28", calendar("next-day", 5), "2027-01-03", "2027-01-02", 1],
    ["2028-02-27", calendar("event-day", 3), "2028-03-02", "2028-02-29", 2],
    ["2026-12-05", calendar("event-day", 0), "2026-12-05", "2026-12-04", 1],
    ["2026-12-05", working("event-day", 0), "2026-12-05", "2026-12-04", 1],
  ])("%s, %j, until %s: %s, %i charged", (eventDay, terms, end, last, charged) => {
    expect(lastFreeDay(eventDay, terms)).toBe(last);
    expect(chargedDays(last, end)).toBe(charged);
  });

  test("the days of rest are the place's", () => {
    const terms = { ...working("next-day", 1), restDays: [5, 6] };
    expect(lastFreeDay("2026-11-19", terms)).toBe("2026-11-22");
  });

  test("the days left include today, and are never below 0", () => {
    expect(freeDaysLeft("2026-12-11", "2026-12-11")).toBe(0);
    expect(freeDaysLeft("2026-12-11", "2026-12-05")).toBe(6);
    expect(freeDaysLeft("2026-12-11", "2026-12-20")).toBe(0);
  });

  test("refuses an invalid day, and a calendar without working days", () => {
    expect(() => lastFreeDay("2026-02-30", calendar("event-day", 1))).toThrow(RangeError);
    expect(() => lastFreeDay("2026-2-3", calendar("event-day", 1))).toThrow("Not a day: 2026-2-3");
    expect(() => lastFreeDay("soon", calendar("event-day", 1))).toThrow("Not a day: soon");
    expect(() =>
      lastFreeDay("2026-12-05", { ...working("event-day", 1), restDays: [0, 1, 2, 3, 4, 5, 6] }),
    ).toThrow("The calendar has no working days");
  });
});

describe("charge", () => {
  const tiers = [
    { days: 5, perDay: "50" },
    { days: 5, perDay: "75.5" },
    { days: null, perDay: "120" },
  ];

  test.each([
    [0, "0.00"],
    [1, "50.00"],
    [5, "250.00"],
    [7, "401.00"],
    [12, "867.50"],
  ])("%i days cost %s", (days, amount) => {
    expect(chargeOfDays(days, tiers)).toBe(amount);
  });

  test("days beyond the last tier cost what its days cost", () => {
    expect(
      chargeOfDays(4, [
        { days: 1, perDay: 10 },
        { days: 1, perDay: 20 },
      ]),
    ).toBe("70.00");
    expect(chargeOfDays(4, [])).toBe("0.00");
  });

  test("nothing on the last free day, something the day after, and never less for a later day", () => {
    const day = fc
      .integer({ min: 0, max: 3000 })
      .map((index) => new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString().slice(0, 10));
    const later = (from: string, days: number) =>
      new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        day,
        fc.constantFrom<FreeTimeTerms["dayOne"]>("event-day", "next-day"),
        fc.constantFrom<FreeTimeTerms["unit"]>("calendar", "working"),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 40 }),
        (eventDay, dayOne, unit, freeDays, after) => {
          const last = lastFreeDay(eventDay, { dayOne, unit, freeDays });
          const cost = (end: string) => chargeOfDays(chargedDays(last, end), tiers);
          expect(cost(last)).toBe("0.00");
          expect(compare(cost(later(last, 1)), 0)).toBe(1);
          expect(
            compare(cost(later(eventDay, after + 1)), cost(later(eventDay, after))),
          ).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
