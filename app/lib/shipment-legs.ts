import type { JobMode, TransportMode } from "#app/contract/shipment-code.ts";
import { HOUR_MS } from "./date-time.ts";
import type { Milestone } from "./milestones/milestone.ts";

type LegState = "done" | "underWay" | "open";

/** A part of a shipment's journey with one means of transport, by place codes. */
export interface ShipmentLeg {
  from: string;
  to: string;
  mode: TransportMode;
  state: LegState;
  /** Of a leg under way: the part of it that lies behind (`partOfWay`); null when its times are not known. */
  progress: number | null;
  transport: string | null;
}

/** What is known of the journey besides its milestones. */
export interface JourneyEnds {
  mode: JobMode;
  placeOfReceipt: string | null;
  portOfDeparture: string;
  portOfArrival: string;
  portOfFinalArrival: string | null;
  /** When the cargo is expected at the port of arrival, for a leg of which no event expects the arrival. */
  eta: { at: Date } | null;
  isCompleted: boolean;
}

const CARRIER: Record<JobMode, TransportMode> = { AIR: "AIR", OCEAN: "VESSEL", TRUCK: "TRUCK" };
const DEPARTURES: readonly string[] = ["DEPA", "DEP"];
const ARRIVALS: readonly string[] = ["ARRI", "ARR"];

/**
 * The legs of a shipment in order: those between the departures and arrivals of its milestones, else from port to port;
 * before and after them the carriage by land from the place of receipt and to the final place.
 */
export function legsOf(milestones: readonly Milestone[], ends: JourneyEnds, now: Date): ShipmentLeg[] {
  const reported = reportedLegs(milestones, ends, now);
  const main = reported.length > 0 ? reported : [plannedLeg(ends)];
  const [first, last] = [main[0]!, main.at(-1)!];
  const { placeOfReceipt, portOfFinalArrival, isCompleted } = ends;
  const byLand = (from: string, to: string, isDone: boolean): ShipmentLeg => ({
    from,
    to,
    mode: "TRUCK",
    progress: null,
    transport: null,
    state: isDone ? "done" : "open",
  });
  const before =
    placeOfReceipt !== null && placeOfReceipt !== first.from
      ? [byLand(placeOfReceipt, first.from, first.state !== "open")]
      : [];
  const after =
    portOfFinalArrival !== null && portOfFinalArrival !== last.to
      ? [byLand(last.to, portOfFinalArrival, isCompleted)]
      : [];
  return [...before, ...main, ...after];
}

function plannedLeg({ mode, portOfDeparture, portOfArrival, isCompleted }: JourneyEnds): ShipmentLeg {
  return {
    from: portOfDeparture,
    to: portOfArrival,
    mode: CARRIER[mode],
    progress: null,
    transport: null,
    state: isCompleted ? "done" : "open",
  };
}

function reportedLegs(
  milestones: readonly Milestone[],
  { mode, portOfArrival, isCompleted, eta }: JourneyEnds,
  now: Date,
): ShipmentLeg[] {
  const numbers = [...new Set(milestones.flatMap(({ legIndex }) => legIndex ?? []))];
  const ends = numbers
    .map((leg) => {
      const members = milestones.filter(({ legIndex }) => legIndex === leg);
      return {
        departure: members.find(({ code, placeCode }) => DEPARTURES.includes(code) && placeCode !== null),
        arrival: members.findLast(({ code, placeCode }) => ARRIVALS.includes(code) && placeCode !== null),
      };
    })
    .filter(({ departure }) => departure !== undefined);
  return ends.flatMap(({ departure, arrival }, index): ShipmentLeg[] => {
    const next = ends[index + 1]?.departure;
    const from = departure!.placeCode!;
    const to = arrival?.placeCode ?? next?.placeCode ?? portOfArrival;
    if (from === to) return [];
    const isDone = isCompleted || isBehind(arrival) || isBehind(next);
    const state = isDone ? "done" : isBehind(departure) ? "underWay" : "open";
    return [
      {
        from,
        to,
        state,
        mode: departure!.mode ?? arrival?.mode ?? CARRIER[mode],
        progress:
          state === "underWay"
            ? partOfWay(departure!.actual, arrival?.due ?? (to === portOfArrival ? eta : null), now)
            : null,
        transport: departure!.transport ?? arrival?.transport ?? null,
      },
    ];
  });
}

/** Reached, or not reported although a later milestone is. */
const isBehind = (milestone: Milestone | undefined): boolean =>
  milestone !== undefined && (milestone.actual !== null || milestone.isSkipped);

/** Moving cargo stays off the ends of its way: it has neither just left nor just arrived. */
const NEAREST_TO_END = 0.12;

/** How much of its way moving cargo has made, by the time passed of the time expected; null where that is not known. */
export function partOfWay(left: { at: Date } | null, due: { at: Date } | null, now: Date): number | null {
  const spanMs = left && due ? due.at.getTime() - left.at.getTime() : 0;
  if (!left || spanMs <= HOUR_MS) return null;
  const part = (now.getTime() - left.at.getTime()) / spanMs;
  return Math.min(1 - NEAREST_TO_END, Math.max(NEAREST_TO_END, part));
}
