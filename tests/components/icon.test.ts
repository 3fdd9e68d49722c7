import { decode } from "fast-png";
import { expect, test } from "vitest";
import { iconAsPng } from "#app/components/icon.server.ts";

test.each([32, 192, 512])(
  "the icon of %i px is a small picture of a white letter on the operator's colour",
  (size) => {
    const bytes = iconAsPng("#aa3300", size);
    expect(bytes.length).toBeLessThan(1_000);
    const { width, height, depth, data, palette } = decode(bytes);
    expect([width, height, depth]).toEqual([size, size, 1]);
    expect(palette).toEqual([
      [0xaa, 0x33, 0x00],
      [255, 255, 255],
    ]);
    // Of 32 units a side: a corner, the stem of the letter, beside it.
    const pixel = (x: number, y: number) => {
      const at = ((y * size) / 32) * size + (x * size) / 32;
      return (data[at >> 3]! >> (7 - (at & 7))) & 1;
    };
    expect([pixel(0, 0), pixel(10, 16), pixel(20, 22)]).toEqual([0, 1, 0]);
  },
);
