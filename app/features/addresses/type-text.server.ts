import type { AddressType } from "#app/contract/address-code.ts";
import type { Translate } from "#app/locales/translation.ts";

const names = { 2: "pickup", 3: "deliver", 4: "both" } as const;

/** An address type of product 3.4 in words. */
export const typeText = (type: AddressType, t: Translate): string => t(`addresses:type.${names[type]}`);
