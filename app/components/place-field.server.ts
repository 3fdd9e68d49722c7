import { hasMenu, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { shipmentFilterOptions } from "#app/contract/shipment.ts";
import type { WirePlace } from "#app/contract/wire.ts";

/** Places to choose from; anything else may be typed as well. */
export interface KnownPlaces {
  origins: string[];
  destinations: string[];
}

/** Ports that the company ships by, as "Hamburg (DEHAM)". None for who may not see shipments, or when they cannot be had. */
export async function knownPlaces(visit: Visit, rights: Rights): Promise<KnownPlaces> {
  if (!hasMenu(rights, "SHIPMENTS")) return { origins: [], destinations: [] };
  // A suggestion is no reason to withhold the form.
  const found = await visit.read(shipmentFilterOptions, {}).catch(() => null);
  return {
    origins: (found?.departurePorts ?? []).map(nameOf),
    destinations: (found?.arrivalPorts ?? []).map(nameOf),
  };
}

const nameOf = ({ name, code }: WirePlace) => (name === code ? code : `${name} (${code})`);
