/**
 * What a mode and a service ask for (product 5.5). The only place that says it: the checks, the review page and the
 * forms, which hide by it what does not apply, all read this table.
 */
import type { TransportMode } from "#app/contract/freight-code.ts";
import { isFromDoor, isToDoor } from "./service-type.ts";

/** Parts of a form that some modes have and others lack. `trucking`: to and from a terminal, if it is asked for. */
export const modeParts = ["containers", "trucking", "transshipment", "warehouse", "requestedDate"] as const;
export type ModePart = (typeof modeParts)[number];

interface ModeNeeds {
  parts: readonly ModePart[];
  /** Charged by volume, so that each line says its dimensions or its volume. */
  needsVolume: boolean;
  isBySea: boolean;
  /** How the carrier is called. */
  carrier: "carrier" | "airline" | "trucker";
  /** What the requested date is a date of; null: a truck has none but its ready and delivery dates. */
  requestedDate: "port" | "inHouse" | null;
}

const modeNeeds: Record<TransportMode, ModeNeeds> = {
  AIR: {
    parts: ["trucking", "transshipment", "warehouse", "requestedDate"],
    needsVolume: true,
    isBySea: false,
    carrier: "airline",
    requestedDate: "inHouse",
  },
  OCEAN_FCL: {
    parts: ["containers", "trucking", "transshipment", "requestedDate"],
    needsVolume: false,
    isBySea: true,
    carrier: "carrier",
    requestedDate: "port",
  },
  OCEAN_LCL: {
    parts: ["trucking", "transshipment", "warehouse", "requestedDate"],
    needsVolume: true,
    isBySea: true,
    carrier: "carrier",
    requestedDate: "inHouse",
  },
  TRUCK: { parts: [], needsVolume: false, isBySea: false, carrier: "trucker", requestedDate: null },
};

/** Before a mode is chosen: nothing that only one mode has, and nothing that most have is missing. */
const undecided: ModeNeeds = {
  parts: ["trucking", "transshipment", "requestedDate"],
  needsVolume: false,
  isBySea: false,
  carrier: "carrier",
  requestedDate: "port",
};

/** What a mode asks for; of a code that is none, what all have in common. */
export function needsOfMode(mode: string): ModeNeeds {
  return Object.hasOwn(modeNeeds, mode) ? modeNeeds[mode as TransportMode] : undecided;
}

export const hasContainers = (mode: string): boolean => needsOfMode(mode).parts.includes("containers");

/** Which parts of a booking apply. */
export interface BookingSections {
  /** Full containers: type, number, info. */
  hasContainers: boolean;
  needsVolume: ModeNeeds["needsVolume"];
  /** "always": the service begins at a door. "none": the freight is by truck from a terminal. */
  originTrucking: "always" | "optional" | "none";
  destinationTrucking: "always" | "optional" | "none";
  hasTransshipment: boolean;
  carrier: ModeNeeds["carrier"];
  /** The goods come loose to a warehouse: it gives a warehouse-in number, and the requested date is in-house. */
  hasWarehouse: boolean;
  requestedDate: ModeNeeds["requestedDate"];
}

/** What the form of a mode and a service asks for. */
export function bookingSections(mode: string, service: string): BookingSections {
  const { parts, needsVolume, carrier, requestedDate } = needsOfMode(mode);
  const has = (part: ModePart) => parts.includes(part);
  const trucking = (isAtDoor: boolean) => (isAtDoor ? "always" : has("trucking") ? "optional" : "none");
  return {
    hasContainers: hasContainers(mode),
    needsVolume,
    originTrucking: trucking(isFromDoor(service)),
    destinationTrucking: trucking(isToDoor(service)),
    hasTransshipment: has("transshipment"),
    carrier,
    hasWarehouse: has("warehouse"),
    requestedDate,
  };
}

/** Whether the goods are fetched, or brought, by what the service says or the customer has ticked. */
export function isTrucked(section: BookingSections["originTrucking"], isAsked: boolean): boolean {
  return section === "always" || (section === "optional" && isAsked);
}
