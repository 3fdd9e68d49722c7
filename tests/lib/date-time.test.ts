import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ageOf,
  dayToWire,
  endOf,
  formatDay,
  formatInstant,
  formatTime,
  formatWeekday,
  instantToWire,
  isValidZone,
  offsetMinutesOf,
  offsetOf,
  parseWire,
  relativeTime,
  wallClockToInstant,
  wireToInstant,
  wireToViewer,
} from "#app/lib/date-time.ts";

const utc = (text: string) => new Date(`${text}Z`);
const ZONES = [
  "UTC",
  "Asia/Shanghai",
  "America/Los_Angeles",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Kiritimati",
];
const wholeSecond = fc
  .integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2090, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

describe("the wire's clock", () => {
  test.each([
    ["2026-11-20 08:00:00", "2026-11-20T00:00:00", false],
    ["2026-11-20 07:59:59", "2026-11-19T23:59:59", false],
    ["2026-11-20T07:59", "2026-11-19T23:59:00", false],
    ["2026-11-20 07:59:59.250", "2026-11-19T23:59:59", false],
    [" 2026-11-20 ", "2026-11-19T16:00:00", true],
    ["2024-02-29", "2024-02-28T16:00:00", true],
    // Shanghai's time was an hour ahead in the summer of 1988; the wire's was not.
    ["1988-07-01 12:00:00", "1988-07-01T04:00:00", false],
  ])("reads %s", (text, instant, isDayOnly) => {
    expect(parseWire(text)).toEqual({ at: utc(instant), isDayOnly });
    expect(wireToInstant(text)).toEqual(utc(instant));
  });

  test.each([
    "",
    "Invalid Date",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "0000-00-00 00:00:00",
    "0000-01-01 00:00:00",
    "2026-11-20 24:00:00",
    "2026-11-20 10:60:00",
    "2026-11-20 10:00:60",
    "2026-11-20 10:00:00Z",
    "20-11-2026",
    "2026-1-2",
    null,
    undefined,
    1763600000000,
    {},
  ])("takes %j for no date", (text) => {
    expect(wireToInstant(text)).toBeNull();
    expect(wireToViewer(text, "UTC")).toBeNull();
  });

  test("writes an instant, its day, and a time known to the day", () => {
    const at = utc("2026-11-19T16:30:05.999");
    expect(instantToWire(at)).toBe("2026-11-20 00:30:05");
    expect(dayToWire(at)).toBe("2026-11-20");
  });

  test("an invalid date is null everywhere, never text", () => {
    const invalid = new Date(Number.NaN);
    expect(instantToWire(invalid)).toBeNull();
    expect(dayToWire(undefined)).toBeNull();
    expect(formatInstant(invalid, "UTC")).toBeNull();
    expect(formatDay(invalid, "UTC")).toBeNull();
    expect(formatTime({ at: invalid, isDayOnly: true }, "UTC")).toBeNull();
    expect(offsetOf(invalid, "UTC")).toBeNull();
    expect(relativeTime(invalid, new Date(), "en")).toBeNull();
    expect(ageOf(invalid, new Date())).toBeNull();
    expect(instantToWire(new Date(8.64e15))).toBeNull();
  });

  test("reading and writing are each other's inverse", () => {
    fc.assert(
      fc.property(wholeSecond, (instant) => {
        expect(wireToInstant(instantToWire(instant))).toEqual(instant);
      }),
    );
  });
});

