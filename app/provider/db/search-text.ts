/** Text and keywords are compared in this form. */
export function searchText(...parts: readonly string[]): string {
  return parts.join(" ").normalize("NFKC").toLowerCase();
}

/** The pattern for `like`; `%` and `_` are characters like others to who types them. */
export function containing(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}
