import { hasMenu, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { placeSearch } from "#app/contract/place.ts";
import { shipmentFilterOptions } from "#app/contract/shipment.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";

/** Suggested places; any other text may be typed as well. */
export interface KnownPlaces {
  origins: string[];
  destinations: string[];
}

/**
 * The company's ports, as "Hamburg (DEHAM)". Empty for people who may not see shipments, or when they are not
 * available.
 */
export async function knownPlaces(visit: Visit, rights: Rights): Promise<KnownPlaces> {
  if (!hasMenu(rights, "SHIPMENTS")) return { origins: [], destinations: [] };
  // Suggestions are optional.
  const ports = await visit.read(shipmentFilterOptions, {}).catch(() => null);
  return {
    origins: (ports?.departurePorts ?? []).map(nameOf),
    destinations: (ports?.arrivalPorts ?? []).map(nameOf),
  };
}

/** A place found for typed text, as an option of the field. */
export interface SuggestedPlace {
  /** "Hamburg (DEHAM)", in the reader's language. */
  name: string;
  country: string;
  /** The text is its code or its name. */
  isExact: boolean;
}

const TEXT_MAX = 100;
const SUGGESTED_MAX = 10;

/**
 * Places whose code the text is or whose names begin with it, in either language. None when the provider has
 * no such call, null when it did not answer.
 */
export async function suggestedPlaces(visit: Visit, typed: string): Promise<SuggestedPlace[] | null> {
  const text = typed.trim();
  if (text === "" || text.length > TEXT_MAX) return [];
  const answer = await visit.readOrRefusal(placeSearch, { text, limit: SUGGESTED_MAX });
  if (!answer.isDone) return answer.fault.code === null ? [] : null;
  return answer.data.places.map((place) => ({
    name: nameOf(place),
    country: isCountryCode(place.countryCode) ? countryName(place.countryCode, visit.language) : "",
    isExact: place.isExact,
  }));
}

const nameOf = ({ name, code }: Pick<WirePlace, "name" | "code">) =>
  name === code ? code : `${name} (${code})`;
