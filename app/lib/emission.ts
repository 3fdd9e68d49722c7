import type { ActivityUnit, EmissionGap, EmissionMode } from "#app/contract/emission-code.ts";
import { add, compare, type DecimalInput, divide, multiply, round } from "./decimal.ts";

/**
 * Greenhouse gases of a transport chain by the method of ISO 14083: each leg's transport activity (mass times distance, or
 * twenty-foot units times distance) times a factor, hubs by mass, all added. Exact decimals; kilograms of CO2e.
 */

/** Kilograms of CO2e for each unit of activity. */
export interface EmissionFactor {
  mode: EmissionMode;
  unit: ActivityUnit;
  /** From the tank to the wheel or wake. */
  ttw: string;
  /** From the well to the tank. */
  wtt: string;
  /** What radiative forcing adds, never part of a total; null: not stated. */
  rf: string | null;
  /** What the factor's publication adds to the distance: a share of it, and kilometres. */
  distanceShare: string;
  distanceAddedKm: string;
  /** The least and the greatest that is published for such transports, well to wheel; null: not stated. */
  low: string | null;
  high: string | null;
}

/** A leg of a chain, or a hub between two of them, where the distance is without meaning. */
export interface ChainLeg {
  distanceKm: number | null;
  massKg: string | null;
  /** Of full containers only. */
  teu: string | null;
  factor: EmissionFactor | null;
}

export interface Emission {
  ttwKg: string;
  wttKg: string;
  rfKg: string | null;
  lowKg: string | null;
  highKg: string | null;
}

export interface LegEmission extends Emission {
  /** With what the factor's rule adds; null of a hub. */
  adjustedKm: string | null;
  /** In the factor's unit, with the adjusted distance. */
  activity: string;
}

const KG_PER_TONNE = 1_000;
/** Kilograms with three decimals. */
const GRAM_PLACES = 3;

/** The emission of a leg, exactly; or why it cannot be computed. */
export function legEmission({ distanceKm, massKg, teu, factor }: ChainLeg): LegEmission | EmissionGap {
  if (!factor) return "noFactor";
  const amount = factor.unit === "TEUKM" ? teu : massKg && divide(massKg, KG_PER_TONNE);
  if (amount === null || compare(amount, 0) <= 0) return "noWeight";
  if (factor.unit === "T") return { adjustedKm: null, activity: amount, ...emissionOf(amount, factor) };
  if (distanceKm === null) return "noDistance";
  const adjustedKm = adjustedDistance(distanceKm, factor);
  const activity = multiply(amount, adjustedKm);
  return { adjustedKm, activity, ...emissionOf(activity, factor) };
}

/** A leg of no kilometres stays one: nothing is added to it. */
function adjustedDistance(
  km: number,
  { distanceShare, distanceAddedKm }: Pick<EmissionFactor, "distanceShare" | "distanceAddedKm">,
): string {
  return km === 0 ? "0" : add(multiply(km, add(1, distanceShare)), distanceAddedKm);
}

const emissionOf = (activity: string, { ttw, wtt, rf, low, high }: EmissionFactor): Emission => {
  const times = (factor: string | null) => factor && multiply(activity, factor);
  return {
    ttwKg: multiply(activity, ttw),
    wttKg: multiply(activity, wtt),
    rfKg: times(rf),
    lowKg: times(low),
    highKg: times(high),
  };
};

/**
 * The sum over a chain, to the gram, half up; or the first reason why there is none: a chain with a gap has no sum. A leg
 * without a range counts with its figure at both ends; without any range the sum has none.
 */
export function chainEmission(legs: readonly (LegEmission | EmissionGap)[]): Emission | EmissionGap {
  const counted: LegEmission[] = [];
  for (const leg of legs) {
    if (typeof leg === "string") return leg;
    counted.push(leg);
  }
  const sum = (of: (leg: LegEmission) => DecimalInput) => round(add(...counted.map(of)), GRAM_PLACES);
  const whole = ({ ttwKg, wttKg }: LegEmission) => add(ttwKg, wttKg);
  const hasRange = counted.some(({ lowKg, highKg }) => lowKg !== null || highKg !== null);
  return {
    ttwKg: sum(({ ttwKg }) => ttwKg),
    wttKg: sum(({ wttKg }) => wttKg),
    rfKg: counted.some(({ rfKg }) => rfKg !== null) ? sum(({ rfKg }) => rfKg ?? 0) : null,
    lowKg: hasRange ? sum((leg) => leg.lowKg ?? whole(leg)) : null,
    highKg: hasRange ? sum((leg) => leg.highKg ?? whole(leg)) : null,
  };
}

/**
 * Tonne-kilometres of a chain to the kilogram-kilometre, half up, by the distances without what factors add, so that
 * intensities by different factors can be compared; null without a weight or a distance.
 */
export function transportActivity(
  massKg: string | null,
  distances: readonly (number | null)[],
): string | null {
  if (massKg === null) return null;
  let km = 0;
  for (const each of distances) {
    if (each === null) return null;
    km += each;
  }
  return round(divide(multiply(massKg, km), KG_PER_TONNE), GRAM_PLACES);
}
