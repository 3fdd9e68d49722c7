import { expect, test } from "vitest";
import { retryAfterSeconds } from "#app/lib/retry-after.ts";

test("a wait is a number of seconds or a date", () => {
  expect(retryAfterSeconds("600")).toBe(600);
  const wait = retryAfterSeconds(new Date(Date.now() + 600_000).toUTCString());
  // A date has no milliseconds.
  expect(wait).toBeGreaterThan(598);
  expect(wait).toBeLessThanOrEqual(600);
});

test("what is over or cannot be read is no wait", () => {
  const past = new Date(Date.now() - 60_000).toUTCString();
  for (const header of [null, "", "0", "-5", "soon", past]) expect(retryAfterSeconds(header)).toBeNull();
});
