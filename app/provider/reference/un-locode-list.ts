import zoneAt from "@photostructure/tz-lookup";
import { isCountryCode } from "#app/lib/country-code.ts";
import { offsetMinutesOf } from "#app/lib/date-time.ts";
import { unLocodeOf } from "#app/lib/un-locode.ts";
import { isSecondCode } from "./main-code.ts";
import type { PlaceRow } from "./places.ts";
import { inlandCodes } from "./world-corrections.ts";

/** The columns of UN/LOCODE's code list, in the order of the files that UNECE publishes without a head. */
const COLUMNS = [
  "change",
  "country",
  "location",
  "name",
  "namewodiacritics",
  "subdivision",
  "function",
  "status",
  "date",
  "iata",
  "coordinates",
  "remarks",
];
type Entry = Record<string, string>;

/** Why a row of the list is no place of ours. */
type LeftOut = "noTransport" | "withdrawn" | "secondCode" | "noZone" | "wrongCode";

export interface ListedPlaces {
  places: PlaceRow[];
  leftOut: Record<LeftOut, number>;
}

/** A file that is not UN/LOCODE's code list. */
export class NotTheCodeList extends Error {}

/**
 * The places of UN/LOCODE's code list: ports, airports, rail terminals and inland terminals. Each has a zone: by its position;
 * else the only one of its country, or of all other places of its subdivision. A position in another country is dropped.
 * Towns that have nothing but a road are left out, since every town has one.
 * @param files the rows of each part, with a head or without
 * @throws NotTheCodeList
 */
export function placesOfList(files: readonly string[][][]): ListedPlaces {
  const entries = files.flatMap(entriesOf);
  const zones = zonesBySubdivision(entries);
  const leftOut = { noTransport: 0, withdrawn: 0, secondCode: 0, noZone: 0, wrongCode: 0 };
  const places = new Map<string, PlaceRow>();
  for (const entry of entries) {
    const place = placeOf(entry, zones);
    // A town with names in two languages has two rows of one code.
    if (typeof place === "string") leftOut[place]++;
    else if (!places.has(place.code)) places.set(place.code, place);
  }
  return { places: [...places.values()], leftOut };
}

/** Rows with a code; the others are heads of countries and references from one name to another. */
function entriesOf(rows: readonly string[][]): Entry[] {
  const head = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const hasHead = head.includes("country") && head.includes("location");
  const columns = hasHead ? head : COLUMNS;
  if (!(hasHead || rows[0]?.length === COLUMNS.length) || !columns.includes("function"))
    throw new NotTheCodeList();
  return (hasHead ? rows.slice(1) : rows)
    .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]?.trim() ?? ""])))
    .filter(({ location, change }) => location !== "" && change !== "=");
}

function placeOf(entry: Entry, zones: ZonesOfArea): PlaceRow | LeftOut {
  const { country, name, change, status } = entry as Record<string, string>;
  const functions = entry.function!;
  if (change === "X" || status === "XX" || status === "RR") return "withdrawn";
  if (!/[1246]/.test(functions)) return "noTransport";
  const code = unLocodeOf(`${country}${entry.location}`);
  if (!code || !isCountryCode(country!) || !name) return "wrongCode";
  if (isSecondCode(code)) return "secondCode";
  const position = positionOf(entry);
  const zone = position?.zone ?? onlyClock(zones(entry));
  if (!zone) return "noZone";
  return {
    code,
    kind: functions.includes("1") && !inlandCodes.includes(code) ? "PORT" : "INLAND",
    un_locode: code,
    name,
    name_zh: name,
    country_code: country!,
    time_zone: usualNames.get(zone) ?? zone,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  };
}

type ZonesOfArea = (entry: Entry) => ReadonlySet<string>;

/** The zones of the subdivision by the places that have a position in it; of the country where there is none. */
function zonesBySubdivision(entries: readonly Entry[]): ZonesOfArea {
  const zones = new Map<string, Set<string>>();
  for (const entry of entries) {
    const position = positionOf(entry);
    if (!position) continue;
    const area = `${entry.country} ${entry.subdivision}`;
    zones.set(area, (zones.get(area) ?? new Set()).add(position.zone));
  }
  return ({ country, subdivision }) => {
    const ofCountry = zonesOf(country!);
    if (ofCountry.size === 1 || !subdivision) return ofCountry;
    return zones.get(`${country} ${subdivision}`) ?? ofCountry;
  };
}

/** The zone of an area whose zones have one clock, as Berlin and Büsingen have; null where they differ. */
function onlyClock(zones: ReadonlySet<string>): string | null {
  const year = new Date().getUTCFullYear();
  const clocks = [...zones].map((zone) =>
    [0, 6].map((month) => offsetMinutesOf(new Date(Date.UTC(year, month)), zone)).join(),
  );
  return new Set(clocks).size === 1 ? [...zones][0]! : null;
}

/** "3114N 12129E": degrees and minutes. Null when it lies in no zone of the country, as with a wrong sign. */
function positionOf({ coordinates, country }: Entry) {
  const [, south, southMinutes, northOrSouth, east, eastMinutes, eastOrWest] =
    /^(\d\d)([0-5]\d)([NS]) +(\d{3})([0-5]\d)([EW])$/.exec(coordinates!) ?? [];
  if (!eastOrWest) return null;
  const latitude = degrees(south!, southMinutes!, northOrSouth === "S");
  const longitude = degrees(east!, eastMinutes!, eastOrWest === "W");
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const zone = zoneName(zoneAt(latitude, longitude), country!);
  return zone && zonesOf(country!).has(zone) ? { latitude, longitude, zone } : null;
}

const degrees = (whole: string, minutes: string, isNegative: boolean): number =>
  Math.round((Number(whole) + Number(minutes) / 60) * 10_000) / (isNegative ? -10_000 : 10_000);

/** The names by which positions name zones, "Asia/Kolkata", by those of Node's own lists, "Asia/Calcutta". */
const usualNames = new Map<string, string>();

const namesOfZones = new Map<string, string | null>();

/** One name for each zone. All of China has Beijing's time in the trade. Null for a zone that this Node does not know. */
function zoneName(zone: string, country: string): string | null {
  if (country === "CN") return "Asia/Shanghai";
  let name = namesOfZones.get(zone);
  if (name === undefined) {
    name = nodesName(zone);
    namesOfZones.set(zone, name);
    if (name !== null && name !== zone) usualNames.set(name, zone);
  }
  return name;
}

function nodesName(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** As Node has it; TypeScript's library does not name it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

const zonesOfCountries = new Map<string, ReadonlySet<string>>();

/** The zones of a country (ISO 3166) by Node's data; none for a country that it does not know. */
function zonesOf(country: string): ReadonlySet<string> {
  let zones = zonesOfCountries.get(country);
  if (!zones) {
    const locale = isCountryCode(country) ? (new Intl.Locale(`und-${country}`) as LocaleWithZones) : null;
    const listed = locale?.getTimeZones() ?? [];
    zones = new Set(listed.flatMap((zone) => zoneName(zone, country) ?? []));
    zonesOfCountries.set(country, zones);
  }
  return zones;
}
