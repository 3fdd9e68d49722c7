/** Account name (product 5.4): 4 to 16 characters. */
const ACCOUNT_NAME_MIN = 4;
const ACCOUNT_NAME_MAX = 16;

/** Letters of any script, digits and `._-@`: what can be read out, typed and found again in a log. */
export function isAccountName(value: unknown): value is string {
  if (typeof value !== "string" || !/^[\p{L}\p{M}\p{Nd}._@-]+$/u.test(value)) return false;
  const { length } = [...value];
  return length >= ACCOUNT_NAME_MIN && length <= ACCOUNT_NAME_MAX;
}
