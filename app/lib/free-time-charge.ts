/**
 * Charges for days after free time. For the last free day and its cost (issue 14), which no screen shows yet.
 */
import { add, type DecimalInput, multiply, round } from "./decimal.ts";

export interface PriceTier {
  /** Number of charged days in the tier; null for all further days. */
  days: number | null;
  perDay: DecimalInput;
}

const MONEY_DECIMALS = 2;

/** The price of so many charged days, 2 decimals. Days beyond the last tier cost as much as its days. */
export function chargeOfDays(days: number, tiers: readonly PriceTier[]): string {
  let left = days;
  let sum = "0";
  for (const [index, tier] of tiers.entries()) {
    const isLast = index === tiers.length - 1;
    const taken = isLast || tier.days === null ? left : Math.min(left, tier.days);
    sum = add(sum, multiply(taken, tier.perDay));
    left -= taken;
  }
  return round(sum, MONEY_DECIMALS);
}
