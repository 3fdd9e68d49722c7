import airports from "airport-data-js";
import seaPorts from "sea-ports";
import { containerPorts, inlandTowns } from "./more-places.ts";
import { byLocode, type PlaceRow } from "./places.ts";
import {
  droppedPlaces,
  inlandCodes,
  openedAirports,
  type PlaceCorrection,
  placeCorrections,
} from "./world-corrections.ts";

/**
 * Ports of `sea-ports` and airports of `airport-data-js` (CC BY 4.0), corrected, with what both lack, as rows of `place`. Of
 * small airports those with scheduled service. None has Chinese names: the name stands in their place. Unpacking takes 300 ms and 100 MB, hence only in a worker.
 */
export async function worldPlaces(): Promise<PlaceRow[]> {
  return [
    ...ports(),
    ...written("PORT", containerPorts),
    ...written("INLAND", inlandTowns),
    ...(await airportRows()),
  ];
}

function ports(): PlaceRow[] {
  const dropped = new Set(Object.values(droppedPlaces).flat());
  const inland = new Set(inlandCodes);
  return Object.entries(seaPorts.JSON).flatMap(([portCode, port]): PlaceRow[] => {
    if (dropped.has(portCode)) return [];
    const corrected: Partial<PlaceCorrection> = placeCorrections[portCode] ?? {};
    const code = corrected.code ?? portCode;
    const [latitude, longitude] = corrected.at ?? port.coordinates?.toReversed() ?? [null, null];
    const name = corrected.name ?? port.name;
    return [
      {
        code,
        kind: inland.has(portCode) ? "INLAND" : "PORT",
        un_locode: code,
        name,
        name_zh: name,
        country_code: code.slice(0, 2),
        time_zone: corrected.timeZone ?? port.timezone ?? null,
        latitude: latitude ?? null,
        longitude: longitude ?? null,
      },
    ];
  });
}

const written = (kind: "PORT" | "INLAND", rows: typeof containerPorts): PlaceRow[] =>
  rows.map(([code, name, ...rest]) => byLocode(kind)([code, name, name, ...rest]));

async function airportRows(): Promise<PlaceRow[]> {
  const all = await airports.findAirports({});
  return all
    .filter(
      ({ iata, type, scheduled_service }) =>
        /^[A-Z]{3}$/.test(iata) &&
        /^(large|medium|small)_airport$/.test(type) &&
        (type !== "small_airport" ||
          `${scheduled_service}`.toUpperCase() === "TRUE" ||
          openedAirports.has(iata)),
    )
    .map(({ iata, airport, country_code, time, latitude, longitude }) => {
      const corrected: Partial<PlaceCorrection> = placeCorrections[iata] ?? {};
      const [correctedLatitude, correctedLongitude] = corrected.at ?? [latitude, longitude];
      const name = corrected.name ?? airport;
      return {
        code: iata,
        kind: "AIRPORT" as const,
        un_locode: null,
        name,
        name_zh: name,
        country_code,
        // All of China has Beijing's time in the trade.
        time_zone: country_code === "CN" ? "Asia/Shanghai" : (corrected.timeZone ?? time),
        latitude: correctedLatitude,
        longitude: correctedLongitude,
      };
    });
}
