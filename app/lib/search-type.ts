import { previewSearchTypes } from "#app/contract/shipment-preview-code.ts";

/** What a visitor chooses from; `ANY` is the kind that the number's form tells, then the other. */
export const searchTypes = ["ANY", ...previewSearchTypes] as const;

/**
 * The kind of number that the public search was given (product 2.1), where its form tells: letters with digits behind
 * them are a house number, digits alone or after "PO" an order number. Null where it does not tell. It runs in
 * browsers as its own source, so it uses nothing from outside.
 */
export function searchTypeOf(number: string): "H" | "PO" | null {
  const typed = number.trim().toUpperCase();
  if (/^(PO)?[\s#-]*\d{3}[\d\s/-]*$/.test(typed)) return "PO";
  return /^[A-Z]{2}[A-Z -]*\d{3}[A-Z\d -]*$/.test(typed) ? "H" : null;
}
