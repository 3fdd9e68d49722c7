import { expect, test } from "vitest";
import { dayOf, headingOf, stampOf } from "#app/features/messages/live/clock.ts";
import { formatHeading, formatInstant } from "#app/lib/date-time.ts";

const AT = new Date("2026-11-22T17:05:09Z");

test.each(["Europe/Amsterdam", "Asia/Shanghai", "America/Los_Angeles", "UTC", "+08:00"])(
  "a message that only the browser knows has the stamp and the day that the server gives the others in %s",
  (zone) => {
    expect(stampOf(AT.getTime(), zone)).toBe(formatInstant(AT, zone));
    expect(dayOf(stampOf(AT.getTime(), zone))).toMatch(/^2026-11-2[23]$/);
    for (const language of ["en", "zh"] as const)
      expect(headingOf(AT.getTime(), zone, language)).toBe(formatHeading(AT, zone, language));
  },
);

test("the day turns at midnight of the reader's clock", () => {
  expect(dayOf(stampOf(AT.getTime(), "Asia/Shanghai"))).toBe("2026-11-23");
  expect(dayOf(stampOf(AT.getTime(), "Europe/Amsterdam"))).toBe("2026-11-22");
  expect(dayOf()).toBe("");
});
