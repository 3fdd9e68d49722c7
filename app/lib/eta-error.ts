/** How far estimated arrivals were off (issue: ETA honesty): pure arithmetic on days. */
import { DAY_MS } from "./date-time.ts";

/** Below so many arrivals nothing is said. */
export const ARRIVALS_MIN = 5;

/** Whole days from the ETA to the arrival, below 0 for an early one, that eight of ten arrivals stay within. */
export interface EtaRange {
  arrivals: number;
  fromDays: number;
  toDays: number;
}

/**
 * From the tenth to the ninetieth percentile (nearest rank, so that each end is a shipment that did arrive so); of five it is all of
 * them. Null below `ARRIVALS_MIN`.
 * @param errorsMs arrival minus ETA, in milliseconds
 */
export function etaRange(errorsMs: readonly number[]): EtaRange | null {
  if (errorsMs.length < ARRIVALS_MIN) return null;
  const sorted = [...errorsMs].sort((a, b) => a - b);
  const rank = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!;
  return { arrivals: sorted.length, fromDays: daysOf(rank(0.1)), toDays: daysOf(rank(0.9)) };
}

/** Rounded to whole days; a half counts as the later day, so that moving by a day moves the result by one. */
export const daysOf = (ms: number): number => Math.floor(ms / DAY_MS + 0.5);
