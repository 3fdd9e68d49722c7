import { equipmentTypes, type Service, type TransportMode } from "#app/contract/freight-code.ts";
import type { QuoteRequest } from "#app/contract/quote.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import priceLine from "#app/locales/en/price-line.ts";
import type { Translate } from "#app/locales/translation.ts";

/** Names of the trade's codes on quote screens, in the language of `t` (product 3.6, 4.3). */

export const quoteStatusLabel = (t: Translate, status: QuoteStatus) => t(`quotes:status.${status}`);
export const transportModeLabel = (t: Translate, mode: TransportMode) => t(`freight:mode.${mode}`);
export const serviceLabel = (t: Translate, service: Service) => t(`freight:service.${service}`);

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

/**
 * "2 × 45G1 40 ft high cube, 1 × 22G1 20 ft standard"; a type that the forms do not offer is shown by code.
 */
export function containersText(containers: QuoteRequest["containers"], t: Translate): string {
  return containers
    .map(({ containerType, count }) => {
      const type = equipmentTypes.find((each) => each === containerType);
      return `${count} × ${type ? t(`freight:equipment.${type}`) : containerType}`;
    })
    .join(t("quotes:conflict.and"));
}
