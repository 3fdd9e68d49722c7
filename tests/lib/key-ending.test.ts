import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { endsSoon, isEndToTell } from "#app/lib/key-ending.ts";

const expiresAt = new Date("2026-12-31T09:30:00Z");
const before = (days: number) => new Date(expiresAt.getTime() - days * DAY_MS);

/** Days before its end on which a key of so many days is told of, by a job that runs every hour but in the gap. */
function toldOn(madeForDays: number, gap: [from: number, to: number] = [0, 0]): number[] {
  const key = { createdAt: before(madeForDays), expiresAt };
  let toldAt: Date | null = null;
  const told: number[] = [];
  for (let at = key.createdAt; at <= before(-1); at = new Date(at.getTime() + HOUR_MS)) {
    const left = (expiresAt.getTime() - at.getTime()) / DAY_MS;
    if (left < gap[0] && left > gap[1]) continue;
    if (!isEndToTell({ ...key, toldAt }, at)) continue;
    toldAt = at;
    told.push(left);
  }
  return told;
}

test("the end of a key is told 14 and 2 days before, as far as it works for long enough", () => {
  for (const days of [28, 30, 90, 180, 365]) expect(toldOn(days), `${days} days`).toEqual([14, 2]);
  for (const days of [4, 7, 14, 27]) expect(toldOn(days), `${days} days`).toEqual([2]);
  for (const days of [1, 3]) expect(toldOn(days), `${days} days`).toEqual([]);
});

test("what was missed is told late, never twice within a day, and not after the end", () => {
  expect(toldOn(90, [20, 10])).toEqual([10, 2]);
  // The late one stands for the second.
  expect(toldOn(90, [20, 2.5])).toEqual([2.5]);
  expect(toldOn(90, [20, 1])).toEqual([1]);
  expect(toldOn(90, [13, 1])).toEqual([14, 1]);
  expect(toldOn(90, [20, -0.5])).toEqual([]);
});

test("the list says so from the first mail on until the key ends", () => {
  const key = { createdAt: before(90), expiresAt };
  const seen = [15, 14, 3, 0.01, 0, -1].map((days) => endsSoon(key, before(days)));
  expect(seen).toEqual([false, true, true, true, false, false]);
  expect(endsSoon({ createdAt: before(7), expiresAt }, before(3))).toBe(false);
  expect(endsSoon({ createdAt: before(7), expiresAt }, before(2))).toBe(true);
});
