/**
 * Milestones of a shipment, built from its events: ocean in DCSA's vocabulary, air in Cargo-IMP's (domain "Milestones"),
 * and what neither has a word for in the forwarder's own, HOUSE.
 * The provider derives status and delay from them, the portal draws them; both call this file.
 *
 * A milestone is reached by an ACT event and by nothing else. Of plans and estimates the latest received holds,
 * unless it was received after the actual. A milestone of the equipment is reached when every known container is.
 */
import { DAY_MS, endOf, type KnownTime } from "./date-time.ts";

export type EventVocabulary = "DCSA" | "IMP" | "HOUSE";
export type EventClassifier = "PLN" | "EST" | "ACT";
export type EmptyIndicator = "EMPTY" | "LADEN";
export type LegMode = "VESSEL" | "AIR" | "TRUCK" | "RAIL" | "BARGE";

export interface MilestoneEvent {
  id: string;
  vocabulary: EventVocabulary;
  /** DCSA: GTOT, STUF, GTIN, LOAD, DEPA, ...; Cargo-IMP: BKD, RCS, DEP, ...; HOUSE: `houseMilestones`. */
  code: string;
  classifier: EventClassifier;
  at: Date;
  isDayOnly: boolean;
  /** UN/LOCODE, or an airport's IATA code. */
  placeCode: string | null;
  /** Transport call sequence number: DCSA counts it within one voyage. */
  sequence: number | null;
  emptyIndicator: EmptyIndicator | null;
  mode: LegMode | null;
  /** Null: the event speaks for all containers of the shipment. */
  containerNumber: string | null;
  /** Vessel and voyage, or flight. */
  transport: string | null;
  source: string;
  receivedAt: Date;
  reasonCode: string | null;
  remark: string | null;
}

/** What a milestone is, for its label and its status: the code, with EMPTY or LADEN where the code alone says two things. */
const MILESTONE_KINDS = [
  "BOOK",
  "BKD",
  "FWB",
  "GTOT_EMPTY",
  "DROP_EMPTY",
  "STUF",
  "PICK_LADEN",
  "COLL",
  "DOCR",
  "DPWH",
  "FOH",
  "RCS",
  "CRGR",
  "AMSC",
  "RCT",
  "GTIN_LADEN",
  "PRE",
  "MAN",
  "LOAD",
  "DEPA",
  "DEP",
  "DOCB",
  "ARRI",
  "ARR",
  "BRTH",
  "DISC",
  "AWR",
  "RCF",
  "TFD",
  "CUSS",
  "CUSI",
  "CUSC",
  "CUSR",
  "FRAI",
  "FRMP",
  "AVPU",
  "GTOT_LADEN",
  "NFD",
  "AWD",
  "CRC",
  "CCD",
  "DLV",
  "DROP_LADEN",
  "PODU",
  "STRP",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
] as const;
export type MilestoneKind = (typeof MILESTONE_KINDS)[number];

export type MilestoneState = "reached" | "expected" | "planned" | "overdue";

export interface MilestoneTime extends KnownTime {
  source: string;
  receivedAt: Date;
}

export interface Milestone {
  /** Unique within the shipment and the same for the same events: an anchor, a list key. */
  key: string;
  kind: MilestoneKind;
  vocabulary: EventVocabulary;
  code: string;
  emptyIndicator: EmptyIndicator | null;
  mode: LegMode | null;
  placeCode: string | null;
  sequence: number | null;
  /** 0 for the first leg; null before, after and beside the legs. */
  legIndex: number | null;
  planned: MilestoneTime | null;
  /** The last estimate received before the actual. */
  estimated: MilestoneTime | null;
  /** Null until all known containers have one; then the last container's. */
  actual: MilestoneTime | null;
  /** The plan or the estimate, whichever was received later: what an open milestone is held to. */
  due: MilestoneTime | null;
  state: MilestoneState;
  /** A later milestone is reached and this one has no actual: not known whether it happened. */
  isSkipped: boolean;
  /** Containers with an actual, of those known; null where containers do not count. */
  count: { done: number; total: number } | null;
  /** All events of the milestone in the order received, the ignored ones too. */
  events: readonly MilestoneEvent[];
  /** Plans and estimates received after the actual. */
  ignoredEventIds: readonly string[];
  transport: string | null;
  /** The reason or remark received last. */
  reason: { code: string | null; remark: string | null } | null;
}

