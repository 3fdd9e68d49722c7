import fc from "fast-check";
import { expect, test } from "vitest";
import { placeLabels, textWidth } from "#app/features/shipments/map/labels.server.ts";
import { draws } from "#tests/support/is-all.ts";

const picture = { width: 360, height: 320, fontSize: 13 };

test("labels of a map overlap neither each other nor its edge, however near the places are", () => {
  const coordinate = (most: number) => fc.integer({ min: 0, max: most });
  const points = fc.array(fc.record({ x: coordinate(360), y: coordinate(320) }), { maxLength: 8 });
  fc.assert(
    fc.property(points, (places) => {
      const given = places.map((place, index) => ({
        ...place,
        texts: [`Place ${index} XX${index}`, `XX${index}`],
      }));
      const labels = placeLabels(given, picture);
      const boxes = labels.map(({ text, x, y }) => ({
        left: x,
        right: x + textWidth(text, 13),
        top: y - 13,
        bottom: y + 3,
      }));
      for (const [index, box] of boxes.entries()) {
        expect(box.left >= 0 && box.right <= 360 && box.top >= 0 && box.bottom <= 320).toBe(true);
        for (const other of boxes.slice(index + 1))
          expect(
            box.right <= other.left ||
              other.right <= box.left ||
              box.bottom <= other.top ||
              other.bottom <= box.top,
          ).toBe(true);
      }
    }),
    { numRuns: draws(300) },
  );
});

test("a label keeps off the lines where there is room, and is the code alone where the name does not fit", () => {
  const lines = [{ x: 200, y: 90, width: 150, height: 20 }];
  const [beside] = placeLabels([{ x: 200, y: 100, texts: ["Hamburg DEHAM"] }], picture, { lines });
  expect(beside!.x + textWidth("Hamburg DEHAM", 13)).toBeLessThan(200);
  const long = "A very long name of a place that is wider than the picture XXABC";
  expect(placeLabels([{ x: 180, y: 100, texts: [long, "XXABC"] }], picture)[0]!.text).toBe("XXABC");
  expect(textWidth("上海", 10)).toBeGreaterThan(textWidth("SH", 10));
});