describe("showing", () => {
  test.each([
    ["2026-11-20 09:30:00", "UTC", "2026-11-20 01:30:00", "+00:00"],
    ["2026-11-20 09:30:00", "America/Los_Angeles", "2026-11-19 17:30:00", "-08:00"],
    ["2026-07-20 09:30:00", "Europe/Berlin", "2026-07-20 03:30:00", "+02:00"],
    ["2026-11-20 09:30:00", "Asia/Kolkata", "2026-11-20 07:00:00", "+05:30"],
    ["2026-11-20 09:30:00", "America/St_Johns", "2026-11-19 22:00:00", "-03:30"],
    ["2026-11-20 08:00:00", "Asia/Shanghai", "2026-11-20 08:00:00", "+08:00"],
  ])("moves %s to %s", (wire, zone, shown, offset) => {
    expect(wireToViewer(wire, zone)).toBe(shown);
    expect(formatDay(wireToInstant(wire), zone)).toBe(shown.slice(0, 10));
    expect(offsetOf(wireToInstant(wire), zone)).toBe(offset);
  });

  test.each(ZONES)("a day stays that day in %s", (zone) => {
    expect(wireToViewer("2026-12-05", zone)).toBe("2026-12-05");
  });

  test("midnight is hour 00", () => {
    expect(formatInstant(utc("2026-11-20T00:00:00"), "UTC")).toBe("2026-11-20 00:00:00");
  });

  test("a part of a second does not change the offset", () => {
    expect(offsetOf(utc("2026-07-20T01:30:00.999"), "Europe/Berlin")).toBe("+02:00");
    expect(offsetOf(utc("1965-07-20T01:30:00.001"), "America/St_Johns")).toBe("-02:30");
  });

  test("an unknown zone gives null rather than a wrong hour", () => {
    expect(formatInstant(utc("2026-11-20T00:00:00"), "Mars/Olympus")).toBeNull();
    expect(offsetMinutesOf(utc("2026-11-20T00:00:00"), "")).toBeNull();
  });

  test.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["+08:00", true],
    ["Mars/Olympus", false],
    ["", false],
    [`Europe/${"x".repeat(80)}`, false],
    ["<script>", false],
    [null, false],
  ])("zone %j: %s", (zone, expected) => {
    expect(isValidZone(zone)).toBe(expected);
  });

  test("what a zone's clock shows leads back to the same instant", () => {
    fc.assert(
      fc.property(wholeSecond, fc.constantFrom(...ZONES), (instant, zone) => {
        const back = wallClockToInstant(formatInstant(instant, zone), zone);
        // A repeated hour stands for its first occurrence.
        expect(formatInstant(back, zone)).toBe(formatInstant(instant, zone));
        expect(back!.getTime()).toBeLessThanOrEqual(instant.getTime());
      }),
    );
  });

  test("an hour that the clock skips is read with the offset before the change", () => {
    expect(wallClockToInstant("2026-03-29 02:30:00", "Europe/Berlin")).toEqual(utc("2026-03-29T01:30:00"));
    expect(wallClockToInstant("2026-10-25 02:30:00", "Europe/Berlin")).toEqual(utc("2026-10-25T00:30:00"));
    expect(wallClockToInstant("nonsense", "Europe/Berlin")).toBeNull();
    expect(wallClockToInstant("2026-10-25", "Mars/Olympus")).toBeNull();
  });

  /** Hours around changes of the offset, at midnight, at a minute past it, of half an hour, of a day, and of seconds. */
  test.each([
    ["Europe/Berlin", "2026-03-29T01:00:00"],
    ["America/St_Johns", "2006-10-29T02:31:00"],
    ["Asia/Gaza", "2012-09-20T22:00:00"],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00"],
    ["Pacific/Apia", "2011-12-30T10:00:00"],
    ["Asia/Shanghai", "1901-01-01T00:00:00"],
    ["Africa/Monrovia", "1972-01-07T00:44:30"],
    ["Asia/Kathmandu", "1985-12-31T18:30:00"],
  ])("the clock of %s around %s is that of Intl", (zone, change) => {
    const intl = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    const start = utc(change).getTime() - 50 * 3_600_000;
    for (let at = start; at < start + 100 * 3_600_000; at += 599_500)
      expect(formatInstant(new Date(at), zone)).toBe(intl.format(at));
  });

  test("years that have no four digits are none, on the days beside them as well", () => {
    expect(formatInstant(new Date("0999-12-31T23:00:00Z"), "UTC")).toBeNull();
    expect(formatInstant(new Date("1000-01-01T00:00:00Z"), "UTC")).toBe("1000-01-01 00:00:00");
    expect(formatInstant(new Date("9999-12-31T23:59:59Z"), "UTC")).toBe("9999-12-31 23:59:59");
    expect(formatInstant(new Date("9999-12-31T23:59:59Z"), "Asia/Tokyo")).toBeNull();
  });

  test("5,000 conversions take some milliseconds, not half a second", () => {
    formatInstant(new Date(), "Europe/Berlin");
    // The minimum of several rounds: parallel tests may use the core for longer than one round.
    const rounds = Array.from({ length: 5 }, () => {
      const start = performance.now();
      for (let index = 0; index < 5000; index++)
        formatInstant(new Date(1.7e12 + index * 1e6), "Europe/Berlin");
      return performance.now() - start;
    });
    expect(Math.min(...rounds)).toBeLessThan(250);
  });
});

describe("relative times and ages", () => {
  const now = utc("2026-11-20T12:00:00");
  test.each([
    ["2026-11-20T15:00:00", "in 3 hours", "3小时后"],
    ["2026-11-20T15:59:59", "in 3 hours", "3小时后"],
    ["2026-11-20T11:59:00", "1 minute ago", "1分钟前"],
    ["2026-11-22T12:00:00", "in 2 days", "2天后"],
    ["2026-08-01T12:00:00", "3 months ago", "3个月前"],
    ["2028-11-21T12:00:00", "in 2 years", "2年后"],
    ["2026-11-20T12:00:30", "now", "现在"],
  ])("%s", (at, en, zh) => {
    expect(relativeTime(utc(at), now, "en")).toBe(en);
    expect(relativeTime(utc(at), now, "zh")).toBe(zh);
  });

  test("age counts whole days and is never negative", () => {
    expect(ageOf(utc("2026-11-18T12:00:01"), now)).toBe(1);
    expect(ageOf(utc("2026-11-18T12:00:00"), now)).toBe(2);
    expect(ageOf(utc("2026-12-18T12:00:00"), now)).toBe(0);
  });

  test("a day is past when it has ended", () => {
    expect(endOf({ at: now, isDayOnly: false })).toEqual(now);
    expect(endOf(parseWire("2026-12-05")!)).toEqual(wireToInstant("2026-12-06 00:00:00"));
  });
});

test("a weekday is short enough for the head of a narrow column", () => {
  expect([formatWeekday("2026-11-22", "en"), formatWeekday("2026-11-22", "zh")]).toEqual(["Sun", "周日"]);
  expect(formatWeekday("someday", "en")).toBeNull();
});