export interface MilestoneChain {
  /** In the order of the journey. */
  milestones: Milestone[];
  /** Cargo-IMP DIS: something is missing, damaged or astray. Oldest first. */
  discrepancies: MilestoneEvent[];
  /** Events that are no milestone: documents, sensors, codes not known. Oldest first. */
  others: MilestoneEvent[];
  /** When anything was last received: "no news for N days" counts from here. */
  lastNewsAt: Date | null;
  /** When something last really happened. */
  lastActualAt: Date | null;
}

type Placement =
  /** Happens once, before or after the calls, wherever it is. */
  | { where: "before" | "after"; rank: number }
  /** Part of a call at a place, on its arriving or its departing side. */
  | { where: "call"; rank: number; side: "arriving" | "departing" }
  /** Part of a call when the place is one, else before or after the calls. */
  | { where: "beside"; rank: number; fallback: "before" | "after"; fallbackRank: number };

const PLACEMENT: Record<MilestoneKind, Placement> = {
  BOOK: { where: "before", rank: 5 },
  BKD: { where: "before", rank: 10 },
  FWB: { where: "before", rank: 12 },
  GTOT_EMPTY: { where: "before", rank: 20 },
  DROP_EMPTY: { where: "before", rank: 22 },
  STUF: { where: "before", rank: 24 },
  PICK_LADEN: { where: "before", rank: 26 },
  COLL: { where: "before", rank: 27 },
  DOCR: { where: "before", rank: 32 },
  DPWH: { where: "before", rank: 33 },
  FOH: { where: "before", rank: 34 },
  RCS: { where: "before", rank: 36 },
  CRGR: { where: "before", rank: 37 },
  DOCB: { where: "beside", rank: 8, fallback: "after", fallbackRank: 4 },
  ARRI: { where: "call", rank: 10, side: "arriving" },
  ARR: { where: "call", rank: 10, side: "arriving" },
  BRTH: { where: "beside", rank: 15, fallback: "after", fallbackRank: 6 },
  DISC: { where: "call", rank: 20, side: "arriving" },
  AWR: { where: "call", rank: 22, side: "arriving" },
  RCF: { where: "call", rank: 24, side: "arriving" },
  TFD: { where: "call", rank: 26, side: "arriving" },
  RCT: { where: "call", rank: 28, side: "departing" },
  CUSS: { where: "beside", rank: 30, fallback: "after", fallbackRank: 10 },
  CUSI: { where: "beside", rank: 32, fallback: "after", fallbackRank: 12 },
  CUSC: { where: "beside", rank: 33, fallback: "after", fallbackRank: 13 },
  CUSR: { where: "beside", rank: 34, fallback: "after", fallbackRank: 14 },
  FRAI: { where: "beside", rank: 35, fallback: "after", fallbackRank: 15 },
  FRMP: { where: "beside", rank: 36, fallback: "after", fallbackRank: 16 },
  AVPU: { where: "beside", rank: 37, fallback: "after", fallbackRank: 17 },
  GTOT_LADEN: { where: "beside", rank: 38, fallback: "after", fallbackRank: 18 },
  GTIN_LADEN: { where: "beside", rank: 40, fallback: "before", fallbackRank: 40 },
  AMSC: { where: "beside", rank: 46, fallback: "before", fallbackRank: 46 },
  PRE: { where: "call", rank: 50, side: "departing" },
  MAN: { where: "call", rank: 52, side: "departing" },
  LOAD: { where: "call", rank: 54, side: "departing" },
  DEPA: { where: "call", rank: 56, side: "departing" },
  DEP: { where: "call", rank: 56, side: "departing" },
  NFD: { where: "after", rank: 20 },
  AWD: { where: "after", rank: 22 },
  CRC: { where: "after", rank: 24 },
  CCD: { where: "after", rank: 26 },
  DLV: { where: "after", rank: 40 },
  DROP_LADEN: { where: "after", rank: 50 },
  PODU: { where: "after", rank: 51 },
  STRP: { where: "after", rank: 52 },
  PICK_EMPTY: { where: "after", rank: 54 },
  AVDO: { where: "after", rank: 56 },
  GTIN_EMPTY: { where: "after", rank: 58 },
};

// Trucks to and from the main carriage are no calls of their own.
const HAULAGE_RANK = { before: { DEPA: 28, ARRI: 29 }, after: { DEPA: 30, ARRI: 31 } } as const;
// At the first port the box passes gate and customs before the vessel calls.
const EXPORT_CUSTOMS_SHIFT = 11;
const EXPORT_VESSEL_ARRIVAL_RANK = 52.5;
const EXPORT_BERTHING_RANK = 53;

