import { searchText } from "../db/search-text.ts";

/** Text as it is searched: normalized, on one line, with one space between words. */
export const spacedText = (text: string): string =>
  searchText(text).replaceAll("\0", "").replace(/\s+/g, " ").trim();
