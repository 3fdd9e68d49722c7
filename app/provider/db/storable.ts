/** Values as jsonb can hold them: neither NUL nor lone surrogates. */
export const storable = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === "string" ? item.replaceAll("\0", "\uFFFD").toWellFormed() : item,
  ) as T;
