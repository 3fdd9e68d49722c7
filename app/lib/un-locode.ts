const SHAPE = /^[A-Z]{2}[A-Z2-9]{3}$/;

/**
 * "cn sha" gives CNSHA: a UN/LOCODE in capitals without its one space. Null when it is none. Does not cover
 * IATA codes of airports.
 */
export function unLocodeOf(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const code = text.trim().replace(" ", "").toUpperCase();
  return SHAPE.test(code) ? code : null;
}
