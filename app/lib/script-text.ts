const ENDING = /[<>&\u2028\u2029]/g;

/** A text as a literal inside a script of an HTML page, which it cannot end. */
export function scriptText(text: string): string {
  return JSON.stringify(text).replace(
    ENDING,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
