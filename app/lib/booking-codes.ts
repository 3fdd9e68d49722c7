import type { BookingContent } from "#app/contract/booking.ts";
import { equipmentIn, incotermIn, packageTypeOf, paymentTypeOf } from "./trade-words.ts";

const known = <Code extends string>(word: string, read: (word: string) => Code | null | undefined): string =>
  read(word) ?? word;

/** The content with codes where it says the same in words of the trade, as other systems send it; what is not known stays. */
export const inCodes = (content: BookingContent): BookingContent => ({
  ...content,
  incoterms: known(content.incoterms, incotermIn),
  paymentType: known(content.paymentType, paymentTypeOf),
  cargo: content.cargo.map((line) => ({ ...line, packageType: known(line.packageType, packageTypeOf) })),
  containers: content.containers.map((container) => ({
    ...container,
    containerType: known(container.containerType, (word) => equipmentIn(word)?.code),
  })),
});
