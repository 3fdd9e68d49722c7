import type { MilestoneKind } from "./milestone.ts";

/** Position of a kind of milestone in the journey. */
export type Placement =
  /** Happens once, before or after the calls, at any place. */
  | { where: "before" | "after"; rank: number }
  /** Part of a call at a place, on its arriving or departing side. */
  | { where: "call"; rank: number; side: "arriving" | "departing" }
  /** Part of a call if its place is one, else before or after the calls. */
  | { where: "beside"; rank: number; fallback: "before" | "after"; fallbackRank: number };

export const PLACEMENT: Record<MilestoneKind, Placement> = {
  BOOK: { where: "before", rank: 5 },
  BKD: { where: "before", rank: 10 },
  FWB: { where: "before", rank: 12 },
  GTOT_EMPTY: { where: "before", rank: 20 },
  DROP_EMPTY: { where: "before", rank: 22 },
  STUF: { where: "before", rank: 24 },
  PICK_LADEN: { where: "before", rank: 26 },
  COLL: { where: "before", rank: 27 },
  DOCR: { where: "before", rank: 32 },
  DPWH: { where: "before", rank: 33 },
  FOH: { where: "before", rank: 34 },
  RCS: { where: "before", rank: 36 },
  CRGR: { where: "before", rank: 37 },
  DOCB: { where: "beside", rank: 8, fallback: "after", fallbackRank: 4 },
  ARRI: { where: "call", rank: 10, side: "arriving" },
  ARR: { where: "call", rank: 10, side: "arriving" },
  BRTH: { where: "beside", rank: 15, fallback: "after", fallbackRank: 6 },
  DISC: { where: "call", rank: 20, side: "arriving" },
  AWR: { where: "call", rank: 22, side: "arriving" },
  RCF: { where: "call", rank: 24, side: "arriving" },
  TFD: { where: "call", rank: 26, side: "arriving" },
  RCT: { where: "call", rank: 28, side: "departing" },
  CUSS: { where: "beside", rank: 30, fallback: "after", fallbackRank: 10 },
  CUSI: { where: "beside", rank: 32, fallback: "after", fallbackRank: 12 },
  CUSC: { where: "beside", rank: 33, fallback: "after", fallbackRank: 13 },
  CUSR: { where: "beside", rank: 34, fallback: "after", fallbackRank: 14 },
  FRAI: { where: "beside", rank: 35, fallback: "after", fallbackRank: 15 },
  FRMP: { where: "beside", rank: 36, fallback: "after", fallbackRank: 16 },
  AVPU: { where: "beside", rank: 37, fallback: "after", fallbackRank: 17 },
  GTOT_LADEN: { where: "beside", rank: 38, fallback: "after", fallbackRank: 18 },
  GTIN_LADEN: { where: "beside", rank: 40, fallback: "before", fallbackRank: 40 },
  AMSC: { where: "beside", rank: 46, fallback: "before", fallbackRank: 46 },
  PRE: { where: "call", rank: 50, side: "departing" },
  MAN: { where: "call", rank: 52, side: "departing" },
  LOAD: { where: "call", rank: 54, side: "departing" },
  DEPA: { where: "call", rank: 56, side: "departing" },
  DEP: { where: "call", rank: 56, side: "departing" },
  NFD: { where: "after", rank: 20 },
  AWD: { where: "after", rank: 22 },
  CRC: { where: "after", rank: 24 },
  CCD: { where: "after", rank: 26 },
  DLV: { where: "after", rank: 40 },
  DROP_LADEN: { where: "after", rank: 50 },
  PODU: { where: "after", rank: 51 },
  STRP: { where: "after", rank: 52 },
  PICK_EMPTY: { where: "after", rank: 54 },
  AVDO: { where: "after", rank: 56 },
  GTIN_EMPTY: { where: "after", rank: 58 },
};

/** Ranks of trucks to and from the main carriage, which are not calls of their own. */
export const HAULAGE_RANK = { before: { DEPA: 28, ARRI: 29 }, after: { DEPA: 30, ARRI: 31 } } as const;

// At the first port the container passes gate and customs before the vessel calls.
export const EXPORT_CUSTOMS_SHIFT = 11;
export const EXPORT_VESSEL_ARRIVAL_RANK = 52.5;
export const EXPORT_BERTHING_RANK = 53;
