/** Numeric formats of product 5.4. */
export interface DigitLimits {
  min: number;
  max: number;
}

/** Customer and reference numbers. No field asks for one yet; the account's (issue 13) will. */
export const CUSTOMER_NUMBER_DIGITS: DigitLimits = { min: 4, max: 16 };
export const CONTACT_NUMBER_DIGITS: DigitLimits = { min: 6, max: 16 };

/** Digits only, within the limits. */
export function isIntegerOfDigits(value: unknown, { min, max }: DigitLimits): value is string {
  return typeof value === "string" && /^[0-9]+$/.test(value) && value.length >= min && value.length <= max;
}

/** Digits with at most one decimal point between them; the point does not count. For the account's numbers (issue 13). */
export function isDecimalOfDigits(value: unknown, limits: DigitLimits): value is string {
  if (typeof value !== "string" || !/^[0-9]+(\.[0-9]+)?$/.test(value)) return false;
  return isIntegerOfDigits(value.replace(".", ""), limits);
}
