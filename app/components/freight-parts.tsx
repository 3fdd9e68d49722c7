import { modeParts, needsOfMode } from "#app/lib/freight-needs.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";

/**
 * Hides what the chosen mode and service do not need, by CSS and without a script: the options carry
 * attributes from the table of needs, and the classes below test these attributes, never a mode. The form is
 * the `group`.
 */

/** Attributes of a mode's option. */
export function modeMarks(mode: string) {
  const { parts, isBySea } = needsOfMode(mode);
  return {
    "data-has": parts.join(" "),
    "data-lacks": modeParts.filter((part) => !parts.includes(part)).join(" "),
    "data-sea": isBySea ? ("true" as const) : undefined,
  };
}

/** Attributes of a service's option. */
export function serviceMarks(service: string) {
  return {
    "data-from": isFromDoor(service) ? "door" : "port",
    "data-to": isToDoor(service) ? "door" : "port",
  };
}

/** Hidden when the chosen mode lacks the part; visible before one is chosen. */
export const hiddenWithout = {
  transshipment: "group-has-[[data-lacks~=transshipment]:checked]:hidden",
  warehouse: "group-has-[[data-lacks~=warehouse]:checked]:hidden",
  requestedDate: "group-has-[[data-lacks~=requestedDate]:checked]:hidden",
};

/** Visible only when the chosen mode has containers. */
export const visibleWithContainers = "hidden group-has-[[data-has~=containers]:checked]:flex";

/**
 * The question about pickup or delivery by truck: not for a door service, where it is implied, nor for
 * trucks.
 */
export const truckingQuestion = {
  origin: "group-has-[[data-from=door]:checked]:hidden group-has-[[data-lacks~=trucking]:checked]:hidden",
  destination: "group-has-[[data-to=door]:checked]:hidden group-has-[[data-lacks~=trucking]:checked]:hidden",
};

/** The address of a door, or of requested trucking (`data-asks`) where the mode has it. */
export const truckingAddress = {
  origin:
    "hidden group-has-[[data-from=door]:checked]:block group-has-[[data-asks=origin]:checked]:block group-has-[[data-lacks~=trucking]:checked]:group-has-[[data-from=port]:checked]:hidden!",
  destination:
    "hidden group-has-[[data-to=door]:checked]:block group-has-[[data-asks=destination]:checked]:block group-has-[[data-lacks~=trucking]:checked]:group-has-[[data-to=port]:checked]:hidden!",
};

/** Only for services that start, or end, at a door. */
export const visibleAtDoor = {
  origin: "group-has-[[data-from=port]:checked]:hidden",
  destination: "group-has-[[data-to=port]:checked]:hidden",
};