/**
 * The forwarder's own milestones, for what no carrier's message tells: each with the kind of its event, since papers
 * are no move of the cargo.
 */
export const houseMilestones = {
  /** The booking was made. */
  BOOK: "SHIPMENT",
  /** Collected from the shipper, where no pick-up is told by a haulier. */
  COLL: "TRANSPORT",
  /** The shipper's documents have come in. */
  DOCR: "SHIPMENT",
  /** Left the warehouse for the port, the airport or the terminal. */
  DPWH: "TRANSPORT",
  /** The cargo was taken over, where no gate and no airport tells of it. */
  CRGR: "TRANSPORT",
  /** The advance manifest was accepted by the customs of the country of arrival. */
  AMSC: "SHIPMENT",
  /** The documents were handed to the broker at destination. */
  DOCB: "SHIPMENT",
  /** The vessel lies at her berth. */
  BRTH: "TRANSPORT",
  /** Duties are settled; the goods may still wait for the release. */
  CUSC: "SHIPMENT",
  /** Left the port on the last train. */
  FRAI: "TRANSPORT",
  /** Reached the last ramp inland. */
  FRMP: "TRANSPORT",
  /** The proof of delivery was uploaded. */
  PODU: "SHIPMENT",
} as const satisfies Partial<Record<MilestoneKind, "SHIPMENT" | "TRANSPORT">>;
export type HouseMilestone = keyof typeof houseMilestones;

/** Papers go their own way beside the cargo: one that is early passes nothing over. */
const isPaper = (kind: MilestoneKind): boolean =>
  kind !== "BOOK" &&
  Object.hasOwn(houseMilestones, kind) &&
  houseMilestones[kind as HouseMilestone] === "SHIPMENT";

const EQUIPMENT_KINDS: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "GTOT_EMPTY",
  "DROP_EMPTY",
  "STUF",
  "PICK_LADEN",
  "GTIN_LADEN",
  "LOAD",
  "DISC",
  "CUSS",
  "CUSI",
  "CUSR",
  "AVPU",
  "GTOT_LADEN",
  "DROP_LADEN",
  "STRP",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
]);

// What the code means when the event does not say EMPTY or LADEN, before and after the main carriage.
const GATE_KINDS: Readonly<Record<string, { before: MilestoneKind; after: MilestoneKind }>> = {
  GTOT: { before: "GTOT_EMPTY", after: "GTOT_LADEN" },
  GTIN: { before: "GTIN_LADEN", after: "GTIN_EMPTY" },
  PICK: { before: "PICK_LADEN", after: "PICK_LADEN" },
  DROP: { before: "DROP_LADEN", after: "DROP_LADEN" },
};

const DCSA_KINDS: Readonly<Record<string, MilestoneKind>> = {
  STUF: "STUF",
  LOAD: "LOAD",
  DEPA: "DEPA",
  ARRI: "ARRI",
  DISC: "DISC",
  CUSS: "CUSS",
  CUSI: "CUSI",
  CUSR: "CUSR",
  AVPU: "AVPU",
  AVDO: "AVDO",
  STRP: "STRP",
  DLVR: "DROP_LADEN",
};

const IMP_KINDS: ReadonlySet<string> = new Set<MilestoneKind>([
  "BKD",
  "FWB",
  "FOH",
  "RCS",
  "RCT",
  "PRE",
  "MAN",
  "DEP",
  "ARR",
  "AWR",
  "RCF",
  "TFD",
  "NFD",
  "AWD",
  "CRC",
  "CCD",
  "DLV",
]);

interface Group {
  kind: MilestoneKind;
  /** "before" and "after": the stage; otherwise the call. */
  stage: "before" | "after" | Call;
  rank: number;
  events: MilestoneEvent[];
}

interface Call {
  placeCode: string | null;
  sequence: number | null;
  groups: Map<MilestoneKind, Group>;
}

const byReceipt = (a: MilestoneEvent, b: MilestoneEvent): number =>
  a.receivedAt.getTime() - b.receivedAt.getTime() ||
  a.at.getTime() - b.at.getTime() ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const isRegular = (event: MilestoneEvent): boolean =>
  !Number.isNaN(event.at.getTime()) && !Number.isNaN(event.receivedAt.getTime());

