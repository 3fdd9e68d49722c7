import { expect, test } from "vitest";
import { freshId } from "#app/lib/fresh-id.ts";

test("names are 32 digits and never the same", () => {
  const names = Array.from({ length: 1_000 }, freshId);
  expect(new Set(names).size).toBe(1_000);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});
