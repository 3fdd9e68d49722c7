import type { EmissionMode } from "#app/contract/emission-code.ts";
import type { EmissionFactor } from "./emission.ts";

/** A factor with what decides for which transports it is taken. */
export interface KnownFactor extends EmissionFactor {
  id: string;
  carrierCode: string | null;
  /** The reporting year that it was published for. */
  edition: number;
  /** Came with the product, not from the operator. */
  isShipped: boolean;
}

interface Sought {
  mode: EmissionMode;
  carrierCode: string | null;
  /** The year of departure. */
  year: number;
  /** Whether the goods fill containers of their own, whose number is known. */
  hasTeu: boolean;
}

/**
 * The factor of a leg: the carrier's own before one of all carriers, the operator's before those that came with the
 * product; of these the edition of the year, else the nearest, the earlier of two; for full containers one by twenty-foot
 * units first. Null where there is none.
 */
export function pickFactor<F extends KnownFactor>(factors: readonly F[], sought: Sought): F | null {
  const { mode, carrierCode, year, hasTeu } = sought;
  const fitting = factors.filter(
    (factor) =>
      factor.mode === mode &&
      (factor.carrierCode === null || factor.carrierCode === carrierCode) &&
      (factor.unit !== "TEUKM" || hasTeu),
  );
  const rank = ({ carrierCode: own, isShipped, edition, unit, id }: F): number[] => [
    own === null ? 1 : 0,
    isShipped ? 1 : 0,
    Math.abs(edition - year),
    edition,
    unit === "TEUKM" ? 0 : 1,
    Number(id),
  ];
  return fitting.toSorted((one, other) => firstDifference(rank(one), rank(other)))[0] ?? null;
}

const firstDifference = (one: number[], other: number[]): number =>
  one.map((value, index) => value - other[index]!).find((difference) => difference !== 0) ?? 0;
