import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "#app/lib/date-time.ts";
import { ARRIVALS_MIN, etaRange } from "#app/lib/eta-error.ts";

const days = (...values: number[]) => etaRange(values.map((value) => value * DAY_MS));

test.each([
  [[0, 0, 0, 0], null],
  [[3, -1, 0, 4, 1], { arrivals: 5, fromDays: -1, toDays: 4 }],
  [[0.2, 0.2, 0.2, 0.2, 0.2], { arrivals: 5, fromDays: 0, toDays: 0 }],
  [[0.5, -0.5, 0.49, -0.51, 0], { arrivals: 5, fromDays: -1, toDays: 1 }],
  // Of ten, the first and the ninth; of twenty, the second and the eighteenth.
  [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], { arrivals: 10, fromDays: 0, toDays: 8 }],
  [Array.from({ length: 20 }, (_, index) => index), { arrivals: 20, fromDays: 1, toDays: 17 }],
])("the range of %j days", (values, range) => {
  expect(days(...values)).toEqual(range);
});

const errors = fc.array(fc.integer({ min: -60 * DAY_MS, max: 60 * DAY_MS }), { minLength: ARRIVALS_MIN });

test("moves by a day when all ETAs move by a day", () => {
  fc.assert(
    fc.property(errors, (given) => {
      const [range, moved] = [etaRange(given)!, etaRange(given.map((error) => error - DAY_MS))!];
      expect([moved.fromDays, moved.toDays]).toEqual([range.fromDays - 1, range.toDays - 1]);
    }),
    { examples: [[[0, DAY_MS / 2, -DAY_MS / 2, DAY_MS, 1]]] },
  );
});

test("does not depend on the order, and holds at least eight of ten arrivals", () => {
  fc.assert(
    fc.property(errors, (given) => {
      const range = etaRange(given)!;
      expect(etaRange(given.toReversed())).toEqual(range);
      const within = given.filter(
        (error) => error >= (range.fromDays - 0.5) * DAY_MS && error <= (range.toDays + 0.5) * DAY_MS,
      );
      expect(within.length).toBeGreaterThanOrEqual(given.length * 0.8);
    }),
  );
});
