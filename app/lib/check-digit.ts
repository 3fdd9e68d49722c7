/** Result of checking a number with a check digit; `number` is the cleaned form. */
export type CheckedNumber =
  | { status: "empty" | "malformed" | "valid"; number: string }
  /** Well formed, but its last digit should be `expected`. */
  | { status: "wrong-digit"; number: string; expected: string };

/**
 * Checks a cleaned number by its last character.
 * @param shape pattern of a well-formed number
 * @param expected the check digit of the other characters; null when they have none
 */
export function checkedNumber(number: string, shape: RegExp, expected: number | null): CheckedNumber {
  if (number === "") return { status: "empty", number };
  if (!shape.test(number) || expected === null) return { status: "malformed", number };
  return number.endsWith(String(expected))
    ? { status: "valid", number }
    : { status: "wrong-digit", number, expected: String(expected) };
}
