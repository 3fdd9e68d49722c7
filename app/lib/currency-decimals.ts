/** Decimals of a currency's smallest unit by ISO 4217: 2 for USD, 0 for JPY; 2 for a code that is not known. */
export function currencyDecimals(currency: string): number {
  const known = decimalsOf.get(currency);
  if (known !== undefined) return known;
  const decimals = /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits!
    : 2;
  decimalsOf.set(currency, decimals);
  return decimals;
}

const decimalsOf = new Map<string, number>();
