import {
  addToCall,
  type Call,
  callFor,
  type Group,
  gatherCalls,
  type KindedEvent,
  orderCalls,
} from "./calls.ts";
import { sideOf } from "./kinds.ts";
import type { MilestoneKind } from "./milestone.ts";
import {
  EXPORT_BERTHING_RANK,
  EXPORT_CUSTOMS_SHIFT,
  EXPORT_VESSEL_ARRIVAL_RANK,
  HAULAGE_RANK,
  PLACEMENT,
  type Placement,
} from "./placement.ts";

const isDeparting = (kind: MilestoneKind): boolean => {
  const placement = PLACEMENT[kind];
  return placement.where === "call" && placement.side === "departing";
};

const isArriving = (kind: MilestoneKind): boolean => {
  const placement = PLACEMENT[kind];
  return placement.where === "call" && placement.side === "arriving";
};

/** Milestones of inbound cargo, except where the vessel comes to the cargo. */
export const isMoveIn = (kind: MilestoneKind): boolean => isArriving(kind) || kind === "BRTH";

const departs = (call: Call): boolean => [...call.groups.keys()].some(isDeparting);

// Whether a vessel calls to load the cargo; a truck, train or barge brings it.
const isVesselCalling = (group: Group): boolean =>
  group.kind === "ARRI" && group.events.every((event) => event.mode === null || event.mode === "VESSEL");

function rankAtOrigin(group: Group): number {
  if (/^CUS[SICR]$/.test(group.kind)) return group.rank + EXPORT_CUSTOMS_SHIFT;
  if (group.kind === "BRTH") return EXPORT_BERTHING_RANK;
  return isVesselCalling(group) ? EXPORT_VESSEL_ARRIVAL_RANK : group.rank;
}

type Side = "before" | "after";
/** A milestone and its leg. */
export type PlacedGroup = [group: Group, legIndex: number | null];

/** Milestones before and after the calls, one group per side and rank. */
class Stages {
  readonly #groups = new Map<string, Group>();

  add({ kind, event }: KindedEvent, side: Side, rank: number): void {
    const key = `${side} ${rank}`;
    const group = this.#groups.get(key);
    if (group) group.events.push(event);
    else this.#groups.set(key, { kind, stage: side, rank, events: [event] });
  }

  /** By rank; none of them belongs to a leg. */
  of(side: Side): PlacedGroup[] {
    return [...this.#groups.values()]
      .filter((group) => group.stage === side)
      .sort((a, b) => a.rank - b.rank)
      .map((group) => [group, null]);
  }
}

/**
 * The side of one truck move, by its earliest date: its events may lie on both sides of a delayed departure.
 */
function sideOfHaulage(
  { kind, event }: KindedEvent,
  entries: readonly KindedEvent[],
  firstDeparture: number | null,
): Side {
  const move = entries.filter(
    (entry) =>
      entry.kind === kind &&
      entry.event.mode === "TRUCK" &&
      event.placeCode !== null &&
      entry.event.placeCode === event.placeCode,
  );
  const first = move.reduce((early, entry) => (entry.event.at < early.at ? entry.event : early), event);
  return sideOf(first, firstDeparture);
}

/** Whether any transport but trucks carries the cargo, so that truck moves are those to and from it. */
const hasMainCarriage = (entries: readonly KindedEvent[]): boolean =>
  entries.some(
    ({ kind, event }) =>
      PLACEMENT[kind].where === "call" &&
      event.mode !== "TRUCK" &&
      (event.mode !== null || /^(DEPA?|ARRI?)$/.test(kind)),
  );

/** The ordered calls, and the milestones before and after them. */
function gatherStages(entries: readonly KindedEvent[], firstDeparture: number | null) {
  const stages = new Stages();
  const inCalls: KindedEvent[] = [];
  const beside: [KindedEvent, Extract<Placement, { where: "beside" }>][] = [];
  const isBesideMainCarriage = hasMainCarriage(entries);
  for (const entry of entries) {
    const { kind, event } = entry;
    const placement = PLACEMENT[kind];
    if ((kind === "DEPA" || kind === "ARRI") && event.mode === "TRUCK" && isBesideMainCarriage) {
      const side = sideOfHaulage(entry, entries, firstDeparture);
      stages.add(entry, side, HAULAGE_RANK[side][kind]);
    } else if (placement.where === "call") inCalls.push(entry);
    else if (placement.where === "beside") beside.push([entry, placement]);
    else stages.add(entry, placement.where, placement.rank);
  }
  const calls = orderCalls(gatherCalls(inCalls));
  for (const [entry, placement] of beside) {
    const here = calls.filter((call) => call.placeCode !== null && call.placeCode === entry.event.placeCode);
    const call = here.length > 1 ? callFor(here, entry) : here[0];
    if (call) addToCall(call, entry);
    else stages.add(entry, placement.fallback, placement.fallbackRank);
  }
  return { stages, calls };
}

/** The milestones of the calls in order; each departure starts a leg. */
function numberLegs(calls: readonly Call[]): PlacedGroup[] {
  let departures = 0;
  return calls.flatMap((call, index) => {
    const groups = [...call.groups.values()];
    const isReached = groups.some((group) => isArriving(group.kind) && !isVesselCalling(group));
    const isOrigin = index === 0 && departs(call) && !isReached;
    // When the cargo arrives at the first call, the start of the journey is not known.
    if (index === 0 && isReached) departures = 1;
    if (isOrigin) for (const group of groups) group.rank = rankAtOrigin(group);
    const legOf = ({ kind }: Group): number | null => {
      if (isDeparting(kind)) return departures;
      return isMoveIn(kind) && !isOrigin ? Math.max(0, departures - 1) : null;
    };
    const placed = groups.sort((a, b) => a.rank - b.rank).map((group): PlacedGroup => [group, legOf(group)]);
    if (departs(call)) departures++;
    return placed;
  });
}

/** The milestones in the order of the journey. */
export function orderJourney(entries: readonly KindedEvent[], firstDeparture: number | null): PlacedGroup[] {
  const { stages, calls } = gatherStages(entries, firstDeparture);
  return [...stages.of("before"), ...numberLegs(calls), ...stages.of("after")];
}
