import { hasMenu, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { shipmentFilterOptions } from "#app/contract/shipment.ts";
import type { WirePlace } from "#app/contract/wire.ts";

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
  const found = await visit.read(shipmentFilterOptions, {}).catch(() => null);
  return {
    origins: (found?.departurePorts ?? []).map(nameOf),
    destinations: (found?.arrivalPorts ?? []).map(nameOf),
  };
}

const nameOf = ({ name, code }: WirePlace) => (name === code ? code : `${name} (${code})`);
