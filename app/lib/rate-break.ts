/** Air rates by weight: a minimum charge, a normal rate, and lower rates from 45, 100, 300 kg on. */
import { add, compare, type DecimalInput, largest, multiply, round, subtract } from "./decimal.ts";

export interface RateBreak {
  /** The weight from which the rate applies; the normal rate has 0. */
  fromKg: DecimalInput;
  ratePerKg: DecimalInput;
}

export interface AirTariff {
  minimumCharge: DecimalInput;
  /** In any order; one of them starts at 0. */
  breaks: readonly RateBreak[];
}

export interface AirCharge {
  /** 2 decimals, as all amounts. */
  amount: string;
  billedKg: string;
  ratePerKg: string;
  isMinimum: boolean;
  /** Set when declaring the starting weight of a higher break costs less; `amount` is then that price. */
  advice: { declareKg: string; insteadOf: string; saves: string } | null;
}

const MONEY_DECIMALS = 2;
const amountOf = (kg: DecimalInput, rate: DecimalInput): string => round(multiply(kg, rate), MONEY_DECIMALS);

/** The charge for a chargeable weight. Throws RangeError when no rate applies. */
export function airChargeOf(chargeableKg: DecimalInput, tariff: AirTariff): AirCharge {
  const breaks = [...tariff.breaks].sort((a, b) => compare(a.fromKg, b.fromKg));
  const own = breaks.findLast(({ fromKg }) => compare(fromKg, chargeableKg) <= 0);
  if (!own) throw new RangeError("The tariff has no normal rate");
  const atLeastMinimum = (amount: string) => round(largest(amount, tariff.minimumCharge), MONEY_DECIMALS);

  let best = { kg: add(chargeableKg), rate: own.ratePerKg, amount: amountOf(chargeableKg, own.ratePerKg) };
  const insteadOf = atLeastMinimum(best.amount);
  for (const { fromKg, ratePerKg } of breaks.slice(breaks.indexOf(own) + 1)) {
    const amount = amountOf(fromKg, ratePerKg);
    if (compare(amount, best.amount) < 0) best = { kg: add(fromKg), rate: ratePerKg, amount };
  }
  const amount = atLeastMinimum(best.amount);
  const saves = subtract(insteadOf, amount);
  const isAdvised = compare(saves, 0) > 0;
  return {
    amount,
    billedKg: isAdvised ? best.kg : add(chargeableKg),
    ratePerKg: add(isAdvised ? best.rate : own.ratePerKg),
    isMinimum: compare(best.amount, amount) < 0,
    advice: isAdvised ? { declareKg: best.kg, insteadOf, saves: round(saves, MONEY_DECIMALS) } : null,
  };
}
