import { type PlaceRow, places } from "../reference/places.ts";

export interface Conveyance {
  /** Ship or flight as it is called: vessel name, flight number. */
  name: string;
  voyage?: string;
  imo?: string;
}

/** A delay with its SMDG delay reason code, which DCSA events carry, and the words beside it. */
export interface Reason {
  code: string;
  remark: string;
}

/** Something that is planned and then happens. What is still to come has an `actual` too: the demonstration knows its future. */
export interface Step {
  vocabulary: "DCSA" | "IMP" | "HOUSE";
  code: string;
  emptyIndicator: "EMPTY" | "LADEN" | null;
  mode: "VESSEL" | "AIR" | "TRUCK" | "RAIL" | null;
  place: string;
  facility: "POTE" | "DEPO" | "CLOC" | "RAMP" | null;
  sequence: number | null;
  conveyance: Conveyance | null;
  /** Of the equipment: told for each container. */
  isPerContainer: boolean;
  /** Who tells: the carrier by its booking, or the forwarder by its house number. */
  teller: "carrier" | "forwarder";
  planned: Date;
  actual: Date;
}

/** A slip that is made known before the steps that it moves have happened. */
export interface Slip {
  /** Index of the first step that it moves. */
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
