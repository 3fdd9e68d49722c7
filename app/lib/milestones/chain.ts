import { endOf } from "../date-time.ts";
import type { Group, KindedEvent } from "./calls.ts";
import { orderJourney } from "./journey.ts";
import { EQUIPMENT_KINDS, firstDepartureOf, isPaper, kindOf } from "./kinds.ts";
import type {
  EmptyIndicator,
  EventClassifier,
  Milestone,
  MilestoneChain,
  MilestoneEvent,
  MilestoneState,
  MilestoneTime,
} from "./milestone.ts";

/**
 * Only an ACT event reaches a milestone. The latest received plan or estimate counts, unless it was received
 * after the actual. An equipment milestone is reached when every known container has reached it.
 */

export const byReceipt = (a: MilestoneEvent, b: MilestoneEvent): number =>
  a.receivedAt.getTime() - b.receivedAt.getTime() ||
  a.at.getTime() - b.at.getTime() ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export const isRegular = (event: MilestoneEvent): boolean =>
  !Number.isNaN(event.at.getTime()) && !Number.isNaN(event.receivedAt.getTime());

/** One event per id, in the order received: a repeated message with the same id replaces the first. */
export function dropRepeats(events: readonly MilestoneEvent[]): MilestoneEvent[] {
  const latest = new Map<string, MilestoneEvent>();
  for (const event of events) {
    const known = latest.get(event.id);
    if (!known || byReceipt(known, event) <= 0) latest.set(event.id, event);
  }
  return [...latest.values()].sort(byReceipt);
}

const timeOf = (event: MilestoneEvent): MilestoneTime => ({
  at: event.at,
  isDayOnly: event.isDayOnly,
  source: event.source,
  receivedAt: event.receivedAt,
});

const latestAt = (events: readonly MilestoneEvent[]): MilestoneEvent | undefined =>
  events.reduce<MilestoneEvent | undefined>(
    (latest, event) => (!latest || event.at.getTime() > latest.at.getTime() ? event : latest),
    undefined,
  );

/**
 * Combines the events of one container, or of a shipment without containers; events in the order received.
 */
export function settle(events: readonly MilestoneEvent[]) {
  const actuals = events.filter((event) => event.classifier === "ACT");
  const known = actuals[0]?.receivedAt.getTime() ?? Number.POSITIVE_INFINITY;
  const last = (classifier: EventClassifier) =>
    events.findLast((event) => event.classifier === classifier && event.receivedAt.getTime() <= known);
  return { planned: last("PLN"), estimated: last("EST"), actual: actuals.at(-1), knownFrom: known };
}

/** Pieces that actual events are about, and all; null when one is about all, or none says how many there are. */
function piecesOf(events: readonly MilestoneEvent[]): { done: number; total: number } | null {
  const actuals = events.filter((event) => event.classifier === "ACT");
  const total = Math.max(0, ...actuals.map((event) => event.totalPieces ?? 0));
  if (total === 0 || actuals.some((event) => !event.pieces)) return null;
  // The same part may be told more than once, under other ids or by another sender.
  const parts = new Map(
    actuals.map((event) => [
      [event.at.getTime(), event.placeCode, event.pieces].join(" "),
      event.pieces ?? 0,
    ]),
  );
  return {
    done: Math.min(
      total,
      [...parts.values()].reduce((sum, pieces) => sum + pieces, 0),
    ),
    total,
  };
}

function summarise(group: Group, containers: readonly string[]) {
  const { kind, events } = group;
  const pieces = piecesOf(events);
  const isPartial = pieces !== null && pieces.done < pieces.total;
  const counted = EQUIPMENT_KINDS.has(kind) && containers.length > 0;
  const parts = counted
    ? containers.map((number) =>
        settle(events.filter((event) => event.containerNumber === null || event.containerNumber === number)),
      )
    : [settle(isPartial ? events.filter((event) => event.classifier !== "ACT") : events)];
  const done = parts.filter((part) => part.actual);
  const isComplete = done.length === parts.length && !isPartial;
  // A milestone has the date of the last container; containers that have arrived do not count for those still
  // under way.
  const open = isComplete ? parts : parts.filter((part) => !part.actual);
  const pick = (name: "planned" | "estimated") =>
    latestAt(open.flatMap((part) => part[name] ?? [])) ?? latestAt(parts.flatMap((part) => part[name] ?? []));
  const knownFrom = Math.max(...parts.map((part) => part.knownFrom));
  const ownKnownFrom = (event: MilestoneEvent) => {
    const index = counted && event.containerNumber !== null ? containers.indexOf(event.containerNumber) : -1;
    return parts[index]?.knownFrom ?? knownFrom;
  };
  return {
    planned: pick("planned"),
    estimated: pick("estimated"),
    actual: isComplete ? latestAt(parts.flatMap((part) => part.actual ?? [])) : undefined,
    count: counted ? { done: done.length, total: parts.length } : null,
    pieces,
    ignoredEventIds: events
      .filter((event) => event.classifier !== "ACT" && event.receivedAt.getTime() > ownKnownFrom(event))
      .map((event) => event.id),
  };
}

const openState = (due: MilestoneTime | null, estimated: MilestoneTime | null): MilestoneState =>
  due !== null && due === estimated ? "expected" : "planned";

