import { isValidZone, WIRE_ZONE } from "./date-time.ts";

/** The setting "local time of each place". Calls also take an IANA zone, or an offset such as "+08:00". */
export const PLACE_CLOCK = "place";

/** The time zone setting of a call; UTC+8, the wire's zone, when it is missing or unknown. */
export function readClock(named: string | undefined): string {
  return named === PLACE_CLOCK || isValidZone(named) ? named : WIRE_ZONE;
}

/** The zone for times at a place under this setting; UTC+8 when the place's zone is unknown. */
export function zoneOnClock(clock: string, placeZone: string | null | undefined): string {
  return clock === PLACE_CLOCK ? (placeZone ?? WIRE_ZONE) : clock;
}
