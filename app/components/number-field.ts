/**
 * Product 2.8: number inputs block the letter e in either case, also when pasted. Their type is text, so that
 * any typed value is kept.
 */
const blockExponent = (event: { data?: string | null; preventDefault(): void }) => {
  if (/e/i.test(event.data ?? "")) event.preventDefault();
};

/**
 * Attributes for fields with a decimal or a whole number. Not with `autoComplete="off"`: without scripts,
 * browsers do not restore such a field when going back.
 */
export const decimalField = {
  inputMode: "decimal",
  onBeforeInput: blockExponent,
} as const;
export const wholeNumberField = { ...decimalField, inputMode: "numeric" } as const;
