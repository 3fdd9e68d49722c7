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

test("dots stand on land, not on the sea, also where land goes over the date line", () => {
  const picture = worldPicture("#aa3300");
  const hasDot = (longitude: number, latitude: number) =>
    picture.includes(`M${(longitude + 180) * 2} ${(72 - latitude) * 2}h0`);
  // Chukotka, Canada, Siberia, the Sahara, Australia.
  for (const [longitude = 0, latitude = 0] of [
    [-178, 67],
    [-113, 62],
    [102, 62],
    [2, 22],
    [132, -23],
  ])
    expect([longitude, latitude, hasDot(longitude, latitude)]).toEqual([longitude, latitude, true]);
  // The Atlantic, the Pacific, the Norwegian Sea.
  for (const [longitude = 0, latitude = 0] of [
    [-38, 22],
    [-148, 2],
    [2, 67],
  ])
    expect([longitude, latitude, hasDot(longitude, latitude)]).toEqual([longitude, latitude, false]);
});
