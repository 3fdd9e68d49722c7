import { describe, expect, it, test } from "vitest";
import { clockOf, nextTickMs } from "#app/features/quotes/clock.server.ts";
import { DAY_MS, HOUR_MS, instantToWire, MINUTE_MS, spanText } from "#app/lib/date-time.ts";
import { textOf } from "#app/lib/moment.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const now = new Date("2026-11-20T10:00:00Z");
const wire = (ms: number) => instantToWire(new Date(now.getTime() + ms)) ?? "";
const readerOf = (language: "en" | "zh") => ({
  t: translateOf(language),
  language,
  zone: "UTC",
  now,
});
const en = readerOf("en");

describe("the clock of a quote", () => {
  const cases: [string, QuoteStatus, number, number | null, string | null, "calm" | "soon" | "late"][] = [
    ["new", "NEW", 0, null, "answer expected within 2 days", "calm"],
    ["new, a day on", "NEW", -34 * HOUR_MS, null, "answer expected within 14 hours", "calm"],
    ["new, past 48 hours", "NEW", -49 * HOUR_MS, null, "answer overdue since today, 09:00", "late"],
    ["priced", "READY_TO_BOOK", 0, 5 * HOUR_MS, "valid for 5 hours", "soon"],
    ["priced for long", "READY_TO_BOOK", 0, 29 * DAY_MS, "valid for 29 days", "calm"],
    ["to authorize", "AWAITING_AUTHORIZATION", 0, 30 * HOUR_MS, "valid for 30 hours", "calm"],
    ["expired", "EXPIRED", 0, -3 * DAY_MS, "expired 3 days ago", "late"],
    ["expired by the provider's clock alone", "EXPIRED", 0, HOUR_MS, "has just expired", "late"],
    ["accepted and past its time, so booked", "ACCEPTED", 0, -DAY_MS, null, "calm"],
    ["rejected", "REJECTED", 0, HOUR_MS, null, "calm"],
  ];
  it.each(cases)("%s", (_, status, requested, until, text, state) => {
    const clock = clockOf(
      { status, requestedAt: wire(requested), validUntil: until === null ? null : wire(until) },
      en,
    );
    expect(clock && textOf(clock.text)).toBe(text);
    if (clock) expect([clock.isSoon, clock.isLate]).toEqual([state === "soon", state === "late"]);
  });

  test("stops when the quote is booked", () => {
    const booked = { status: "ACCEPTED", requestedAt: wire(0), validUntil: wire(HOUR_MS) } as const;
    expect(clockOf({ ...booked, isBooked: true }, en)).toBeNull();
  });

  test("speaks Chinese", () => {
    const zh = readerOf("zh");
    const quote = { status: "NEW", requestedAt: wire(-34 * HOUR_MS), validUntil: null } as const;
    expect(clockOf(quote, zh)?.text).toBe("预计 14 小时内答复");
  });
});

test("a duration is truncated to its whole unit and is never empty", () => {
  expect(spanText(47 * HOUR_MS + 59 * MINUTE_MS, "en")).toBe("47 hours");
  expect(spanText(59 * MINUTE_MS, "en")).toBe("59 minutes");
  expect(spanText(1, "en")).toBe("1 minute");
  expect(spanText(2 * DAY_MS, "zh")).toBe("2 天");
});

describe("the next tick of a page's clocks", () => {
  const quote = (status: QuoteStatus, left: number, isBooked = false) => ({
    status,
    requestedAt: wire(left - 48 * HOUR_MS),
    validUntil: wire(left),
    isBooked,
  });

  it.each([
    ["in days", 3 * DAY_MS + HOUR_MS, HOUR_MS + 1_000],
    ["in hours", 5 * HOUR_MS + 20 * MINUTE_MS, 20 * MINUTE_MS + 1_000],
    ["in minutes", 7 * MINUTE_MS + 9_000, 10_000],
    ["at its end", 9_000, 10_000],
    ["just past its end, where the provider's clock decides", -1_000, 5_000],
    ["long past its end", -2 * MINUTE_MS, null],
  ])("%s", (_, left, ticks) => {
    expect(nextTickMs([quote("READY_TO_BOOK", left)], now)).toBe(ticks);
  });

  it("is that of the clock that changes first, and none without clocks", () => {
    const running = [quote("NEW", 2 * DAY_MS + 5_000), quote("ACCEPTED", HOUR_MS + 4_000)];
    expect(nextTickMs(running, now)).toBe(5_000);
    const still = [quote("REJECTED", 1_000), quote("EXPIRED", -1_000), quote("ACCEPTED", 1_000, true)];
    expect(nextTickMs([...still, quote("NEW", -1_000)], now)).toBeNull();
  });

  it("changes the text, which is the same just before", () => {
    for (const left of [3 * DAY_MS + HOUR_MS, 5 * HOUR_MS + 20 * MINUTE_MS, 7 * MINUTE_MS + 9_000]) {
      const timed = quote("READY_TO_BOOK", left);
      const ticks = nextTickMs([timed], now) ?? 0;
      const at = (ms: number) => clockOf(timed, { ...en, now: new Date(now.getTime() + ms) })?.text;
      expect(at(ticks)).not.toBe(at(0));
      expect(at(ticks - 2_000)).toBe(at(0));
    }
  });
});
