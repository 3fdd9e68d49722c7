import { add, type DecimalInput, multiply, round } from "./decimal.ts";

export interface PriceTier {
  /** Number of charged days in the tier; null for all further days. */
  days: number | null;
  perDay: DecimalInput;
}

/** The charged days of one tier: the first and the last, counted from 1. */
export interface TierRange {
  from: number;
  /** Null: all further days. */
  to: number | null;
  perDay: DecimalInput;
}

const MONEY_DECIMALS = 2;

/** The tiers by the days that they cover. Days beyond the last tier cost as much as its days. */
export function tierRanges(tiers: readonly PriceTier[]): TierRange[] {
  const ranges: TierRange[] = [];
  let from = 1;
  for (const [index, { days, perDay }] of tiers.entries()) {
    const isLast = index === tiers.length - 1 || days === null;
    ranges.push({ from, to: isLast ? null : from + days - 1, perDay });
    if (isLast) break;
    from += days;
  }
  return ranges;
}

/** What so many charged days cost, tier by tier; 2 decimals. Tiers that are not reached are left out. */
export function chargeByTier(
  days: number,
  tiers: readonly PriceTier[],
): (TierRange & { days: number; amount: string })[] {
  return tierRanges(tiers).flatMap((range) => {
    const taken = Math.min(days, range.to ?? days) - range.from + 1;
    const amount = round(multiply(Math.max(0, taken), range.perDay), MONEY_DECIMALS);
    return taken > 0 ? [{ ...range, days: taken, amount }] : [];
  });
}

/** The price of so many charged days, 2 decimals. */
export function chargeOfDays(days: number, tiers: readonly PriceTier[]): string {
  return round(add("0", ...chargeByTier(days, tiers).map(({ amount }) => amount)), MONEY_DECIMALS);
}