/** One event an id: a message that comes again with the same id takes the place of the first. */
function dropRepeats(events: readonly MilestoneEvent[]): MilestoneEvent[] {
  const latest = new Map<string, MilestoneEvent>();
  for (const event of events) {
    const known = latest.get(event.id);
    if (!known || byReceipt(known, event) <= 0) latest.set(event.id, event);
  }
  return [...latest.values()].sort(byReceipt);
}

const sideOf = (event: MilestoneEvent, firstDeparture: number | null): "before" | "after" =>
  firstDeparture === null || event.at.getTime() <= firstDeparture ? "before" : "after";

function kindOf(event: MilestoneEvent, firstDeparture: number | null): MilestoneKind | null {
  if (event.vocabulary === "IMP") return IMP_KINDS.has(event.code) ? (event.code as MilestoneKind) : null;
  if (event.vocabulary === "HOUSE")
    return Object.hasOwn(houseMilestones, event.code) ? (event.code as MilestoneKind) : null;
  const gate = Object.hasOwn(GATE_KINDS, event.code) ? GATE_KINDS[event.code] : undefined;
  if (!gate) return (Object.hasOwn(DCSA_KINDS, event.code) && DCSA_KINDS[event.code]) || null;
  if (event.emptyIndicator) return `${event.code}_${event.emptyIndicator}` as MilestoneKind;
  return gate[sideOf(event, firstDeparture)];
}

const isMainDeparture = (event: MilestoneEvent): boolean =>
  (event.code === "DEPA" || event.code === "DEP" || event.code === "LOAD") && event.mode !== "TRUCK";

