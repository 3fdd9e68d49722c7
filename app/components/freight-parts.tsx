import { modeParts, needsOfMode } from "#app/lib/freight-needs.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";

/**
 * Hides what the chosen mode and service do not ask for, by the style sheet and so without a script: the choices carry
 * what the table of needs says of them, and the classes below name its parts, never a mode. The form is the `group`.
 */

/** For the button of a mode. */
export function modeMarks(mode: string) {
  const { parts, isBySea } = needsOfMode(mode);
  return {
    "data-has": parts.join(" "),
    "data-lacks": modeParts.filter((part) => !parts.includes(part)).join(" "),
    "data-sea": isBySea ? ("true" as const) : undefined,
  };
}

/** For the button of a service. */
export function serviceMarks(service: string) {
  return {
    "data-from": isFromDoor(service) ? "door" : "port",
    "data-to": isToDoor(service) ? "door" : "port",
  };
}

/** Gone while the chosen mode lacks the part; there before one is chosen. */
export const goneWithout = {
  transshipment: "group-has-[[data-lacks~=transshipment]:checked]:hidden",
  warehouse: "group-has-[[data-lacks~=warehouse]:checked]:hidden",
  requestedDate: "group-has-[[data-lacks~=requestedDate]:checked]:hidden",
};

/** There only while the chosen mode has them. */
export const onlyWithContainers = "hidden group-has-[[data-has~=containers]:checked]:flex";

/** The question whether the goods are fetched, or brought: not of a door, which says so itself, nor of a truck. */
export const truckingQuestion = {
  origin: "group-has-[[data-from=door]:checked]:hidden group-has-[[data-lacks~=trucking]:checked]:hidden",
  destination: "group-has-[[data-to=door]:checked]:hidden group-has-[[data-lacks~=trucking]:checked]:hidden",
};

/** The address of a door, or of a trucking that is asked for (`data-asks`) where the mode has one. */
export const truckingAddress = {
  origin:
    "hidden group-has-[[data-from=door]:checked]:block group-has-[[data-asks=origin]:checked]:block group-has-[[data-lacks~=trucking]:checked]:group-has-[[data-from=port]:checked]:hidden!",
  destination:
    "hidden group-has-[[data-to=door]:checked]:block group-has-[[data-asks=destination]:checked]:block group-has-[[data-lacks~=trucking]:checked]:group-has-[[data-to=port]:checked]:hidden!",
};

/** Of a service that begins, or ends, at a door. */
export const onlyAtDoor = {
  origin: "group-has-[[data-from=port]:checked]:hidden",
  destination: "group-has-[[data-to=port]:checked]:hidden",
};
