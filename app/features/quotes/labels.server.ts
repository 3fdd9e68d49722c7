import {
  equipmentTypes,
  packageKinds,
  type Service,
  type TransportMode,
} from "#app/contract/freight-code.ts";
import type { QuoteRequest } from "#app/contract/quote.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import type { Translate } from "#app/locales/translation.ts";

/** Names of the trade's codes on quote screens, in the language of `t` (product 3.6, 4.3). */

export const quoteStatusLabel = (t: Translate, status: QuoteStatus) => t(`quotes:status.${status}`);
export const transportModeLabel = (t: Translate, mode: TransportMode) => t(`freight:mode.${mode}`);
export const serviceLabel = (t: Translate, service: Service) => t(`freight:service.${service}`);

/** A kind of package in the language of `t`; another word as it came. */
export function packageKindLabel(t: Translate, kind: string): string {
  const known = packageKinds.find((each) => each === kind);
  return known ? t(`freight:packageKind.${known}`) : kind;
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
