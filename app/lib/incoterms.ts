/** Incoterms 2020. */
export const anyModeIncoterms = ["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP"] as const;
/** For sea and inland waterway only. */
export const seaIncoterms = ["FAS", "FOB", "CFR", "CIF"] as const;
export const incoterms = [...anyModeIncoterms, ...seaIncoterms] as const;
export type Incoterm = (typeof incoterms)[number];

/**
 * "sea-only": one of the four sea terms for freight that does not go by sea, which is a warning.
 * "unknown": not a term of 2020, DAT included.
 */
export type IncotermVerdict = "fits" | "sea-only" | "unknown";

/** "fob " is FOB; null for what is no term of 2020. */
export function incotermOf(text: unknown): Incoterm | null {
  if (typeof text !== "string") return null;
  const code = text.trim().toUpperCase();
  return incoterms.find((term) => term === code) ?? null;
}

/** Judges a term as typed by the way that the freight goes (trade 5). */
export function checkIncoterm(text: unknown, isBySea: boolean): IncotermVerdict {
  const term = incotermOf(text);
  if (!term) return "unknown";
  return !isBySea && (seaIncoterms as readonly string[]).includes(term) ? "sea-only" : "fits";
}
