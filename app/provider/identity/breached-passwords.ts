import { dictionary } from "@zxcvbn-ts/language-common";

let known: ReadonlySet<string> | undefined;

/**
 * Whether the password, ignoring case, is among some 50,000 that leaks contain most often. The list is local.
 */
export function isBreached(password: string): boolean {
  known ??= new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));
  return known.has(password.normalize("NFC").toLowerCase());
}
