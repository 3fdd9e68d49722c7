import { dictionary } from "@zxcvbn-ts/language-common";

let known: ReadonlySet<string> | undefined;

/** Whether the password, in whatever case, is one of some 50,000 that leaks hold again and again. The list lies on this machine. */
export function isBreached(password: string): boolean {
  known ??= new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));
  return known.has(password.normalize("NFC").toLowerCase());
}
