import fc from "fast-check";
import { expect, test } from "vitest";
import { Recent } from "#app/lib/recent.ts";

test("the entry unused for longest goes first", () => {
  const recent = new Recent<number>(2);
  recent.set("a", 1);
  recent.set("b", 2);
  recent.get("a");
  recent.set("c", 3);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
});

test("never holds more than its limit, and always the last one set", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.string(), { minLength: 1 }), (limit, keys) => {
      const recent = new Recent<string>(limit);
      for (const key of keys) recent.set(key, key);
      expect(recent.size).toBe(Math.min(limit, new Set(keys).size));
      expect(recent.get(keys.at(-1)!)).toBe(keys.at(-1));
    }),
  );
});
