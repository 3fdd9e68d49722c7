import type { WirePlace } from "#app/contract/wire.ts";
import { endOf, type KnownTime, parseWire } from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import type { JourneyWords } from "./journey.server.ts";
import { expectedAt, type Stop } from "./stops.ts";

/** The steps of a journey from door to door on one line. Positions are percent of its width. */
export interface StripView {
  steps: { key: StepKey; label: string; time: Line; state: "done" | "late" | "open"; x: number }[];
  /** How far the cargo is known to have come. */
  doneTo: number;
  /** The mark of the cargo; null before the journey and after it. */
  here: number | null;
  isLate: boolean;
}

type StepKey = "receipt" | "pickup" | "leave" | "via" | "arrive" | "customs" | "onward" | "door";

interface Step {
  key: StepKey;
  /** The place that its label names. */
  place: string;
  zone: WirePlace | null;
  done: KnownTime | null;
  due: KnownTime | null;
  /** Indexes of the stops that it stands for. */
  stops: number[];
}

/** The cargo's place on it is that of `positionOf`, by which the map places it too. */
export function stripOf(words: JourneyWords): StripView {
  const { facts, position, stops } = words;
  const steps = stepsOf(words);
  const isCompleted = facts.status === "COMPLETED";
  const xOf = (index: number) => Math.round(((index + 0.5) / steps.length) * 1000) / 10;
  const stepOf = (stop: number) => steps.findIndex((step) => step.stops.includes(stop));
  // Cargo that waits in the port of departure has not left it.
  const waits = position.way === null && !stops[position.stop]?.departure?.actual;
  const reached = steps.findLastIndex(
    ({ key, done, stops: covered }) =>
      done !== null ||
      covered.some((stop) => stop < position.stop || (stop === position.stop && !(waits && key === "leave"))),
  );
  const last = isCompleted ? steps.length - 1 : reached;
  const from = stepOf(position.stop);
  const isMoving = position.way !== null && position.stop + 1 < stops.length && from >= 0;
  const moved = isMoving ? xOf(from) + position.way! * (xOf(stepOf(position.stop + 1)) - xOf(from)) : 0;
  const here = last < 0 ? null : Math.max(xOf(last), Math.round(moved * 10) / 10);
  return {
    steps: steps.map((step, index) => stepView(step, { words, isDone: index <= last, x: xOf(index) })),
    doneTo: here ?? 0,
    here: isCompleted ? null : here,
    isLate: facts.isDelayed && !isCompleted,
  };
}

function stepsOf(words: JourneyWords): Step[] {
  const { facts, stops, door, doorPlace, nameOf, placeOf } = words;
  const { portOfDeparture, portOfArrival, reached, due, dates, serviceType, placeOfReceipt } = facts;
  const departs = Math.max(
    0,
    stops.findIndex(({ code }) => code === portOfDeparture.code),
  );
  const arrives = Math.max(
    departs,
    stops.findLastIndex(({ code }) => code === portOfArrival.code),
  );
  const endsAtDoor = isToDoor(serviceType);
  const between = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const before = between(0, departs);
  const after = between(arrives + 1, stops.length);
  // The last stop of a delivery to the door is its door.
  const inland = endsAtDoor ? after.slice(0, -1) : after;
  const pickup = reached.pickup ?? null;
  const pickupDue = due.pickup ?? parseWire(dates?.estimatedPickup);
  const hasPickup = isFromDoor(serviceType) || pickup !== null || pickupDue !== null;
  const customs = reached.customsRelease ?? due.customsRelease;
  const step = (key: StepKey, place: WirePlace, at: Pick<Step, "done" | "due" | "stops">): Step => ({
    key,
    place: place.name,
    zone: place,
    ...at,
  });
  const passing = (key: StepKey, indexes: number[]): Step[] => {
    const passed = indexes.map((index) => stops[index]!);
    const next = passed.find(({ arrival }) => !arrival?.actual);
    const at = (next ?? passed.at(-1))?.code ?? "";
    if (passed.length === 0) return [];
    return [
      {
        key,
        place:
          key === "via" ? passed.map(({ code }) => nameOf(code)).join(", ") : nameOf(passed.at(-1)!.code),
        zone: placeOf(at),
        done: next ? null : (passed.at(-1)?.arrival?.actual ?? null),
        due: next ? dueAt(next) : null,
        stops: indexes,
      },
    ];
  };
  const start = placeOfReceipt ?? portOfDeparture;
  return [
    ...(hasPickup ? [step("pickup", start, { done: pickup, due: pickupDue, stops: before })] : []),
    ...(!hasPickup && before.length > 0
      ? [step("receipt", start, { done: null, due: null, stops: before })]
      : []),
    step("leave", portOfDeparture, {
      done: reached.atd ?? null,
      due: stops[departs]?.departure?.due ?? facts.etd,
      stops: [departs],
    }),
    ...passing("via", between(departs + 1, arrives)),
    step("arrive", portOfArrival, {
      done: reached.ata ?? null,
      due: expectedAt(stops[arrives], portOfArrival.code, facts.eta),
      stops: [arrives],
    }),
    ...(customs
      ? [
          step("customs", portOfArrival, {
            done: reached.customsRelease ?? null,
            due: due.customsRelease ?? null,
            stops: [],
          }),
        ]
      : []),
    ...passing("onward", inland),
    ...(endsAtDoor
      ? [
          step("door", doorPlace ?? portOfArrival, {
            done: reached.delivery ?? null,
            due: door,
            stops: after.slice(-1),
          }),
        ]
      : []),
  ];
}

const dueAt = ({ arrival, departure }: Stop): KnownTime | null => (arrival ?? departure)?.due ?? null;

function stepView(
  { key, place, zone, done, due }: Step,
  { words, isDone, x }: { words: JourneyWords; isDone: boolean; x: number },
): StripView["steps"][number] {
  const { viewer, day } = words;
  const { t, now } = viewer;
  const isOverdue = !isDone && due !== null && endOf(due) < now;
  const state = isDone ? "done" : isOverdue ? "late" : "open";
  const time = isDone ? done : due;
  return {
    key,
    state,
    x,
    label: t(`shipments:strip.${key}.${isDone ? "done" : "open"}`, { place }),
    time: time
      ? aroundTime(day(time, zone), (text) =>
          isDone ? text : t(`shipments:strip.${isOverdue ? "wasDue" : "expected"}`, { day: text }),
        )
      : "",
  };
}
