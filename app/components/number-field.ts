/** Product 2.8: number inputs block the letter e in either case; pasted text too. As text, so that what was typed is kept. */
const blockExponent = (event: { data?: string | null; preventDefault(): void }) => {
  if (/e/i.test(event.data ?? "")) event.preventDefault();
};

/**
 * For `Field` and `Input` that hold a decimal number, and one that holds a whole number. Not with `autoComplete="off"`:
 * without scripts, going back to a form restores no field that has it.
 */
export const decimalField = {
  inputMode: "decimal",
  onBeforeInput: blockExponent,
} as const;
export const wholeNumberField = { ...decimalField, inputMode: "numeric" } as const;
