// Codes that ISO 3166 keeps for others than countries, which CLDR names all the same.
const NO_COUNTRY = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

let names: Intl.DisplayNames | undefined;

/** ISO 3166-1 alpha-2, in any case. */
export function isCountryCode(text: string): boolean {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.has(code)) return false;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names.of(code) !== undefined;
}
