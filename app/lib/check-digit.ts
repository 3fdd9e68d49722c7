/** What a number with a check digit comes to; `number` is the cleaned form. */
export type CheckedNumber =
  | { status: "empty" | "malformed" | "valid"; number: string }
  /** Well formed, but its last digit should be `expected`. */
  | { status: "wrong-digit"; number: string; expected: string };
