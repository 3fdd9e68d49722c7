import { byReceipt, isRegular } from "./chain.ts";
import { kindOf } from "./kinds.ts";
import type { MilestoneEvent } from "./milestone.ts";
import { PLACEMENT } from "./placement.ts";

const SEPARATOR = "\x1f";

/** Codes of one kind of milestone have one family. */
const familyOf = ({ code }: MilestoneEvent): string => (code === "DLVR" ? "DROP" : code);

/** Whether the code alone says the kind: a gate without EMPTY or LADEN is read by its own time. */
const isPlain = ({ code, emptyIndicator, vocabulary }: MilestoneEvent): boolean =>
  vocabulary !== "DCSA" || emptyIndicator !== null || (code !== "GTIN" && code !== "GTOT");

const ANYWHERE = "";

/**
 * Places at which times of plans decide to which of several calls an event belongs; `ANYWHERE` when an event of a call
 * has no place, and is compared with those of all.
 */
function ambiguousPlaces(events: readonly MilestoneEvent[]): Set<string> {
  const sequences = new Map<string, number>();
  const places = new Set<string>();
  for (const event of events) {
    const kind = kindOf(event, null);
    if (kind === null || PLACEMENT[kind].where !== "call") continue;
    if (event.placeCode === null) places.add(ANYWHERE);
    else if (event.sequence !== null) {
      const key = `${event.placeCode} ${kind}`;
      const known = sequences.get(key);
      if (known === undefined) sequences.set(key, event.sequence);
      else if (known !== event.sequence) places.add(event.placeCode);
    }
  }
  return places;
}

/** Plans and estimates that say the same but for the time. */
const likenessOf = (event: MilestoneEvent): string =>
  [
    event.vocabulary,
    event.code,
    event.classifier,
    event.emptyIndicator,
    event.placeCode,
    event.sequence,
    event.mode,
    event.containerNumber,
    event.transport,
    event.reasonCode !== null || event.remark !== null,
  ].join(SEPARATOR);

/** When actual events were received, by family. */
function actualsOf(events: readonly MilestoneEvent[]): Map<string, number[]> {
  const timesByFamily = new Map<string, number[]>();
  for (const event of events) {
    if (event.classifier !== "ACT") continue;
    const family = familyOf(event);
    const times = timesByFamily.get(family);
    if (times) times.push(event.receivedAt.getTime());
    else timesByFamily.set(family, [event.receivedAt.getTime()]);
  }
  return timesByFamily;
}

/**
 * The plans and estimates that later ones have replaced so that leaving them out changes no date, status, order or reason
 * of any milestone, now or after more events (but see `makesSupersededCount`). Of those alike, what is left is the first
 * one, which the first ETA comes from, the earliest, by which calls are ordered, and the last one before each actual event,
 * which counts if that is the one that reaches the milestone. Each event is given once; `restOf` is what else has to be
 * alike. A change of the milestones' rules has to be weighed here too, and flags that are stored be cleared.
 */
export function supersededOf<E extends MilestoneEvent>(
  events: readonly E[],
  restOf: (event: E) => string = () => "",
): E[] {
  const ambiguous = ambiguousPlaces(events);
  if (ambiguous.has(ANYWHERE)) return [];
  const planned = events.filter(
    (event) =>
      event.classifier !== "ACT" &&
      isRegular(event) &&
      isPlain(event) &&
      !(event.placeCode !== null && ambiguous.has(event.placeCode)),
  );
  const actuals = actualsOf(events);
  const alike = Map.groupBy(planned, (event) => likenessOf(event) + SEPARATOR + restOf(event));
  return [...alike.values()].flatMap((group) =>
    group.length > 2 ? replacedIn(group.sort(byReceipt), actuals.get(familyOf(group[0]!)) ?? []) : [],
  );
}

/** Of events alike, in the order received. Of those received at one time the later ids count, so all of them stay. */
function replacedIn<E extends MilestoneEvent>(group: E[], actuals: readonly number[]): E[] {
  const earliest = group.reduce((early, event) => (event.at < early.at ? event : early));
  let next = Number.POSITIVE_INFINITY;
  let received = group.at(-1)!.receivedAt.getTime();
  const replaced: E[] = [];
  for (const event of group.slice(1).reverse()) {
    const own = event.receivedAt.getTime();
    if (own < received) {
      next = received;
      received = own;
    }
    const isLast = next === Number.POSITIVE_INFINITY;
    if (isLast || event === earliest || actuals.some((time) => own <= time && time < next)) continue;
    replaced.push(event);
  }
  return replaced;
}

/**
 * Whether new events make some count again that were left out of `earlier`: an actual event that was received before a plan or
 * estimate of its kind, or events by which the cargo calls at a place twice.
 */
export function makesSupersededCount(
  earlier: readonly MilestoneEvent[],
  added: readonly MilestoneEvent[],
): boolean {
  const isOvertaken = added.some(
    (event) =>
      event.classifier === "ACT" &&
      earlier.some(
        (other) =>
          other.classifier !== "ACT" &&
          other.receivedAt > event.receivedAt &&
          familyOf(other) === familyOf(event),
      ),
  );
  if (isOvertaken) return true;
  const before = ambiguousPlaces(earlier);
  return [...ambiguousPlaces([...earlier, ...added])].some((place) => !before.has(place));
}
