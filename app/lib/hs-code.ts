export interface HsCode {
  /** Digits only. */
  code: string;
  /** The six digits of the international code. */
  heading: string;
  /** Seven to twelve digits: a national tariff line. */
  isNational: boolean;
}

/**
 * A harmonised system code: 6 digits internationally, 7 to 12 nationally; dots and spaces are removed. Null
 * when it is none. No screen reads one yet; the import of addresses and orders (issue 13) will.
 */
export function hsCodeOf(text: unknown): HsCode | null {
  if (typeof text !== "string") return null;
  const code = text.normalize("NFKC").replace(/[.\s]/g, "");
  if (!/^\d{6,12}$/.test(code)) return null;
  return { code, heading: code.slice(0, 6), isNational: code.length > 6 };
}
