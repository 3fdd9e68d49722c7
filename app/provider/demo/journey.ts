import { type PlaceRow, places } from "../reference/places.ts";

export interface Conveyance {
  /** Vessel name or flight number. */
  name: string;
  voyage?: string;
  imo?: string;
}

/** An SMDG delay reason code, which DCSA events carry, with its remark. */
export interface Reason {
  code: string;
  remark: string;
}

/**
 * A planned step and when it really happens. Future steps have an `actual` too, because the demonstration's
 * future is computed in advance.
 */
export interface Step {
  vocabulary: "DCSA" | "IMP" | "HOUSE";
  code: string;
  emptyIndicator: "EMPTY" | "LADEN" | null;
  mode: "VESSEL" | "AIR" | "TRUCK" | "RAIL" | null;
  place: string;
  facility: "POTE" | "DEPO" | "CLOC" | "RAMP" | null;
  sequence: number | null;
  conveyance: Conveyance | null;
  /** An equipment event: reported for each container. */
  isPerContainer: boolean;
  /** Who reports it: the carrier by its booking, or the forwarder by its house number. */
  reporter: "carrier" | "forwarder";
  planned: Date;
  actual: Date;
}

/** A delay that becomes known before the steps that it shifts. */
export interface Slip {
  /** Index of the first step that it shifts. */
  from: number;
  knownAt: Date;
  reason: Reason;
}

export interface Journey {
  steps: Step[];
  slips: Slip[];
  placeOfReceipt: string;
  placeOfDelivery: string;
}

const byCode = new Map(places.map((place) => [place.code, place]));
export function placeOf(code: string): PlaceRow {
  return byCode.get(code)!;
}
export function zoneOf(code: string): string {
  return placeOf(code).time_zone!;
}
export function countryOf(code: string): string {
  return placeOf(code).country_code;
}
