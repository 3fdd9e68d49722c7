import type { PlaceFields } from "#app/contract/place.ts";
import { isCountryCode } from "./country-code.ts";
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
  const offset = offsetHours(timeZone, now);
  if (offset === null) return { field: "timeZone", fault: "placeZone" };
  const difference = Math.abs(longitude / 15 - offset);
  return Math.min(difference, 24 - difference) > FROM_SOLAR_TIME_HOURS
    ? { field: "longitude", fault: "placePosition" }
    : null;
}

/** The zone's offset from UTC in hours at an instant; null for an unknown zone. */
function offsetHours(timeZone: string, at: Date): number | null {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(timeZone)) return null;
  try {
    const shown = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
      .formatToParts(at)
      .find((part) => part.type === "timeZoneName")?.value;
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown ?? "") ?? [];
    return sign ? (sign === "-" ? -1 : 1) * (Number(hours) + Number(minutes) / 60) : 0;
  } catch {
    return null;
  }
}
