/** Normalizes text and keywords for comparison. */
export function searchText(...parts: readonly string[]): string {
  return parts.join(" ").normalize("NFKC").toLowerCase();
}

/** The pattern for `like`; `%` and `_` in the keyword are escaped. */
export function containing(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}
