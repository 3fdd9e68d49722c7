/** Invisible characters that turn the direction of the text around them, so that a name shows another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text as a column can hold it, with neither NUL nor lone surrogates, and as it is shown: without direction marks. */
export const storableText = (text: string): string =>
  text.replaceAll("\0", "\uFFFD").replace(DIRECTION, "").toWellFormed();

/** Values of JSON whose texts and names can be stored. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return storableText(value) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storable(item)]),
  ) as T;
}
