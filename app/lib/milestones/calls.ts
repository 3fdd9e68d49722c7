import type { EventClassifier, MilestoneEvent, MilestoneKind } from "./milestone.ts";
import { PLACEMENT } from "./placement.ts";

/** The events of one milestone. */
export interface Group {
  kind: MilestoneKind;
  /** "before" and "after": the stage; otherwise the call. */
  stage: "before" | "after" | Call;
  rank: number;
  events: MilestoneEvent[];
}

/** A stop of the cargo at one place. */
export interface Call {
  placeCode: string | null;
  sequence: number | null;
  groups: Map<MilestoneKind, Group>;
}

export interface KindedEvent {
  kind: MilestoneKind;
  event: MilestoneEvent;
}
function nearest<T extends { events: readonly MilestoneEvent[] }>(
  candidates: readonly T[],
  at: Date,
): T | undefined {
  let best: T | undefined;
  let bestGap = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    for (const event of candidate.events) {
      const gap = Math.abs(event.at.getTime() - at.getTime());
      if (gap < bestGap) {
        bestGap = gap;
        best = candidate;
      }
    }
  }
  return best;
}

export function addToCall(call: Call, { kind, event }: KindedEvent): void {
  const placement = PLACEMENT[kind];
  const group = call.groups.get(kind);
  if (group) group.events.push(event);
  else call.groups.set(kind, { kind, stage: call, rank: placement.rank, events: [event] });
  call.placeCode ??= event.placeCode;
  call.sequence ??= event.sequence;
}

const newCall = (placeCode: string | null, sequence: number | null): Call => ({
  placeCode,
  sequence,
  groups: new Map(),
});

/**
 * The call of an event without a complete address: one with the same kind of milestone nearest in time, else
 * the nearest.
 */
export function callFor(calls: readonly Call[], { kind, event }: KindedEvent): Call | undefined {
  const same = calls.flatMap((call) => call.groups.get(kind) ?? []);
  const group =
    nearest(same, event.at) ??
    nearest(
      calls.flatMap((call) => [...call.groups.values()]),
      event.at,
    );
  return group?.stage as Call | undefined;
}

/** The calls at one place; when the cargo stops there twice, events are separated by sequence number. */
function gatherCallsAt(placeCode: string | null, placed: readonly KindedEvent[]): Call[] {
  const bySequence = Map.groupBy(
    placed.filter(({ event }) => event.sequence !== null),
    ({ event }) => event.sequence,
  );
  const calls: Call[] = [];
  for (const [sequence, members] of [...bySequence].sort(([a], [b]) => (a ?? 0) - (b ?? 0))) {
    // Inbound and outbound voyage number their calls separately: other kinds with another number are the same
    // stop.
    const complement = calls.find((call) => !members.some(({ kind }) => call.groups.has(kind)));
    const call = complement ?? newCall(placeCode, sequence);
    if (!complement) calls.push(call);
    for (const member of members) addToCall(call, member);
  }
  for (const entry of placed) {
    if (entry.event.sequence !== null) continue;
    let call = calls.length > 1 ? callFor(calls, entry) : calls[0];
    if (!call) {
      call = newCall(placeCode, null);
      calls.push(call);
    }
    addToCall(call, entry);
  }
  return calls;
}

/**
 * The call of an event without a place: the only one with its number; without a number, one that has its
 * kind.
 */
function callWithoutPlace(calls: readonly Call[], entry: KindedEvent): Call | undefined {
  const { sequence } = entry.event;
  if (sequence === null) {
    return callFor(
      calls.filter((call) => call.groups.has(entry.kind)),
      entry,
    );
  }
  const numbered = calls.filter((call) => call.sequence === sequence);
  return numbered.length === 1 ? numbered[0] : undefined;
}

/** Stops of the cargo, unordered. */
export function gatherCalls(entries: readonly KindedEvent[]): Call[] {
  const places = Map.groupBy(
    entries.filter(({ event }) => event.placeCode !== null),
    ({ event }) => event.placeCode,
  );
  const calls = [...places].flatMap(([placeCode, placed]) => gatherCallsAt(placeCode, placed));
  for (const entry of entries) {
    if (entry.event.placeCode !== null) continue;
    let call = callWithoutPlace(calls, entry);
    if (!call) {
      call = newCall(null, entry.event.sequence);
      calls.push(call);
    }
    addToCall(call, entry);
  }
  return calls;
}

const eventsOf = (call: Call): MilestoneEvent[] => [...call.groups.values()].flatMap((group) => group.events);

function firstAt(call: Call, classifier: EventClassifier): number | null {
  const times = eventsOf(call)
    .filter((event) => event.classifier === classifier)
    .map((event) => event.at.getTime());
  return times.length > 0 ? Math.min(...times) : null;
}

const isRising = (times: readonly (number | null)[]): boolean => {
  const known = times.filter((time) => time !== null);
  return known.every((time, index) => index === 0 || time >= (known[index - 1] as number));
};

/**
 * Calls in the order of the journey. Planned times are consistent with each other, so they are compared
 * first; the latest known times of different calls may not be, when a delay of the first leg has not been
 * passed on to the second.
 */
export function orderCalls(calls: readonly Call[]): Call[] {
  const numbers = calls.map((call) => call.sequence);
  if (!numbers.includes(null) && new Set(numbers).size === calls.length) {
    const inSequence = [...calls].sort((a, b) => (a.sequence as number) - (b.sequence as number));
    const contradicts = (["PLN", "ACT"] as const).some(
      (classifier) => !isRising(inSequence.map((call) => firstAt(call, classifier))),
    );
    if (!contradicts) return inSequence;
  }
  const keyOf = (call: Call): number =>
    firstAt(call, "PLN") ?? firstAt(call, "ACT") ?? firstAt(call, "EST") ?? 0;
  return calls
    .map((call) => ({ call, at: keyOf(call) }))
    .sort(
      (a, b) =>
        a.at - b.at ||
        (a.call.sequence ?? 0) - (b.call.sequence ?? 0) ||
        (a.call.placeCode ?? "").localeCompare(b.call.placeCode ?? "", "en"),
    )
    .map(({ call }) => call);
}
