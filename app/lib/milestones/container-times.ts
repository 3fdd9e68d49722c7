import type { KnownTime } from "../date-time.ts";
import { dropRepeats, isRegular, settle } from "./chain.ts";
import { firstDepartureOf, kindOf } from "./kinds.ts";
import type { MilestoneEvent, MilestoneKind } from "./milestone.ts";

/** When something happened to a container, or is to happen. */
export interface ContainerTime extends KnownTime {
  /** False: planned or estimated. */
  isActual: boolean;
  placeCode: string | null;
}

/** The events of one container at the end of its journey, which start and end its free time. */
export interface ContainerTimes {
  discharge: ContainerTime | null;
  available: ContainerTime | null;
  gateOut: ContainerTime | null;
  /** At the consignee's door. */
  delivered: ContainerTime | null;
  emptyIn: ContainerTime | null;
}

const KINDS = {
  discharge: "DISC",
  available: "AVPU",
  gateOut: "GTOT_LADEN",
  delivered: "DROP_LADEN",
  emptyIn: "GTIN_EMPTY",
} as const satisfies Record<keyof ContainerTimes, MilestoneKind>;

/**
 * For each container the times at the end of the journey, by the rules of the milestones: only an actual event says
 * that it happened, else the plan or estimate received last. A discharge elsewhere than at one of `ends`, the ports
 * of arrival, is a transhipment.
 */
export function containerTimes(
  events: readonly MilestoneEvent[],
  containers: readonly string[],
  ends: readonly string[],
): Map<string, ContainerTimes> {
  const regular = dropRepeats(events).filter(isRegular);
  const firstDeparture = firstDepartureOf(regular);
  const ofKind = Map.groupBy(regular, (event) => kindOf(event, firstDeparture));
  const isAtEnd = ({ placeCode }: MilestoneEvent) => placeCode === null || ends.includes(placeCode);
  const timeOf = (container: string, name: keyof ContainerTimes): ContainerTime | null => {
    const own = (ofKind.get(KINDS[name]) ?? []).filter(
      (event) =>
        (event.containerNumber === null || event.containerNumber === container) &&
        (name !== "discharge" || isAtEnd(event)),
    );
    const { actual, planned, estimated } = settle(own);
    const due = planned && (!estimated || planned.receivedAt > estimated.receivedAt) ? planned : estimated;
    const event = actual ?? due;
    if (!event) return null;
    const { at, isDayOnly, placeCode } = event;
    return { at, isDayOnly, placeCode, isActual: actual !== undefined };
  };
  return new Map(
    containers.map((container) => [
      container,
      {
        discharge: timeOf(container, "discharge"),
        available: timeOf(container, "available"),
        gateOut: timeOf(container, "gateOut"),
        delivered: timeOf(container, "delivered"),
        emptyIn: timeOf(container, "emptyIn"),
      },
    ]),
  );
}
