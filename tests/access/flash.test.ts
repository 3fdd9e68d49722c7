import { expect, test } from "vitest";
import { flashText } from "#app/access/flash.ts";

test("a flash message has its words in the refusals, or in the namespace that it names", () => {
  expect(flashText("followed")).toBe("refusals:flash.followed");
  expect(flashText("refusals:followed")).toBe("refusals:flash.followed");
  expect(flashText("own-words:done" as Parameters<typeof flashText>[0])).toBe("own-words:flash.done");
});