function drawMilestone(
  group: Group,
  legIndex: number | null,
  containers: readonly string[],
  now: Date,
): Omit<Milestone, "key"> {
  const events = group.events.sort(byReceipt);
  const { planned, estimated, actual, count, pieces, ignoredEventIds } = summarise(group, containers);
  const plannedTime = planned ? timeOf(planned) : null;
  const estimatedTime = estimated ? timeOf(estimated) : null;
  const isReplanned = planned && (!estimated || planned.receivedAt > estimated.receivedAt);
  const due = isReplanned ? plannedTime : estimatedTime;
  // Values received with the actual take precedence over later ones.
  const statements = [
    ...events.filter((event) => event.classifier !== "ACT"),
    ...events.filter((event) => event.classifier === "ACT"),
  ];
  const lastOf = <K extends "placeCode" | "sequence" | "transport" | "mode">(name: K) =>
    statements.findLast((event) => event[name] !== null)?.[name] ?? null;
  const reasoned = events.findLast((event) => event.reasonCode !== null || event.remark !== null);
  const emptyIndicator = /_(EMPTY|LADEN)$/.exec(group.kind)?.[1] as EmptyIndicator | undefined;
  return {
    kind: group.kind,
    vocabulary: events[0]?.vocabulary ?? "DCSA",
    code: group.kind.replace(/_.*/, ""),
    emptyIndicator: emptyIndicator ?? null,
    mode: lastOf("mode"),
    placeCode: lastOf("placeCode"),
    sequence: lastOf("sequence"),
    legIndex,
    planned: plannedTime,
    estimated: estimatedTime,
    actual: actual ? timeOf(actual) : null,
    due,
    state: actual ? "reached" : due && now > endOf(due) ? "overdue" : openState(due, estimatedTime),
    isSkipped: false,
    count,
    pieces,
    events,
    ignoredEventIds,
    transport: lastOf("transport"),
    reason: reasoned ? { code: reasoned.reasonCode, remark: reasoned.remark } : null,
  };
}

const latestOf = (dates: readonly Date[]): Date | null =>
  dates.length > 0 ? new Date(Math.max(...dates.map((date) => date.getTime()))) : null;

/**
 * Builds the milestones of one shipment. The order of `events` does not matter; a repeated id replaces the
 * earlier event. `containers`: numbers known besides those in the events. `now` decides what is overdue.
 */
export function buildMilestones(
  events: readonly MilestoneEvent[],
  { now, containers = [] }: { now: Date; containers?: readonly string[] },
): MilestoneChain {
  const all = dropRepeats(events);
  const regular = all.filter(isRegular);
  const firstDeparture = firstDepartureOf(regular.filter(({ hasMoved }) => !hasMoved));
  const entries: KindedEvent[] = [];
  const discrepancies: MilestoneEvent[] = [];
  const others: MilestoneEvent[] = all.filter((event) => !isRegular(event));
  for (const event of regular) {
    const kind = event.hasMoved ? null : kindOf(event, firstDeparture);
    if (kind) entries.push({ kind, event });
    else if (event.vocabulary === "IMP" && event.code === "DIS") discrepancies.push(event);
    else others.push(event);
  }

  const known = new Set(containers);
  for (const { event } of entries) if (event.containerNumber !== null) known.add(event.containerNumber);
  const numbers = [...known];

  const keys = new Map<string, number>();
  const milestones = orderJourney(entries, firstDeparture).map(([group, legIndex]): Milestone => {
    const drawn = drawMilestone(group, legIndex, numbers, now);
    const isHaulage = typeof group.stage === "string" && (group.kind === "DEPA" || group.kind === "ARRI");
    const base = [isHaulage ? `TRUCK-${group.kind}` : group.kind, isHaulage ? group.stage : drawn.placeCode]
      .filter(Boolean)
      .join("-");
    const repeats = (keys.get(base) ?? 0) + 1;
    keys.set(base, repeats);
    return { key: repeats === 1 ? base : `${base}-${repeats}`, ...drawn };
  });

  for (const milestone of milestones.slice(0, Math.max(0, reachedUpTo(milestones)))) {
    if (milestone.actual) continue;
    milestone.isSkipped = true;
    milestone.state = openState(milestone.due, milestone.estimated);
  }
  return {
    milestones,
    discrepancies,
    others,
    lastNewsAt: latestOf(regular.map((event) => event.receivedAt)),
  };
}

/** Progress of the cargo: the index of the last reached milestone, documents excluded; -1 for none. */
const reachedUpTo = (milestones: readonly Milestone[]): number =>
  milestones.findLastIndex(({ actual, kind }) => actual !== null && !isPaper(kind));

/** The last reached milestone of the cargo, in the order of the journey. */
export function lastMilestone(milestones: readonly Milestone[]): Milestone | null {
  return milestones[reachedUpTo(milestones)] ?? null;
}

/** Why the cargo is late, as a sender reported it: the code of its standard, or free text, or both. */
export interface ReportedReason {
  code: string | null;
  remark: string | null;
}

/** The reason that was received last. */
export function lastReason(milestones: readonly Milestone[]): ReportedReason | null {
  const reasoned = milestones
    .filter((milestone) => milestone.reason !== null)
    .sort((a, b) => reasonReceipt(a) - reasonReceipt(b));
  return reasoned.at(-1)?.reason ?? null;
}

const reasonReceipt = ({ events }: Milestone): number =>
  Math.max(
    ...events
      .filter((event) => event.reasonCode !== null || event.remark !== null)
      .map((event) => event.receivedAt.getTime()),
  );

/** The next milestone: the first open one with a date after the last reached one. */
export function nextMilestone(milestones: readonly Milestone[]): Milestone | null {
  const ahead = milestones.slice(reachedUpTo(milestones) + 1);
  return ahead.find(({ actual, due }) => actual === null && due !== null) ?? null;
}
