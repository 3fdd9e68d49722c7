import { isValidZone, WIRE_ZONE } from "./date-time.ts";

/** A clock as a call names it: `place`, an IANA zone, or an offset such as "+08:00". */
export const PLACE_CLOCK = "place";

/** The clock that a call names; UTC+8, the clock of the wire, where it names none that is known. */
export function readClock(named: string | undefined): string {
  return named === PLACE_CLOCK || isValidZone(named) ? named : WIRE_ZONE;
}

/** The zone in which a clock shows what happens at a place; a place whose zone is not known is read in UTC+8. */
export function zoneOnClock(clock: string, placeZone: string | null | undefined): string {
  return clock === PLACE_CLOCK ? (placeZone ?? WIRE_ZONE) : clock;
}
