const SHOWN_PARTS = 2;
const ELLIPSIS = "…";

export interface CommaList {
  /** The first two parts, with an ellipsis when there are more. */
  shown: string;
  full: string;
  isCut: boolean;
}

/**
 * Cuts a long comma-separated text to its first two parts (product 2.8). Takes the text or its parts; empty
 * parts are left out.
 */
export function cutCommaList(value: string | readonly string[] | null | undefined): CommaList {
  const texts = typeof value === "string" ? value.split(/[,，、]/) : (value ?? []);
  const parts = texts.map((part) => part.trim()).filter((part) => part !== "");
  const isCut = parts.length > SHOWN_PARTS;
  const shownText = parts.slice(0, SHOWN_PARTS).join(", ");
  return { shown: isCut ? shownText + ELLIPSIS : shownText, full: parts.join(", "), isCut };
}