/** When the main carriage starts, by the best that is known: an actual before an estimate before a plan. */
function firstDepartureOf(events: readonly MilestoneEvent[]): number | null {
  for (const classifier of ["ACT", "EST", "PLN"] as const) {
    const times = events
      .filter((event) => event.classifier === classifier && isMainDeparture(event))
      .map((event) => event.at.getTime());
    if (times.length > 0) return Math.min(...times);
  }
  return null;
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

interface KindedEvent {
  kind: MilestoneKind;
  event: MilestoneEvent;
}

function addToCall(call: Call, { kind, event }: KindedEvent): void {
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

/** The call that an event without a full address belongs to: one that has the same kind of milestone nearest in time, else the nearest. */
function callFor(calls: readonly Call[], { kind, event }: KindedEvent): Call | undefined {
  const same = calls.flatMap((call) => call.groups.get(kind) ?? []);
  const group =
    nearest(same, event.at) ??
    nearest(
      calls.flatMap((call) => [...call.groups.values()]),
      event.at,
    );
  return group?.stage as Call | undefined;
}

/** Stops of the cargo: the events of one place, told apart by sequence number where it stops there twice. */
function gatherCalls(entries: readonly KindedEvent[]): Call[] {
  const calls: Call[] = [];
  const places = Map.groupBy(
    entries.filter(({ event }) => event.placeCode !== null),
    ({ event }) => event.placeCode,
  );
  for (const [placeCode, placed] of places) {
    const bySequence = Map.groupBy(
      placed.filter(({ event }) => event.sequence !== null),
      ({ event }) => event.sequence,
    );
    const here: Call[] = [];
    for (const [sequence, members] of [...bySequence].sort(([a], [b]) => (a ?? 0) - (b ?? 0))) {
      const kinds = new Set(members.map(({ kind }) => kind));
      // The inbound and the outbound voyage count their calls apart: other kinds under another number are the same stop.
      const complement = here.find((call) => ![...kinds].some((kind) => call.groups.has(kind)));
      const call = complement ?? newCall(placeCode, sequence);
      if (!complement) here.push(call);
      for (const member of members) addToCall(call, member);
    }
    for (const entry of placed) {
      if (entry.event.sequence !== null) continue;
      let call = here.length > 1 ? callFor(here, entry) : here[0];
      if (!call) {
        call = newCall(placeCode, null);
        here.push(call);
      }
      addToCall(call, entry);
    }
    calls.push(...here);
  }
  for (const entry of entries) {
    const { placeCode, sequence } = entry.event;
    if (placeCode !== null) continue;
    const numbered = sequence === null ? [] : calls.filter((call) => call.sequence === sequence);
    const sameKind = calls.filter((call) => call.groups.has(entry.kind));
    let call = numbered.length === 1 ? numbered[0] : sequence === null ? callFor(sameKind, entry) : undefined;
    if (!call) {
      call = newCall(null, sequence);
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
 * Calls in the order of the journey. Plans agree with each other, so they go first; the latest known times of
 * different calls need not, when a delay of the first leg has not been passed on to the second.
 */
function orderCalls(calls: readonly Call[]): Call[] {
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

const isDeparting = (kind: MilestoneKind): boolean => {
  const placement = PLACEMENT[kind];
  return placement.where === "call" && placement.side === "departing";
};
const isArriving = (kind: MilestoneKind): boolean => {
  const placement = PLACEMENT[kind];
  return placement.where === "call" && placement.side === "arriving";
};
/** What happens to cargo that comes in, where it is not the vessel that comes to fetch it. */
const isMoveIn = (kind: MilestoneKind): boolean => isArriving(kind) || kind === "BRTH";
const departs = (call: Call): boolean => [...call.groups.keys()].some(isDeparting);

// The vessel that comes to fetch the cargo; by truck, train or barge it is the cargo that comes.
const isVesselCalling = (group: Group): boolean =>
  group.kind === "ARRI" && group.events.every((event) => event.mode === null || event.mode === "VESSEL");

function rankAtOrigin(group: Group): number {
  if (/^CUS[SICR]$/.test(group.kind)) return group.rank + EXPORT_CUSTOMS_SHIFT;
  if (group.kind === "BRTH") return EXPORT_BERTHING_RANK;
  return isVesselCalling(group) ? EXPORT_VESSEL_ARRIVAL_RANK : group.rank;
}

/** Groups in the order of the journey, with their leg. */
function arrange(entries: readonly KindedEvent[], firstDeparture: number | null): [Group, number | null][] {
  const isTransport = (kind: MilestoneKind) => /^(DEPA?|ARRI?)$/.test(kind);
  const hasMainCarriage = entries.some(
    ({ kind, event }) =>
      PLACEMENT[kind].where === "call" &&
      event.mode !== "TRUCK" &&
      (event.mode !== null || isTransport(kind)),
  );
  // One truck move has one side, by its earliest date: its events may straddle a departure that has slipped.
  const haulageSide = (kind: MilestoneKind, event: MilestoneEvent) => {
    const move = entries.filter(
      (entry) =>
        entry.kind === kind &&
        entry.event.mode === "TRUCK" &&
        event.placeCode !== null &&
        entry.event.placeCode === event.placeCode,
    );
    const first = move.reduce((early, entry) => (entry.event.at < early.at ? entry.event : early), event);
    return sideOf(first, firstDeparture);
  };
  const staged = new Map<string, Group>();
  const stage = (entry: KindedEvent, where: "before" | "after", rank: number) => {
    const key = `${where} ${rank}`;
    const group = staged.get(key);
    if (group) group.events.push(entry.event);
    else staged.set(key, { kind: entry.kind, stage: where, rank, events: [entry.event] });
  };

  const inCalls: KindedEvent[] = [];
  const beside: KindedEvent[] = [];
  for (const entry of entries) {
    const { kind, event } = entry;
    const placement = PLACEMENT[kind];
    if ((kind === "DEPA" || kind === "ARRI") && event.mode === "TRUCK" && hasMainCarriage) {
      const where = haulageSide(kind, event);
      stage(entry, where, HAULAGE_RANK[where][kind]);
    } else if (placement.where === "call") inCalls.push(entry);
    else if (placement.where === "beside") beside.push(entry);
    else stage(entry, placement.where, placement.rank);
  }

  const calls = orderCalls(gatherCalls(inCalls));
  for (const entry of beside) {
    const placement = PLACEMENT[entry.kind] as Extract<Placement, { where: "beside" }>;
    const here = calls.filter((call) => call.placeCode !== null && call.placeCode === entry.event.placeCode);
    const call = here.length > 1 ? callFor(here, entry) : here[0];
    if (call) addToCall(call, entry);
    else stage(entry, placement.fallback, placement.fallbackRank);
  }

  const arranged: [Group, number | null][] = [];
  const stages = [...staged.values()].sort((a, b) => a.rank - b.rank);
  for (const group of stages) if (group.stage === "before") arranged.push([group, null]);
  let departures = 0;
  for (const [index, call] of calls.entries()) {
    const groups = [...call.groups.values()];
    const isReached = groups.some((group) => isArriving(group.kind) && !isVesselCalling(group));
    const isOrigin = index === 0 && departs(call) && !isReached;
    // The journey's beginning is not known when the first call is one that the cargo arrives at.
    if (index === 0 && isReached) departures = 1;
    if (isOrigin) for (const group of groups) group.rank = rankAtOrigin(group);
    groups.sort((a, b) => a.rank - b.rank);
    for (const group of groups) {
      const leg = isDeparting(group.kind)
        ? departures
        : isMoveIn(group.kind) && !isOrigin
          ? Math.max(0, departures - 1)
          : null;
      arranged.push([group, leg]);
    }
    if (departs(call)) departures++;
  }
  for (const group of stages) if (group.stage === "after") arranged.push([group, null]);
  return arranged;
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

/** What the events of one container, or of a shipment without containers, come to; events in the order received. */
function settle(events: readonly MilestoneEvent[]) {
  const actuals = events.filter((event) => event.classifier === "ACT");
  const known = actuals[0]?.receivedAt.getTime() ?? Number.POSITIVE_INFINITY;
  const last = (classifier: EventClassifier) =>
    events.findLast((event) => event.classifier === classifier && event.receivedAt.getTime() <= known);
  return { planned: last("PLN"), estimated: last("EST"), actual: actuals.at(-1), knownFrom: known };
}

function summarise(group: Group, containers: readonly string[]) {
  const { kind, events } = group;
  const counted = EQUIPMENT_KINDS.has(kind) && containers.length > 0;
  const parts = counted
    ? containers.map((number) =>
        settle(events.filter((event) => event.containerNumber === null || event.containerNumber === number)),
      )
    : [settle(events)];
  const done = parts.filter((part) => part.actual);
  const isComplete = done.length === parts.length;
  // A milestone is dated by the container that comes last; one that is in no longer speaks for those that are out.
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
  const { planned, estimated, actual, count, ignoredEventIds } = summarise(group, containers);
  const plannedTime = planned ? timeOf(planned) : null;
  const estimatedTime = estimated ? timeOf(estimated) : null;
  const isReplanned = planned && (!estimated || planned.receivedAt > estimated.receivedAt);
  const due = isReplanned ? plannedTime : estimatedTime;
  // What was said with the actual counts before what was said last.
  const told = [
    ...events.filter((event) => event.classifier !== "ACT"),
    ...events.filter((event) => event.classifier === "ACT"),
  ];
  const lastOf = <K extends "placeCode" | "sequence" | "transport" | "mode">(name: K) =>
    told.findLast((event) => event[name] !== null)?.[name] ?? null;
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
    events,
    ignoredEventIds,
    transport: lastOf("transport"),
    reason: reasoned ? { code: reasoned.reasonCode, remark: reasoned.remark } : null,
  };
}

const latestOf = (dates: readonly Date[]): Date | null =>
  dates.length > 0 ? new Date(Math.max(...dates.map((date) => date.getTime()))) : null;

/**
 * The milestones of one shipment. The order of `events` does not matter; one that repeats an id replaces it.
 * `containers`: the numbers known beside those that the events name. `now` decides what is overdue.
 */
export function buildMilestones(
  events: readonly MilestoneEvent[],
  { now, containers = [] }: { now: Date; containers?: readonly string[] },
): MilestoneChain {
  const all = dropRepeats(events);
  const regular = all.filter(isRegular);
  const firstDeparture = firstDepartureOf(regular);
  const entries: KindedEvent[] = [];
  const discrepancies: MilestoneEvent[] = [];
  const others: MilestoneEvent[] = all.filter((event) => !isRegular(event));
  for (const event of regular) {
    const kind = kindOf(event, firstDeparture);
    if (kind) entries.push({ kind, event });
    else if (event.vocabulary === "IMP" && event.code === "DIS") discrepancies.push(event);
    else others.push(event);
  }

  const known = new Set(containers);
  for (const { event } of entries) if (event.containerNumber !== null) known.add(event.containerNumber);
  const numbers = [...known];

  const keys = new Map<string, number>();
  const milestones = arrange(entries, firstDeparture).map(([group, legIndex]): Milestone => {
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
    lastActualAt: latestOf(regular.filter((event) => event.classifier === "ACT").map((event) => event.at)),
  };
}

/** How far the cargo has come: the index of the last milestone reached, papers left aside; -1 for none. */
const reachedUpTo = (milestones: readonly Milestone[]): number =>
  milestones.findLastIndex(({ actual, kind }) => actual !== null && !isPaper(kind));

/** The last milestone that the cargo has reached, in the order of the journey. */
export function lastMilestone(milestones: readonly Milestone[]): Milestone | null {
  return milestones[reachedUpTo(milestones)] ?? null;
}

/** The milestone that the shipment is waiting for: the first open one after the last reached that has a date. */
export function nextMilestone(milestones: readonly Milestone[]): Milestone | null {
  const ahead = milestones.slice(reachedUpTo(milestones) + 1);
  return ahead.find(({ actual, due }) => actual === null && due !== null) ?? null;
}

export type ShipmentStatus = "BOOKED" | "TRANSIT" | "COMPLETED";
export type ServiceType = "DTD" | "DTA" | "DTP" | "ATA" | "PTP" | "ATD" | "PTD";

const DOOR_KINDS: readonly MilestoneKind[] = ["DROP_LADEN", "STRP", "PICK_EMPTY", "AVDO", "GTIN_EMPTY"];
const PORT_KINDS: readonly MilestoneKind[] = ["GTOT_LADEN", "DLV", ...DOOR_KINDS];

/**
 * The milestone that ends the shipment, when it is reached. To a door: the delivery there, or what only follows it.
 * To a port or airport: the hand-over there. Air freight without a delivery of its own ends with DLV in either case.
 */
export function completingMilestone(
  milestones: readonly Milestone[],
  service: ServiceType | null = null,
): Milestone | null {
  const has = (kind: MilestoneKind) => milestones.some((milestone) => milestone.kind === kind);
  const isToPort = service !== null && !service.endsWith("D");
  const kinds = isToPort ? PORT_KINDS : has("DROP_LADEN") ? DOOR_KINDS : [...DOOR_KINDS, "DLV"];
  const reached = milestones.filter((milestone) => milestone.actual && kinds.includes(milestone.kind));
  // A box that leaves a port on the way goes through a gate too: only the last gate-out counts.
  const lastGateOut = milestones.findLast((milestone) => milestone.kind === "GTOT_LADEN");
  return reached.find((milestone) => milestone.kind !== "GTOT_LADEN" || milestone === lastGateOut) ?? null;
}

const MOVING_KINDS: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>([
  "PICK_LADEN",
  "COLL",
  "DPWH",
  "FRAI",
  "FRMP",
  "DEPA",
  "DEP",
  "AVPU",
  "GTOT_LADEN",
  "NFD",
  "AWD",
  "DLV",
  "DROP_LADEN",
  "STRP",
  "PICK_EMPTY",
  "AVDO",
  "GTIN_EMPTY",
]);

/** Whether the cargo has set out: an actual of the first departure or pick-up, of one container at least, or of anything that only follows. */
const showsMoving = (milestone: Milestone): boolean =>
  (MOVING_KINDS.has(milestone.kind) || (isMoveIn(milestone.kind) && milestone.legIndex !== null)) &&
  milestone.events.some((event) => event.classifier === "ACT");

/** Status by what has really happened (spec 4 "Shipment status"). */
export function statusOf(
  milestones: readonly Milestone[],
  service: ServiceType | null = null,
): ShipmentStatus {
  if (completingMilestone(milestones, service)) return "COMPLETED";
  return milestones.some(showsMoving) ? "TRANSIT" : "BOOKED";
}

export type DelayReason = "eta-slip" | "overdue";

export interface Delay {
  isDelayed: boolean;
  /**
   * Past this instant the shipment is delayed if nothing is received until then (it may lie in the past).
   * Null: time alone does not make it delayed, since it is completed, has no date to wait for, or is late by its ETA already.
   */
  delayDueAt: Date | null;
  reason: DelayReason | null;
}

/** "Delayed" (settled, Shipments): the ETA is more than 24 hours past the first given, or the next milestone is overdue for longer. */
export function delayOf({
  firstEta,
  eta,
  status,
  milestones,
  now,
}: {
  firstEta: Date | null;
  eta: Date | null;
  status: ShipmentStatus;
  milestones: readonly Milestone[];
  now: Date;
}): Delay {
  if (status === "COMPLETED") return { isDelayed: false, delayDueAt: null, reason: null };
  if (firstEta && eta && eta.getTime() - firstEta.getTime() > DAY_MS) {
    return { isDelayed: true, delayDueAt: null, reason: "eta-slip" };
  }
  const due = nextMilestone(milestones)?.due;
  if (!due) return { isDelayed: false, delayDueAt: null, reason: null };
  const delayDueAt = new Date(endOf(due).getTime() + DAY_MS);
  const isDelayed = now.getTime() > delayDueAt.getTime();
  return { isDelayed, delayDueAt, reason: isDelayed ? "overdue" : null };
}

export const isDeparture = ({ code }: Milestone): boolean => code === "DEPA" || code === "DEP";
export const isArrival = ({ code }: Milestone): boolean => code === "ARRI" || code === "ARR";

/** The departure of the carriage from `port`, else the first; lorries to and from it have no leg. */
export function departureOf(milestones: readonly Milestone[], port: string): Milestone | null {
  const departures = milestones.filter((milestone) => isDeparture(milestone) && milestone.legIndex !== null);
  return departures.find(({ placeCode }) => placeCode === port) ?? departures[0] ?? null;
}

/** The arrival of the carriage at `port`, else the last unless the cargo leaves from there again. */
export function arrivalOf(milestones: readonly Milestone[], port: string): Milestone | null {
  const legs = milestones.filter(({ legIndex }) => legIndex !== null);
  const here = legs.findLast((milestone) => isArrival(milestone) && milestone.placeCode === port);
  if (here) return here;
  const last = legs.findLastIndex(isArrival);
  return legs.slice(last + 1).some(isDeparture) ? null : (legs[last] ?? null);
}

/** Dates of spec 3 that are something done. Their names are those of `shipmentDateKeys` (contract/shipment-code). */
const doneDates = {
  booking: ["BOOK"],
  pickup: ["PICK_LADEN", "COLL"],
  documentReceived: ["DOCR"],
  cargoReceived: ["GTIN_LADEN", "RCS", "CRGR"],
  departedWarehouse: ["DPWH"],
  amsConfirmed: ["AMSC"],
  atd: [],
  ata: [],
  berthing: ["BRTH"],
  documentToBroker: ["AWD", "DOCB"],
  customsClearance: ["CCD", "CUSC"],
  customsRelease: ["CUSR", "CCD"],
  freightRelease: ["AVPU", "NFD"],
  outGate: ["GTOT_LADEN"],
  finalRail: ["FRAI"],
  finalRamp: ["FRMP"],
  delivery: [],
  podUpload: ["PODU"],
  emptyReturn: ["GTIN_EMPTY"],
} as const satisfies Record<string, readonly MilestoneKind[]>;
export type DoneDate = keyof typeof doneDates;
export const isDoneDate = (key: string): key is DoneDate => Object.hasOwn(doneDates, key);
/** Of the place of arrival: the same at the place of departure is another matter. */
const ARRIVAL_DATES: ReadonlySet<DoneDate> = new Set<DoneDate>([
  "documentToBroker",
  "customsClearance",
  "customsRelease",
  "freightRelease",
  "outGate",
]);

/** When, and at which place: its clock is the one to read the time on. */
export interface ReachedTime extends MilestoneTime {
  placeCode: string | null;
}
export type ReachedDates = Partial<Record<DoneDate, ReachedTime>>;

/**
 * Which dates of a shipment are reached, and when: those with an actual event, and no others. What is called 'actual'
 * anywhere, in a list, a document or a file, is asked of this. `from` and `to` are the ports or airports of the carriage.
 */
export function reachedDates(
  milestones: readonly Milestone[],
  { from, to, service }: { from: string; to: string; service: ServiceType | null },
): ReachedDates {
  const reached: ReachedDates = {};
  const arrival = arrivalOf(milestones, to);
  const onward = arrival ? milestones.slice(milestones.indexOf(arrival) + 1) : [];
  const trains = onward.filter(({ mode, legIndex }) => mode === "RAIL" && legIndex !== null);
  for (const [key, kinds] of Object.entries(doneDates) as [DoneDate, readonly MilestoneKind[]][]) {
    let found = milestones.filter(
      ({ kind, placeCode }) =>
        kinds.includes(kind) &&
        !(ARRIVAL_DATES.has(key) && placeCode === from && from !== to) &&
        !(key === "berthing" && placeCode !== null && placeCode !== to),
    );
    if (key === "atd") found = [departureOf(milestones, from)].filter((each) => each !== null);
    if (key === "ata") found = [arrival].filter((each) => each !== null);
    if (key === "delivery")
      found = [completingMilestone(milestones, service)].filter((each) => each !== null);
    // The last train: one that went before another says nothing of the last.
    if (key === "finalRail") found.push(...trains.filter(isDeparture).slice(-1));
    if (key === "finalRamp") found.push(...trains.filter(isArrival).slice(-1));
    // A box that passes a gate on the way is not out of the last.
    if (key === "outGate") found = found.slice(-1);
    const done = found.findLast((milestone) => milestone.actual !== null);
    if (done?.actual) reached[key] = { ...done.actual, placeCode: done.placeCode };
  }
  return reached;
}
