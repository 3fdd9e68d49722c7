/** A text as jsonb can hold it: with neither NUL nor lone surrogates. */
export const storableText = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** Values as jsonb can hold them. */
export const storable = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, item) => (typeof item === "string" ? storableText(item) : item)) as T;
