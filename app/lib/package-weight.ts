/** Weight, volume and chargeable weight of packages, in the units in which they were measured (trade 4). */
import type { TransportMode } from "#app/contract/freight-code.ts";
import {
  airChargeableWeight,
  roadChargeableWeight,
  seaChargeableWeight,
  USUAL_AIR_SETTINGS,
  USUAL_ROAD_SETTINGS,
  USUAL_SEA_SETTINGS,
  type WeightExplanation,
} from "./chargeable-weight.ts";
import { add, type DecimalInput, divide, multiply, round } from "./decimal.ts";
import { type DimensionUnit, toCentimetres, toKilograms, type WeightUnit } from "./units.ts";

export interface MeasuredPackage {
  pieces: number;
  /** Of one piece. Without all three the row has no volume. */
  length: DecimalInput | null;
  width: DecimalInput | null;
  height: DecimalInput | null;
  dimensionUnit: DimensionUnit;
  /** CBM of all pieces of the row, if a person entered it. */
  volume?: DecimalInput | null;
  /** Of all pieces of the row. */
  weight: DecimalInput;
  weightUnit: WeightUnit;
}

const CM3_PER_CBM = "1000000";
const CBM_DECIMALS = 3;

/** CBM of the pieces of one row to 3 decimals; null when a dimension is missing. */
export function volumeOf(
  row: Pick<MeasuredPackage, "pieces" | "length" | "width" | "height" | "dimensionUnit">,
): string | null {
  const { pieces, length, width, height, dimensionUnit } = row;
  if (length === null || width === null || height === null) return null;
  const sides = [length, width, height].map((side) => toCentimetres(side, dimensionUnit));
  return round(divide(multiply(pieces, ...sides), CM3_PER_CBM), CBM_DECIMALS);
}

/**
 * Rows without dimensions and volume count by weight alone. An entered volume replaces the computed one; by
 * air it only substitutes missing dimensions, because those are rounded one by one.
 */
export function weighPackages(
  mode: TransportMode,
  rows: readonly MeasuredPackage[],
): { pieces: number; explanation: WeightExplanation } {
  const pieces = rows.reduce((sum, row) => sum + row.pieces, 0);
  const grossKg = add(...rows.map((row) => toKilograms(row.weight, row.weightUnit)));
  if (mode === "AIR") {
    const lines = rows.flatMap(({ pieces, length, width, height, dimensionUnit }) =>
      length === null || width === null || height === null
        ? []
        : {
            pieces,
            lengthCm: toCentimetres(length, dimensionUnit),
            widthCm: toCentimetres(width, dimensionUnit),
            heightCm: toCentimetres(height, dimensionUnit),
          },
    );
    const volumeCbm = add(...rows.map((row) => (volumeOf(row) === null ? (row.volume ?? "0") : "0")));
    return { pieces, explanation: airChargeableWeight({ grossKg, lines, volumeCbm }, USUAL_AIR_SETTINGS) };
  }
  const volumeCbm = add(...rows.map((row) => row.volume ?? volumeOf(row) ?? "0"));
  const explanation =
    mode === "TRUCK"
      ? roadChargeableWeight({ grossKg, volumeCbm }, USUAL_ROAD_SETTINGS)
      : seaChargeableWeight({ grossKg, volumeCbm }, USUAL_SEA_SETTINGS);
  return { pieces, explanation };
}
