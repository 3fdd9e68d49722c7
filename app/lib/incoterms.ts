export const anyModeIncoterms = ["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP"] as const;
/** For sea and inland waterway transport only. */
export const seaIncoterms = ["FAS", "FOB", "CFR", "CIF"] as const;
export const incoterms = [...anyModeIncoterms, ...seaIncoterms] as const;
export type Incoterm = (typeof incoterms)[number];

/**
 * "sea-only": one of the four sea terms for other transport, which is a warning. "unknown": not a term of
 * 2020, such as DAT.
 */
export type IncotermVerdict = "fits" | "sea-only" | "unknown";

/** "fob " gives FOB; null for anything but a term of 2020. */
export function incotermOf(text: unknown): Incoterm | null {
  if (typeof text !== "string") return null;
  const code = text.trim().toUpperCase();
  return incoterms.find((term) => term === code) ?? null;
}

/** Checks a typed term against the transport (trade 5). */
export function checkIncoterm(text: unknown, isBySea: boolean): IncotermVerdict {
  const term = incotermOf(text);
  if (!term) return "unknown";
  return !isBySea && (seaIncoterms as readonly string[]).includes(term) ? "sea-only" : "fits";
}

const PAID_BY_BUYER: readonly string[] = ["EXW", "FCA", "FAS", "FOB"] satisfies Incoterm[];

/** Where nobody says who pays the freight: under terms of E and F the buyer, at the destination, else the seller. */
export const paymentOf = (term: string): "COLLECT" | "PREPAID" =>
  PAID_BY_BUYER.includes(term) ? "COLLECT" : "PREPAID";
