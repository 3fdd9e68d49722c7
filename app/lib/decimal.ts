/**
 * Precise decimal arithmetic for amounts, weights and volumes (product 9.6). Takes decimal text or numbers,
 * returns plain decimal text: no exponent, no trailing zeros unless places are given. Rounding is half up.
 * Typed text has to go through `parseDecimal` first; the operations throw TypeError on anything that is not a
 * number.
 */
import { Decimal } from "decimal.js";

export type DecimalInput = string | number;

const DIVISION_PLACES = 20;

// The default of 20 digits is too few for the product of two amounts. A clone leaves the library's own
// constructor unchanged.
const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_UP });

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** No number begins with a group that is 0: "0,500" is not five hundred. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const LONGEST_TEXT = 60;

/** What stands before the decimals: the point of English and Chinese, or the comma of most of Europe. */
export type DecimalSign = "." | ",";

/**
 * Decimal text from typed or imported text: also "1,234.50" and full-width digits, with the sign "," "1.234,50". Null for anything
 * else, exponents included.
 */
export function parseDecimal(value: unknown, sign: DecimalSign = "."): string | null {
  const read = readDecimal(sign === "," && typeof value === "string" ? swapped(value) : value);
  return read && plain(read);
}

/** Points for commas and the other way round. */
const swapped = (text: string): string =>
  text.normalize("NFKC").replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));

function readDecimal(value: unknown): Decimal | null {
  if (typeof value === "number") return Number.isFinite(value) ? new Exact(value) : null;
  if (typeof value !== "string" || value.length > LONGEST_TEXT) return null;
  // Most of it is text that we have written ourselves; normalizing takes longer than reading it.
  if (PLAIN.test(value)) return new Exact(value);
  const text = value.normalize("NFKC").trim();
  if (PLAIN.test(text)) return new Exact(text);
  return GROUPED.test(text) ? new Exact(text.replaceAll(",", "")) : null;
}

function exact(value: DecimalInput): Decimal {
  const read = readDecimal(value);
  if (read === null) throw new TypeError(`Not a decimal number: ${String(value)}`);
  return read;
}

function plain(value: Decimal): string {
  return value.toFixed();
}

/** The sum; "0" of nothing. */
export function add(...values: readonly DecimalInput[]): string {
  return plain(values.reduce<Decimal>((sum, value) => sum.plus(exact(value)), new Exact(0)));
}

/** `from` minus `value`. */
export function subtract(from: DecimalInput, value: DecimalInput): string {
  return plain(exact(from).minus(exact(value)));
}

/** The product; "1" of nothing. */
export function multiply(...values: readonly DecimalInput[]): string {
  return plain(values.reduce<Decimal>((product, value) => product.times(exact(value)), new Exact(1)));
}

/** The quotient with at most 20 decimals. Throws RangeError for a division by zero. */
export function divide(value: DecimalInput, by: DecimalInput): string {
  const divisor = exact(by);
  if (divisor.isZero()) throw new RangeError("Division by zero");
  return plain(exact(value).dividedBy(divisor).toDecimalPlaces(DIVISION_PLACES));
}

/** To exactly so many decimals, half up (away from zero): round("1.005", 2) is "1.01". */
export function round(value: DecimalInput, places: number): string {
  return exact(value).toDecimalPlaces(places).toFixed(places);
}

/** Up to the next multiple of a step, with the step's decimals: roundUpTo("14.625", "0.5") is "15.0". */
export function roundUpTo(value: DecimalInput, step: DecimalInput): string {
  const unit = exact(step);
  if (!unit.isPositive() || unit.isZero()) throw new RangeError("The step must be greater than zero");
  return exact(value).dividedBy(unit).ceil().times(unit).toFixed(unit.decimalPlaces());
}

/** -1, 0 or 1. */
export function compare(a: DecimalInput, b: DecimalInput): -1 | 0 | 1 {
  return exact(a).comparedTo(exact(b)) as -1 | 0 | 1;
}

/** The largest; throws TypeError when there is none. */
export function largest(first: DecimalInput, ...others: readonly DecimalInput[]): string {
  return plain(others.reduce<Decimal>((most, value) => Exact.max(most, exact(value)), exact(first)));
}
