import priceLine from "#app/locales/en/price-line.ts";
import type { Translate } from "#app/locales/translation.ts";

/** Names of charges and their units in the reader's language, as quotes, invoices and comparisons show them. */

type LineTexts = typeof priceLine;
const keyOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-");

/** A price line's usual name in the language of `t`; other lines as the forwarder wrote them. */
export function priceLineLabel(t: Translate, description: string): string {
  const key = keyOf(description);
  const isUsual = Object.hasOwn(priceLine.description, key);
  return isUsual ? t(`price-line:description.${key as keyof LineTexts["description"]}`) : description;
}

/** Name of a price line's unit; container types and unusual units as they are. */
export function priceUnitLabel(t: Translate, unit: string): string {
  const key = keyOf(unit);
  return Object.hasOwn(priceLine.unit, key) ? t(`price-line:unit.${key as keyof LineTexts["unit"]}`) : unit;
}
