import type { KnownTime } from "#app/lib/date-time.ts";
import type { LegMode, Milestone } from "#app/lib/milestones/milestone.ts";
import { isArrival, isDeparture, type ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import { partOfWay } from "#app/lib/shipment-legs.ts";

/** A place of the route, with what happens there; null where nothing is known. */
export interface Stop {
  code: string;
  arrival: Milestone | null;
  departure: Milestone | null;
}

/** Where the cargo is: at a stop, or between it and the next. */
export interface Position {
  /** Index of the last stop that is known to be reached; -1 before the first. */
  stop: number;
  /** Part of the way to the next stop, by the time passed; null while the cargo is at the stop. */
  way: number | null;
  /** What carries the cargo on the way. */
  mode: LegMode | null;
}

interface Route {
  placeOfReceipt: string | null;
  portOfDeparture: string;
  portOfArrival: string;
  /** The final place of the goods, where it is known. */
  destination: string | null;
}

/** The stops of a journey in order: the legs of the milestones, with the places before and after them. */
export function stopsOf(milestones: readonly Milestone[], route: Route): Stop[] {
  const stops = addPorts(stopsOfLegs(milestones), route);
  if (route.placeOfReceipt !== null && stops[0]?.code !== route.placeOfReceipt)
    stops.unshift(bare(route.placeOfReceipt));
  if (route.destination !== null && !stops.some(({ code }) => code === route.destination))
    stops.push(bare(route.destination));
  return stops.filter(({ code }, index) => index === 0 || code !== stops[index - 1]?.code);
}

const bare = (code: string): Stop => ({ code, arrival: null, departure: null });

function stopsOfLegs(milestones: readonly Milestone[]): Stop[] {
  const stops: Stop[] = [];
  for (const milestone of milestones) {
    const { placeCode: code, legIndex } = milestone;
    if (code === null || legIndex === null) continue;
    const last = stops.at(-1);
    if (isArrival(milestone)) stops.push({ code, arrival: milestone, departure: null });
    else if (!isDeparture(milestone)) continue;
    else if (last?.code === code) last.departure ??= milestone;
    else stops.push({ code, arrival: null, departure: milestone });
  }
  return stops;
}

/** Adds the ports that no event names: many carriers tell only what has happened. */
function addPorts(stops: readonly Stop[], route: Route): Stop[] {
  const codes = new Set(stops.map(({ code }) => code));
  const all = [...stops];
  if (!codes.has(route.portOfDeparture)) {
    const isAfterReceipt = all[0]?.code === route.placeOfReceipt;
    all.splice(isAfterReceipt ? 1 : 0, 0, bare(route.portOfDeparture));
  }
  if (!codes.has(route.portOfArrival)) {
    const end = all.findLastIndex(({ code }) => code === route.destination);
    all.splice(end > 0 ? end : all.length, 0, bare(route.portOfArrival));
  }
  return all;
}

/** When the cargo is expected at a stop: by an event, at the port of arrival also by the shipment's ETA. */
export function expectedAt(stop: Stop | undefined, port: string, eta: KnownTime | null): KnownTime | null {
  return stop?.arrival?.due ?? (stop?.code === port ? eta : null);
}

/** Of a way of which no arrival is expected. */
export const MIDDLE = 0.5;

/** Where the cargo is by its actual events; between two stops by the time passed of the time expected. */
export function positionOf(
  stops: readonly Stop[],
  facts: {
    portOfArrival: string;
    eta: KnownTime | null;
    reached: ReachedDates;
    isCompleted: boolean;
    now: Date;
  },
): Position {
  const { reached, isCompleted, now } = facts;
  if (isCompleted) return { stop: stops.length - 1, way: null, mode: null };
  const stop = stops.findLastIndex(({ arrival, departure }) => arrival?.actual || departure?.actual);
  const here = stops[stop];
  if (!here) {
    const isCollected = Boolean(reached.pickup || reached.cargoReceived || reached.departedWarehouse);
    return { stop: isCollected ? 0 : -1, way: null, mode: null };
  }
  const left = here.departure?.actual;
  const next = stops[stop + 1];
  if (!left || !next) return { stop, way: null, mode: null };
  const due = expectedAt(next, facts.portOfArrival, facts.eta);
  // Without an expected arrival it is only known to be on the way: the middle says no more than that.
  const way = partOfWay(left, due, now) ?? MIDDLE;
  return { stop, way, mode: here.departure?.mode ?? next.arrival?.mode ?? null };
}
