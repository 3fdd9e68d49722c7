import type { Visit } from "#app/access/visit.server.ts";
import { shipmentFilterOptions } from "#app/contract/shipment.ts";
import type { Language } from "#app/contract/user.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { languages } from "#app/locales/translation.ts";
import { call } from "#app/upstream/client.server.ts";
import { placeLabel } from "./labels.server.ts";
import type { TypedFilter } from "./list/query.server.ts";

const portFields = ["portOfDeparture", "portOfArrival"] as const;
export type PortField = (typeof portFields)[number];
type Places = Record<PortField, WirePlace[]>;

export interface PortFilter {
  codes: Partial<Record<PortField, string>>;
  /** Fields whose text is no port of the company's shipments. */
  unknown: PortField[];
  /** Options of the panel, "Hamburg (DEHAM)"; null when they were not requested. */
  choices: Record<PortField, string[]> | null;
}

/**
 * Ports of a filter as codes, for a typed code, a name in either language or the offered "name (code)". Calls
 * the provider only when ports are filtered or options are requested. Throws as `call`.
 */
export async function readPorts(visit: Visit, filter: TypedFilter, isListed: boolean): Promise<PortFilter> {
  const typed = portFields.filter((field) => filter[field]);
  if (!isListed && typed.length === 0) return { codes: {}, unknown: [], choices: null };
  const own = await portsIn(visit, visit.language);
  const codes: PortFilter["codes"] = {};
  let unknown: PortField[] = [...typed];
  const resolve = (places: Places) => {
    for (const field of unknown) codes[field] = codeOf(filter[field] ?? "", places[field]);
    unknown = unknown.filter((field) => codes[field] === undefined);
  };
  resolve(own);
  for (const language of languages) {
    if (unknown.length > 0 && language !== visit.language) resolve(await portsIn(visit, language));
  }
  return {
    codes,
    unknown,
    choices: {
      portOfDeparture: own.portOfDeparture.map(placeLabel),
      portOfArrival: own.portOfArrival.map(placeLabel),
    },
  };
}

async function portsIn(visit: Visit, language: Language): Promise<Places> {
  const offered = await call(shipmentFilterOptions, {}, { ...visit.caller, language });
  return { portOfDeparture: offered.departurePorts, portOfArrival: offered.arrivalPorts };
}

function codeOf(typed: string, places: readonly WirePlace[]): string | undefined {
  const plain = typed.toLocaleLowerCase();
  const exact = places.find((place) =>
    [place.code, place.name, placeLabel(place)].some((text) => text.toLocaleLowerCase() === plain),
  );
  if (exact) return exact.code;
  const begun = places.filter((place) => place.name.toLocaleLowerCase().startsWith(plain));
  return begun.length === 1 ? begun[0]?.code : undefined;
}
