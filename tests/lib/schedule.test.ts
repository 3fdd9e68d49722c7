import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVERY_MAX } from "#app/contract/notification-code.ts";
import { DAY_MS, formatInstant } from "#app/lib/date-time.ts";
import { nextSend, nextSends, type Schedule, sendsBetween } from "#app/lib/schedule.ts";
import { draws } from "#tests/support/is-all.ts";

const daily: Schedule = {
  unit: "day",
  every: 1,
  weekday: 1,
  monthDay: 1,
  time: "08:00",
  zone: "Europe/Berlin",
  from: "2026-01-01",
};

const shown = (schedule: Schedule, after: string, count: number) =>
  nextSends(schedule, new Date(after), count).map((at) => formatInstant(at, schedule.zone));

describe("the next sends", () => {
  test("daily ones keep the time of day over both changes of the clock", () => {
    expect(shown(daily, "2026-03-27T12:00:00Z", 3)).toEqual([
      "2026-03-28 08:00:00",
      "2026-03-29 08:00:00",
      "2026-03-30 08:00:00",
    ]);
    expect(nextSends(daily, new Date("2026-10-24T05:00:00Z"), 2).map((at) => at.toISOString())).toEqual([
      "2026-10-24T06:00:00.000Z",
      "2026-10-25T07:00:00.000Z",
    ]);
  });

  test("a time that the clock skips is an hour later that day, and of a repeated one the first", () => {
    const night = { ...daily, time: "02:30" };
    expect(nextSend(night, new Date("2026-03-28T12:00:00Z")).toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(nextSends(night, new Date("2026-10-24T12:00:00Z"), 2).map((at) => at.toISOString())).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  test("every second week on a Friday counts from the week of the first day", () => {
    const weekly: Schedule = { ...daily, unit: "week", every: 2, weekday: 5, from: "2026-11-18" };
    expect(shown(weekly, "2026-11-18T00:00:00Z", 3)).toEqual([
      "2026-11-20 08:00:00",
      "2026-12-04 08:00:00",
      "2026-12-18 08:00:00",
    ]);
    // The Monday of that week is before the first day.
    expect(shown({ ...weekly, weekday: 1 }, "2026-11-01T00:00:00Z", 2)).toEqual([
      "2026-11-30 08:00:00",
      "2026-12-14 08:00:00",
    ]);
  });

  test("a month without the 31st has its last day, also in a leap year", () => {
    const monthly: Schedule = { ...daily, unit: "month", monthDay: 31, from: "2027-12-01" };
    expect(shown(monthly, "2027-12-01T00:00:00Z", 5)).toEqual([
      "2027-12-31 08:00:00",
      "2028-01-31 08:00:00",
      "2028-02-29 08:00:00",
      "2028-03-31 08:00:00",
      "2028-04-30 08:00:00",
    ]);
  });

  test("a zone that is unknown is an error, not a time of another zone", () => {
    expect(() => nextSend({ ...daily, zone: "Mars/Olympus" }, new Date())).toThrow(RangeError);
  });
});

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Asia/Shanghai",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Pacific/Auckland",
];

const two = (value: number) => String(value).padStart(2, "0");

const schedules: fc.Arbitrary<Schedule> = fc.record({
  unit: fc.constantFrom("day", "week", "month"),
  every: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: EVERY_MAX })),
  weekday: fc.integer({ min: 1, max: 7 }),
  monthDay: fc.oneof(fc.constantFrom(28, 29, 30, 31), fc.integer({ min: 1, max: 31 })),
  time: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
    .map(([hour, minute]) => `${two(hour)}:${two(minute)}`),
  zone: fc.constantFrom(...zones),
  from: fc
    .integer({ min: 0, max: 1_500 })
    .map((days) => new Date(Date.UTC(2023, 9, 20) + days * DAY_MS).toISOString().slice(0, 10)),
});

/** The days of the schedule by walking the calendar: no arithmetic with weeks or months. */
function modelDays({ unit, every, weekday, monthDay, from }: Schedule, years: number): string[] {
  const days: string[] = [];
  const date = new Date(`${from}T00:00:00Z`);
  const end = new Date(date);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  for (let weeks = 0, months = 0; date < end; ) {
    const tomorrow = new Date(date.getTime() + DAY_MS);
    const isLastOfMonth = tomorrow.getUTCMonth() !== date.getUTCMonth();
    const isoWeekday = date.getUTCDay() === 0 ? 7 : date.getUTCDay();
    const isMonthDay = date.getUTCDate() === monthDay || (isLastOfMonth && date.getUTCDate() < monthDay);
    const isDay =
      unit === "day" ||
      (unit === "week" && weeks % every === 0 && isoWeekday === weekday) ||
      (unit === "month" && months % every === 0 && isMonthDay);
    if (isDay) days.push(date.toISOString().slice(0, 10));
    if (isoWeekday === 7) weeks++;
    if (isLastOfMonth) months++;
    date.setTime(tomorrow.getTime());
  }
  return days;
}

test("over ten years, the sends are those of a calendar that is walked day by day", { tags: "slow" }, () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const days = modelDays(schedule, 10);
      const start = new Date(Date.parse(`${schedule.from}T00:00:00Z`) - 2 * DAY_MS);
      const sends = nextSends(schedule, start, days.length).map((at) => formatInstant(at, schedule.zone)!);
      expect(sends.map((at) => at.slice(0, 10))).toEqual(days);
      // Another hour than the one given is an hour that the clock skipped: at most a few days of ten years.
      const moved = sends.filter((at) => at.slice(11, 16) !== schedule.time);
      expect(moved.length).toBeLessThanOrEqual(20);
    }),
    { numRuns: draws(40) },
  );
});

test("from any instant the next send is the first of those after it", { tags: "slow" }, () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 3_000 * 24 * 60 }), (schedule, minutes) => {
      const after = new Date(Date.UTC(2023, 9, 20) + minutes * 60_000);
      const next = nextSend(schedule, after);
      expect(next > after).toBe(true);
      const between = sendsBetween(schedule, new Date(after.getTime() - 400 * DAY_MS), next);
      expect(between.at(-1)).toEqual(next);
      expect(between.filter((at) => at > after)).toEqual([next]);
    }),
    { numRuns: draws(200) },
  );
});
