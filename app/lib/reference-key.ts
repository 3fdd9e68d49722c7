/**
 * Normal form of a number for storing and searching: upper case, without spaces and hyphens. Empty when
 * nothing is left.
 */
export function referenceKey(number: string): string {
  return number
    .normalize("NFKC")
    .replace(/[\s\u00AD\u2010-\u2015\u2212-]+/gu, "")
    .toUpperCase();
}
