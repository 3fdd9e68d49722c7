/**
 * Chargeable weight by mode, with the explanation that is shown beside it. Divisor, rounding and minimum are
 * settings of the carrier or the operator; the exported ones are the usual values of the trade. Inputs are
 * decimal text or numbers, dimensions in cm, weights in kg, volumes in CBM; results are decimal text.
 */
import { add, compare, type DecimalInput, divide, largest, multiply, round, roundUpTo } from "./decimal.ts";

export interface CargoLine {
  pieces: number;
  lengthCm: DecimalInput;
  widthCm: DecimalInput;
  heightCm: DecimalInput;
}

type WeightWinner = "gross" | "volume" | "minimum";

export interface AirWeightSettings {
  /** Cubic centimetres per kilogram. */
  divisorCm3: DecimalInput;
  roundUpToKg: DecimalInput;
}
export const USUAL_AIR_SETTINGS: AirWeightSettings = { divisorCm3: "6000", roundUpToKg: "0.5" };

export interface SeaWeightSettings {
  kgPerTon: DecimalInput;
  /** Revenue tons. */
  minimum: DecimalInput;
}
export const USUAL_SEA_SETTINGS: SeaWeightSettings = { kgPerTon: "1000", minimum: "1" };

export interface RoadWeightSettings {
  kgPerCbm: DecimalInput;
  /** Null: not rounded. */
  roundUpToKg: DecimalInput | null;
  minimumKg: DecimalInput;
}
export const USUAL_ROAD_SETTINGS: RoadWeightSettings = { kgPerCbm: "333", roundUpToKg: null, minimumKg: "0" };

/** How a chargeable weight was computed. */
export interface WeightExplanation {
  chargeable: string;
  unit: "kg" | "revenue-ton";
  wonBy: WeightWinner;
  grossKg: string;
  volumeCbm: string;
  /** The volume in the unit charged, to 3 decimals. */
  volumeWeight: string;
  /** Air: cubic centimetres per kilogram. Sea: kilograms per ton. Road: kilograms per cubic metre. */
  divisor: string;
  /** The rounding step; null when it is not rounded. */
  roundedUpTo: string | null;
  /** The minimum charge; null when there is none. */
  minimum: string | null;
}

const CM3_PER_CBM = "1000000";
const SHOWN_DECIMALS = 3;

const short = (value: DecimalInput): string => add(round(value, SHOWN_DECIMALS));

/** Cubic centimetres of cargo lines, with each dimension rounded to whole centimetres. */
function cubicCentimetres(lines: readonly CargoLine[]): string {
  return add(
    ...lines.map(({ pieces, lengthCm, widthCm, heightCm }) =>
      multiply(pieces, round(lengthCm, 0), round(widthCm, 0), round(heightCm, 0)),
    ),
  );
}

/**
 * Air: the larger of gross weight and volume over the divisor, rounded up to the step. `volumeCbm` is the
 * volume of cargo without dimensions.
 */
export function airChargeableWeight(
  cargo: { grossKg: DecimalInput; lines?: readonly CargoLine[]; volumeCbm?: DecimalInput },
  settings: AirWeightSettings,
): WeightExplanation {
  const volumeCm3 = add(cubicCentimetres(cargo.lines ?? []), multiply(cargo.volumeCbm ?? 0, CM3_PER_CBM));
  const volumeWeight = divide(volumeCm3, settings.divisorCm3);
  const wonBy = compare(volumeWeight, cargo.grossKg) > 0 ? "volume" : "gross";
  return {
    chargeable: roundUpTo(largest(cargo.grossKg, volumeWeight), settings.roundUpToKg),
    unit: "kg",
    wonBy,
    grossKg: add(cargo.grossKg),
    volumeCbm: short(divide(volumeCm3, CM3_PER_CBM)),
    volumeWeight: short(volumeWeight),
    divisor: add(settings.divisorCm3),
    roundedUpTo: add(settings.roundUpToKg),
    minimum: null,
  };
}

/** Sea, less than a container load: revenue tons, the larger of tons and cubic metres. */
export function seaChargeableWeight(
  cargo: { grossKg: DecimalInput; volumeCbm: DecimalInput },
  settings: SeaWeightSettings,
): WeightExplanation {
  const tons = divide(cargo.grossKg, settings.kgPerTon);
  const most = largest(tons, cargo.volumeCbm);
  const chargeable = largest(most, settings.minimum);
  return {
    chargeable,
    unit: "revenue-ton",
    wonBy: winner(chargeable, most, compare(cargo.volumeCbm, tons) > 0),
    grossKg: add(cargo.grossKg),
    volumeCbm: add(cargo.volumeCbm),
    volumeWeight: short(cargo.volumeCbm),
    divisor: add(settings.kgPerTon),
    roundedUpTo: null,
    minimum: add(settings.minimum),
  };
}

/** Cargo by sea that shares a container is weighed in revenue tons (W/M), everything else in kilograms or not at all. */
export const isWeighedInTons = ({ mode, loadType }: { mode: string; loadType: string }): boolean =>
  mode === "OCEAN" && loadType === "LCL";

/** Revenue tons by the usual ratios, to 3 decimals; null where a figure is missing. */
export function revenueTonsOf(grossKg: string | null, volumeCbm: string | null): string | null {
  if (grossKg === null || volumeCbm === null) return null;
  return short(seaChargeableWeight({ grossKg, volumeCbm }, USUAL_SEA_SETTINGS).chargeable);
}

/** Road: the larger of gross weight and volume at the given kilograms per cubic metre. */
export function roadChargeableWeight(
  cargo: { grossKg: DecimalInput; volumeCbm: DecimalInput },
  settings: RoadWeightSettings,
): WeightExplanation {
  const volumeWeight = multiply(cargo.volumeCbm, settings.kgPerCbm);
  const most = largest(cargo.grossKg, volumeWeight);
  const least = largest(most, settings.minimumKg);
  return {
    chargeable: settings.roundUpToKg === null ? least : roundUpTo(least, settings.roundUpToKg),
    unit: "kg",
    wonBy: winner(least, most, compare(volumeWeight, cargo.grossKg) > 0),
    grossKg: add(cargo.grossKg),
    volumeCbm: add(cargo.volumeCbm),
    volumeWeight: short(volumeWeight),
    divisor: add(settings.kgPerCbm),
    roundedUpTo: settings.roundUpToKg === null ? null : add(settings.roundUpToKg),
    minimum: compare(settings.minimumKg, 0) > 0 ? add(settings.minimumKg) : null,
  };
}

function winner(charged: string, most: string, isVolumeMore: boolean): WeightWinner {
  if (compare(charged, most) > 0) return "minimum";
  return isVolumeMore ? "volume" : "gross";
}
