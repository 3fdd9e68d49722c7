import airports from "airport-data-js";
import seaPorts from "sea-ports";
import type { PlaceRow } from "./places.ts";
import { droppedPlaces, inlandCodes, type PlaceCorrection, placeCorrections } from "./world-corrections.ts";

/**
 * Ports of `sea-ports` and airports with scheduled service of `airport-data-js` (CC BY 4.0), corrected, as rows of `place`.
 * Neither has Chinese names: the name stands in their place. Unpacking takes 300 ms and 100 MB, hence only in a worker.
 */
export async function worldPlaces(): Promise<PlaceRow[]> {
  return [...ports(), ...(await scheduledAirports())];
}

function ports(): PlaceRow[] {
  const dropped = new Set(Object.values(droppedPlaces).flat());
  const inland = new Set(inlandCodes);
  return Object.entries(seaPorts.JSON).flatMap(([given, port]): PlaceRow[] => {
    if (dropped.has(given)) return [];
    const corrected: Partial<PlaceCorrection> = placeCorrections[given] ?? {};
    const code = corrected.code ?? given;
    const [latitude, longitude] = corrected.at ?? port.coordinates?.toReversed() ?? [null, null];
    const name = corrected.name ?? port.name;
    return [
      {
        code,
        kind: inland.has(given) ? "INLAND" : "PORT",
        un_locode: code,
        ...{ name, name_zh: name },
        country_code: code.slice(0, 2),
        time_zone: corrected.timeZone ?? port.timezone ?? null,
        latitude: latitude ?? null,
        longitude: longitude ?? null,
      },
    ];
  });
}

async function scheduledAirports(): Promise<PlaceRow[]> {
  const all = await airports.findAirports({});
  return all
    .filter(
      ({ iata, type, scheduled_service }) =>
        /^[A-Z]{3}$/.test(iata) &&
        /^(large|medium|small)_airport$/.test(type) &&
        (`${scheduled_service}`.toUpperCase() === "TRUE" || type === "large_airport"),
    )
    .map(({ iata, airport, country_code, time, latitude, longitude }) => ({
      code: iata,
      kind: "AIRPORT" as const,
      un_locode: null,
      ...{ name: airport, name_zh: airport, country_code },
      time_zone: placeCorrections[iata]?.timeZone ?? time,
      ...{ latitude, longitude },
    }));
}
