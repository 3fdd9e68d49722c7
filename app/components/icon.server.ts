import { encode } from "fast-png";
import { textOn } from "#app/lib/contrast.ts";

/** The sign of the product, a letter on a square of 32 units: drawn in `brand.tsx` too. */
const LETTER: readonly [x: number, y: number, width: number, height: number][] = [
  [9, 7, 4, 18],
  [13, 7, 11, 4],
  [13, 15, 9, 4],
];
const UNITS = 32;

/** As SVG, with round corners. @param color "#rrggbb" */
export function iconAsSvg(color: string): string {
  const on = textOn(color);
  const letter = LETTER.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/><path d="${letter}" fill="${on === "#ffffff" ? "#fff" : on}"/></svg>`;
}

/** As PNG, to the edge: phones cut the corners themselves. @param size a multiple of 32 */
export function iconAsPng(color: string, size: number): Uint8Array<ArrayBuffer> {
  const palette = [color, textOn(color)].map(
    (each) => [1, 3, 5].map((at) => Number.parseInt(each.slice(at, at + 2), 16)) as [number, number, number],
  );
  const unit = size / UNITS;
  const isLetter = (x: number, y: number) =>
    LETTER.some(
      ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height,
    );
  // One bit a pixel, eight pixels a byte, of which a line of the picture has a whole number.
  const data = new Uint8Array((size * size) / 8);
  for (let at = 0; at < size * size; at++)
    if (isLetter((at % size) / unit, Math.floor(at / size) / unit)) data[at >> 3]! |= 128 >> (at & 7);
  return new Uint8Array(encode({ width: size, height: size, depth: 1, channels: 1, palette, data }));
}
