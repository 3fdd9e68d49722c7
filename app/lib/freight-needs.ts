/**
 * Required fields by mode and service (product 5.5). This is the only table of them: checks, review page and
 * forms (which hide what does not apply) all read it.
 */
import type { TransportMode } from "#app/contract/freight-code.ts";
import { isFromDoor, isToDoor } from "./service-type.ts";

/** Parts of a form that only some modes have. `trucking`: to and from a terminal, if requested. */
export const modeParts = ["containers", "trucking", "transshipment", "warehouse", "requestedDate"] as const;
type ModePart = (typeof modeParts)[number];

interface ModeNeeds {
  parts: readonly ModePart[];
  /** Charged by volume, so each line needs its dimensions or its volume. */
  needsVolume: boolean;
  isBySea: boolean;
  /** Term for the carrier. */
  carrier: "carrier" | "airline" | "trucker";
  /** Meaning of the requested date; null: trucks have only ready and delivery dates. */
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

/** Before a mode is chosen: no parts that only one mode has, but those that most modes have. */
const undecided: ModeNeeds = {
  parts: ["trucking", "transshipment", "requestedDate"],
  needsVolume: false,
  isBySea: false,
  carrier: "carrier",
  requestedDate: "port",
};

/** The needs of a mode; for an unknown code, what all modes have in common. */
export function needsOfMode(mode: string): ModeNeeds {
  return Object.hasOwn(modeNeeds, mode) ? modeNeeds[mode as TransportMode] : undecided;
}

export const hasContainers = (mode: string): boolean => needsOfMode(mode).parts.includes("containers");

/** Which parts of a booking apply. */
export interface BookingSections {
  /** Full containers: type, number, info. */
  hasContainers: boolean;
  needsVolume: ModeNeeds["needsVolume"];
  /** "always": the service starts at a door. "none": truck freight from a terminal. */
  originTrucking: "always" | "optional" | "none";
  destinationTrucking: "always" | "optional" | "none";
  hasTransshipment: boolean;
  carrier: ModeNeeds["carrier"];
  /**
   * The goods are delivered loose to a warehouse, which assigns a warehouse-in number; the requested date is
   * in-house.
   */
  hasWarehouse: boolean;
  requestedDate: ModeNeeds["requestedDate"];
}

/** The sections of the form for a mode and a service. */
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

/** Whether there is pickup or delivery by truck: by the service, or because the customer has chosen it. */
export function isTrucked(section: BookingSections["originTrucking"], isAsked: boolean): boolean {
  return section === "always" || (section === "optional" && isAsked);
}
