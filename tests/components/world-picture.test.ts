import { expect, test } from "vitest";
import { worldPicture } from "#app/components/world-picture.server.ts";

test("the picture of the public pages is small, in the operator's colour, and needs no style", () => {
  const picture = worldPicture("#aa3300");
  expect(picture.length).toBeLessThan(8_000);
  expect(picture).toContain('stroke="#aa3300"');
  expect(picture).not.toContain("style");
  // Dots of land: enough to be recognised.
  expect(picture.split("h0").length).toBeGreaterThan(500);
});
