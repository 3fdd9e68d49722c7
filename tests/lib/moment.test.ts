import { describe, expect, test } from "vitest";
import { parseWire, spanText, type TimeFormat, writeTime } from "#app/lib/date-time.ts";
import { aroundTime, labelled, textOf } from "#app/lib/moment.ts";

// 20:00 in Shanghai, 13:00 in Rotterdam, 07:00 in New York.
const now = new Date("2026-11-28T12:00:00Z");
const texts = (wire: string, zone: string, format: TimeFormat = "spoken", at = now) =>
  (["en", "zh"] as const).map(
    (language) => writeTime(parseWire(wire), { language, zone, now: at }, format)?.text,
  );

describe("a spoken time", () => {
  const cases: [string, string, string, string, string][] = [
    ["of today", "2026-11-28 20:05:59", "Asia/Shanghai", "today, 20:05", "今天 20:05"],
    ["of today on another clock", "2026-11-29 00:30:00", "Europe/Amsterdam", "today, 17:30", "今天 17:30"],
    ["of tomorrow on this clock", "2026-11-29 00:30:00", "Asia/Shanghai", "tomorrow, 00:30", "明天 00:30"],
    ["of yesterday", "2026-11-28 11:00:00", "America/New_York", "yesterday, 22:00", "昨天 22:00"],
    ["of two days ago", "2026-11-26 11:00:00", "Asia/Shanghai", "Thu 26 Nov", "11月26日 周四"],
    ["of this year", "2026-12-01 10:55:00", "Asia/Shanghai", "Tue 1 Dec", "12月1日 周二"],
    ["of another year", "2027-12-01 10:55:00", "Asia/Shanghai", "Wed 1 Dec 2027", "2027年12月1日 周三"],
    ["of September", "2026-09-09 10:55:00", "Asia/Shanghai", "Wed 9 Sep", "9月9日 周三"],
    ["known to the day, today", "2026-11-28", "Asia/Shanghai", "today", "今天"],
    [
      "known to the day, in every zone that day",
      "2026-12-01",
      "America/New_York",
      "Tue 1 Dec",
      "12月1日 周二",
    ],
    ["an hour that comes twice", "2026-10-25 08:30:00", "Europe/Amsterdam", "Sun 25 Oct", "10月25日 周日"],
  ];
  test.each(cases)("%s", (_, wire, zone, en, zh) => {
    expect(texts(wire, zone)).toEqual([en, zh]);
  });

  test("the year turns at midnight of the clock on which it is read", () => {
    const eve = new Date("2026-12-31T20:00:00Z");
    expect(texts("2027-01-04 12:00:00", "Asia/Shanghai", "spoken", eve)[0]).toBe("Mon 4 Jan");
    expect(texts("2027-01-04 12:00:00", "Europe/Amsterdam", "spoken", eve)[0]).toBe("Mon 4 Jan 2027");
    expect(texts("2027-01-01 04:00:00", "Europe/Amsterdam", "spoken", eve)[0]).toBe("today, 21:00");
  });

  test("the day before a day of 25 hours is yesterday", () => {
    const noon = new Date("2026-10-25T12:00:00Z");
    expect(texts("2026-10-24 18:00:00", "Europe/Amsterdam", "spoken", noon)[0]).toBe("yesterday, 12:00");
    expect(texts("2026-10-26 18:00:00", "Europe/Amsterdam", "spoken", noon)[0]).toBe("tomorrow, 11:00");
  });

  test("for what is read on another day no day is near", () => {
    expect(texts("2026-11-28 20:05:59", "Asia/Shanghai", "lasting")).toEqual(["Sat 28 Nov", "11月28日 周六"]);
    expect(texts("2026-11-29", "Asia/Shanghai", "lasting")[0]).toBe("Sun 29 Nov");
  });
});

describe("other formats", () => {
  test("a column has the minute, a log the second, and a day has neither", () => {
    expect(texts("2026-11-26 10:55:07", "+08:00", "column")[0]).toBe("2026-11-26 10:55");
    expect(texts("2026-11-26 10:55:07", "+08:00", "full")[0]).toBe("2026-11-26 10:55:07");
    for (const format of ["column", "full"] as const)
      expect(texts("2026-11-26", "Europe/Amsterdam", format)).toEqual(["2026-11-26", "2026-11-26"]);
  });

  test("the whole stamp with its offset, by summer time too", () => {
    const stamp = (wire: string, zone: string) =>
      writeTime(parseWire(wire), { language: "en", zone, now }, "spoken")?.stamp;
    expect(stamp("2026-11-26 10:55:07", "+08:00")).toBe("2026-11-26 10:55:07 UTC+08:00");
    expect(stamp("2026-11-26 10:55:07", "Europe/Amsterdam")).toBe("2026-11-26 03:55:07 UTC+01:00");
    expect(stamp("2026-07-26 10:55:07", "Europe/Amsterdam")).toBe("2026-07-26 04:55:07 UTC+02:00");
    expect(stamp("2026-11-26", "Europe/Amsterdam")).toBe("2026-11-26");
  });

  test("no time, and a zone that nobody knows, are null", () => {
    const reader = { language: "en", zone: "Asia/Shanghai", now } as const;
    expect(writeTime(null, reader, "spoken")).toBeNull();
    expect(writeTime({ at: new Date(Number.NaN), isDayOnly: false }, reader, "column")).toBeNull();
    const lost = { ...reader, zone: "Mars/Olympus" };
    expect(writeTime(parseWire("2026-11-26 10:55:07"), lost, "spoken")).toBeNull();
  });
});

test("a text keeps the time that it has, behind a label as well", () => {
  const time = { text: "Tue 1 Dec", stamp: "2026-12-01" };
  const line = aroundTime(time, (day) => `due ${day}`);
  expect(line).toEqual({ text: "due Tue 1 Dec", part: "Tue 1 Dec", stamp: "2026-12-01" });
  expect(labelled("ETA", line)).toEqual({ ...time, text: "ETA due Tue 1 Dec", part: "Tue 1 Dec" });
  expect(labelled("ETA", "none")).toBe("ETA none");
  expect(textOf(aroundTime("", (day) => `due ${day || "some day"}`))).toBe("due some day");
});

test("a span is told in one unit", () => {
  const hours = (count: number) => count * 3_600_000;
  expect(spanText(hours(5 * 24 + 16), "en")).toBe("5 days");
  expect(spanText(hours(47), "en")).toBe("47 hours");
  expect(spanText(hours(30), "zh")).toBe("30 小时");
});
