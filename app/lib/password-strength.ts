/** Password strength (product 5.3). Because of its word list it is a chunk of its own in browsers. */
import { commonPasswords } from "./common-passwords.ts";

export type PasswordStrength = "invalid" | "weak" | "average" | "strong";

const PASSWORD_MIN = 6;
const AVERAGE_LENGTH = 8;
const STRONG_LENGTH = 10;
// Shorter user names occur inside words by chance.
const SHORTEST_USER_NAME = 3;

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];
// Control, format, private-use and lone surrogate characters, line separators, and the replacement character.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u;

/** The level of a password for the user of that name. */
export function passwordStrength(password: string, userName = ""): PasswordStrength {
  const { length } = [...password];
  if (length < PASSWORD_MIN || UNPRINTABLE.test(password)) return "invalid";
  const lower = password.toLowerCase();
  const name = userName.trim().toLowerCase();
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const holdsName = name.length >= SHORTEST_USER_NAME && lower.includes(name);
  if (kinds < 2 || holdsName || commonPasswords.has(lower)) return "weak";
  if (length >= STRONG_LENGTH && kinds >= 3) return "strong";
  return length >= AVERAGE_LENGTH ? "average" : "weak";
}

/** Whether the password can be saved; otherwise it is 'too simple to be saved'. */
export function isAcceptablePassword(password: string, userName = ""): boolean {
  const strength = passwordStrength(password, userName);
  return strength === "average" || strength === "strong";
}
