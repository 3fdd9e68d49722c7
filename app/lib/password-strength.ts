/** Password strength (product 5.3). Its list of words makes it a chunk of its own in a browser. */
import { commonPasswords } from "./common-passwords.ts";

export type PasswordStrength = "invalid" | "weak" | "average" | "strong";

const PASSWORD_MIN = 6;
const AVERAGE_LENGTH = 8;
const STRONG_LENGTH = 10;
// Below this, a user name is in words by chance.
const SHORTEST_USER_NAME = 3;

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];
// Control, format, private and lone surrogate characters, separators of lines, and what the wire puts in their place.
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

/** Whether it can be saved; otherwise it is 'too simple to be saved'. */
export function isAcceptablePassword(password: string, userName = ""): boolean {
  const strength = passwordStrength(password, userName);
  return strength === "average" || strength === "strong";
}
