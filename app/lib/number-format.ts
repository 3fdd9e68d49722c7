/** Numeric formats of spec 5, and what number inputs take (spec 2 "Screen contents"). */
export interface DigitLimits {
  min: number;
  max: number;
}

/** Customer and reference numbers. */
export const CUSTOMER_NUMBER_DIGITS: DigitLimits = { min: 4, max: 16 };
/** Contact numbers. */
export const CONTACT_NUMBER_DIGITS: DigitLimits = { min: 6, max: 16 };

/** Digits only, within the limits. */
export function isIntegerOfDigits(value: unknown, { min, max }: DigitLimits): value is string {
  return typeof value === "string" && /^[0-9]+$/.test(value) && value.length >= min && value.length <= max;
}

/** Digits with at most one decimal point between them; the point does not count. */
export function isDecimalOfDigits(value: unknown, limits: DigitLimits): value is string {
  if (typeof value !== "string" || !/^[0-9]+(\.[0-9]+)?$/.test(value)) return false;
  return isIntegerOfDigits(value.replace(".", ""), limits);
}

/** Whether a number input takes the key of a `KeyboardEvent`: the letter e, which browsers let through for exponents, it does not. */
export function isNumberKeyAllowed(key: string): boolean {
  return key !== "e" && key !== "E";
}

/** What is left of pasted or typed text: full-width digits made plain, without the letter e and white space. */
export function cleanNumberInput(text: string): string {
  return text.normalize("NFKC").replace(/[eE\s]/g, "");
}
