/** Account name (product 5.4): 4 to 16 characters. */
const ACCOUNT_NAME_MIN = 4;
const ACCOUNT_NAME_MAX = 16;

/**
 * Characters are user-visible letters of any script (grapheme clusters); white space and control characters
 * are not allowed.
 */
export function isAccountName(value: unknown): value is string {
  if (typeof value !== "string" || /[\s\p{C}]/u.test(value)) return false;
  const { length } = [...value];
  return length >= ACCOUNT_NAME_MIN && length <= ACCOUNT_NAME_MAX;
}
