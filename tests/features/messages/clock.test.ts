import { expect, test } from "vitest";
import { dayOf, headingOf, momentAt } from "#app/features/messages/live/clock.ts";
import { writeTime } from "#app/lib/date-time.ts";

const AT = new Date("2026-11-22T17:05:09Z");
const at = (zone: string, instant = AT) => momentAt(instant.getTime(), zone);

test.each(["Europe/Amsterdam", "Asia/Shanghai", "America/Los_Angeles", "UTC", "+08:00", "Asia/Kolkata"])(
  "a message that only the browser knows has the time and the heading that the server gives the others in %s",
  (zone) => {
    const time = { at: AT, isDayOnly: false };
    for (const language of ["en", "zh"] as const) {
      const reader = { zone, language, now: AT };
      expect(at(zone)).toEqual(writeTime(time, reader, "full"));
      expect(headingOf(at(zone), at(zone), language)).toBe(writeTime(time, reader, "lasting")?.text);
      const later = { ...reader, now: new Date("2027-02-01T00:00:00Z") };
      expect(headingOf(at(zone), at(zone, later.now), language)).toBe(
        writeTime(time, later, "lasting")?.text,
      );
    }
  },
);

test("the day turns at midnight of the reader's clock", () => {
  expect(dayOf(at("Asia/Shanghai"))).toBe("2026-11-23");
  expect(dayOf(at("Europe/Amsterdam"))).toBe("2026-11-22");
  expect(dayOf()).toBe("");
});
