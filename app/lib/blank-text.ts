/** White space, control and format characters, and letters that are blank by design. */
const BLANK = /^[\s\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether a text shows nothing at all, whatever characters it holds. */
export function isBlankText(text: string): boolean {
  return BLANK.test(text);
}
