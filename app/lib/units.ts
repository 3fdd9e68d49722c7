/** Inches and pounds as centimetres and kilograms, by their exact definitions of 1959; decimal text in and out. */
import { type DecimalInput, divide, multiply } from "./decimal.ts";

const CM_PER_INCH = "2.54";
const KG_PER_POUND = "0.45359237";

export type DimensionUnit = "cm" | "in";
export type WeightUnit = "kg" | "lb";

/** Exact: "1" inch is "2.54". */
export function toCentimetres(value: DecimalInput, unit: DimensionUnit): string {
  return multiply(value, unit === "in" ? CM_PER_INCH : 1);
}

/** Exact: "1" pound is "0.45359237". */
export function toKilograms(value: DecimalInput, unit: WeightUnit): string {
  return multiply(value, unit === "lb" ? KG_PER_POUND : 1);
}

/** To at most 20 decimals. */
export function fromCentimetres(cm: DecimalInput, unit: DimensionUnit): string {
  return divide(cm, unit === "in" ? CM_PER_INCH : 1);
}

/** To at most 20 decimals. */
export function fromKilograms(kg: DecimalInput, unit: WeightUnit): string {
  return divide(kg, unit === "lb" ? KG_PER_POUND : 1);
}
