import type { Service, TransportMode } from "#app/contract/freight-code.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import type { Translate } from "#app/locales/translation.ts";

/** What the screens of quotes call the codes of the trade, in the language of `t` (spec 3 "Quote", spec 4). */

export const quoteStatusLabel = (t: Translate, status: QuoteStatus) => t(`quotes:status.${status}`);
export const transportModeLabel = (t: Translate, mode: TransportMode) => t(`freight:mode.${mode}`);
export const serviceLabel = (t: Translate, service: Service) => t(`freight:service.${service}`);
