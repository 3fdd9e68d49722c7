import { currencyDecimals } from "./currency-decimals.ts";
import { add, compare, round } from "./decimal.ts";

/** An amount with its currency's decimals; one with more of them keeps all, since figures of others are not rounded. */
export function amountText(amount: string, currency: string): string {
  const places = currencyDecimals(currency);
  const rounded = round(amount, places);
  return compare(rounded, amount) === 0 ? rounded : add(amount);
}
