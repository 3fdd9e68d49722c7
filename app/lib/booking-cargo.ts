/** Reads numbers from a booking's cargo lines, which hold typed text. */
import type { z } from "zod";
import type { bookingCargoLine } from "#app/contract/booking.ts";
import { add, compare, parseDecimal } from "./decimal.ts";
import { volumeOf } from "./package-weight.ts";
import { toKilograms } from "./units.ts";

export type CargoLine = z.infer<typeof bookingCargoLine>;

const isAboveZero = (text: string | null): text is string => text !== null && compare(text, 0) > 0;

/** Null when it is no whole number from 1 on. */
export function piecesOf(line: Pick<CargoLine, "pieces">): number | null {
  const text = parseDecimal(line.pieces);
  return isAboveZero(text) && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Gross weight of the line in kg; a unit left empty is kg. Null when there is none. */
export function grossKgOf(line: Pick<CargoLine, "weight" | "weightUnit">): string | null {
  const text = parseDecimal(line.weight);
  return isAboveZero(text) ? toKilograms(text, line.weightUnit === "lb" ? "lb" : "kg") : null;
}

/** CBM from pieces and dimensions; null when one of them is missing. */
export function measuredCbmOf(line: Omit<CargoLine, "volume">): string | null {
  const pieces = piecesOf(line);
  const [length, width, height] = [line.length, line.width, line.height].map((text) => parseDecimal(text));
  if (pieces === null || !isAboveZero(length!) || !isAboveZero(width!) || !isAboveZero(height!)) return null;
  return volumeOf({
    pieces,
    length,
    width,
    height,
    dimensionUnit: line.dimensionUnit === "in" ? "in" : "cm",
  });
}

/** CBM of the line: as typed, else computed. */
export function volumeCbmOf(line: CargoLine): string | null {
  const text = parseDecimal(line.volume);
  return isAboveZero(text) ? text : measuredCbmOf(line);
}

/** Sums over the lines; missing values count as 0. */
export function cargoTotals(lines: readonly CargoLine[]): {
  pieces: number;
  grossKg: string;
  volumeCbm: string;
} {
  return {
    pieces: lines.reduce((sum, line) => sum + (piecesOf(line) ?? 0), 0),
    grossKg: add(...lines.map((line) => grossKgOf(line) ?? "0")),
    volumeCbm: add(...lines.map((line) => volumeCbmOf(line) ?? "0")),
  };
}
