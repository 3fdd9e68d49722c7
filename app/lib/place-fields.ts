import type { PlaceFields } from "#app/contract/place.ts";
import { isCountryCode } from "./country-code.ts";
import { isValidZone, offsetMinutesOf } from "./date-time.ts";
import { unLocodeOf } from "./un-locode.ts";

/** Solar time, from which the clocks of a place differ by some hours at most. */
const FROM_SOLAR_TIME_HOURS = 3.5;

export type PlaceFault = "placeCode" | "placeCountry" | "placeZone" | "placePosition";

/**
 * Whether the fields of a place agree: code and kind, country and code, time zone and position. A position whose longitude
 * has the wrong sign, or is exchanged with the latitude, is mostly found by the zone.
 */
export function placeFault(
  fields: PlaceFields,
  now: Date,
): { field: keyof PlaceFields; fault: PlaceFault } | null {
  const { code, kind, countryCode, timeZone, longitude } = fields;
  const isAirport = kind === "AIRPORT";
  if (isAirport ? !/^[A-Z]{3}$/.test(code) : unLocodeOf(code) !== code)
    return { field: "code", fault: "placeCode" };
  if (!isCountryCode(countryCode) || !(isAirport || code.startsWith(countryCode)))
    return { field: "countryCode", fault: "placeCountry" };
  if (!isValidZone(timeZone) || !/^[A-Z]\w+\//.test(timeZone))
    return { field: "timeZone", fault: "placeZone" };
  const difference = Math.abs(longitude / 15 - (offsetMinutesOf(now, timeZone) ?? 0) / 60);
  return Math.min(difference, 24 - difference) > FROM_SOLAR_TIME_HOURS
    ? { field: "longitude", fault: "placePosition" }
    : null;
}
