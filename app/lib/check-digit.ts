/** What a number with a check digit comes to; `number` is the cleaned form. */
export type CheckedNumber =
  | { status: "empty" | "malformed" | "valid"; number: string }
  /** Well formed, but its last digit should be `expected`. */
  | { status: "wrong-digit"; number: string; expected: string };

/**
 * Judges a cleaned number by its last character.
 * @param shape what a well-formed number looks like
 * @param expected the check digit that its other characters ask for; null when they ask for none
 */
export function checkedNumber(number: string, shape: RegExp, expected: number | null): CheckedNumber {
  if (number === "") return { status: "empty", number };
  if (!shape.test(number) || expected === null) return { status: "malformed", number };
  return number.endsWith(String(expected))
    ? { status: "valid", number }
    : { status: "wrong-digit", number, expected: String(expected) };
}
