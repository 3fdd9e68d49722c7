const SHAPE = /^[A-Z]{2}[A-Z2-9]{3}$/;

/** "cn sha" gives CNSHA: a UN/LOCODE in capitals without its one space. Null when it is none. Says nothing of an airport's IATA code. */
export function unLocodeOf(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const code = text.trim().replace(" ", "").toUpperCase();
  return SHAPE.test(code) ? code : null;
}
