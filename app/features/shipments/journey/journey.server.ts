import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentDateKey, ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import {
  DAY_MS,
  endOf,
  HOUR_MS,
  type KnownTime,
  parseWire,
  relativeTime,
  spanText,
} from "#app/lib/date-time.ts";
import { nextMilestone } from "#app/lib/milestones/chain.ts";
import type { Milestone, MilestoneTime } from "#app/lib/milestones/milestone.ts";
import type { ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";
import { isToDoor } from "#app/lib/service-type.ts";
import { milestoneLabel } from "../labels.server.ts";
import { saidAt } from "../standing.server.ts";
import { expectedAt, type Position, positionOf, type Stop, stopsOf } from "./stops.ts";
import { type StripView, stripOf } from "./strip.server.ts";

/** The journey at a glance: when the cargo arrives, where it is, and the steps from door to door. */
export interface JourneyView {
  /** "Arrives in Rotterdam Sat 12 Dec." */
  answer: Line;
  /** "At sea, day 12 of 21", "on time": where the cargo is, and how the date compares with the first one. */
  lines: Line[];
  /** Who gave the date of the answer, and how long ago; null where that is not known or not for the public. */
  sureness: string | null;
  strip: StripView;
}

export interface JourneyFacts {
  status: ShipmentStatus;
  serviceType: string;
  isDelayed: boolean;
  placeOfReceipt: WirePlace | null;
  portOfDeparture: WirePlace;
  portOfArrival: WirePlace;
  destination: WirePlace | null;
  etd: KnownTime | null;
  eta: KnownTime | null;
  /** The first ETA that was given. */
  firstEta: KnownTime | null;
  /** Stated dates; a public shipment has none. */
  dates?: Partial<Record<ShipmentDateKey, string | null>>;
  reached: ReachedDates;
  /** What is planned or estimated for the same dates. */
  due: ReachedDates;
  /** For people without an account. */
  hidesSources?: boolean;
}

/** What answer, lines and steps are written from. */
export interface JourneyWords {
  facts: JourneyFacts;
  viewer: Viewer;
  stops: readonly Stop[];
  position: Position;
  /** When the cargo is expected at the consignee's door, and where that is. */
  door: KnownTime | null;
  doorPlace: WirePlace | null;
  nameOf: (code: string) => string;
  placeOf: (code: string) => WirePlace | null;
  day: (time: KnownTime, place: WirePlace | null) => MomentView;
}

/** `milestones` and `places` are those of `drawTimeline`. */
export function journeyView(
  facts: JourneyFacts,
  { milestones, places }: { milestones: readonly Milestone[]; places: ReadonlyMap<string, WirePlace> },
  viewer: Viewer,
): JourneyView {
  const { placeOfReceipt, portOfDeparture, portOfArrival, destination, reached } = facts;
  const stops = stopsOf(milestones, {
    placeOfReceipt: placeOfReceipt?.code ?? null,
    portOfDeparture: portOfDeparture.code,
    portOfArrival: portOfArrival.code,
    destination: destination?.code ?? null,
  });
  const known = [placeOfReceipt, portOfDeparture, portOfArrival, destination].flatMap((place) => place ?? []);
  const placeOf = (code: string) => places.get(code) ?? known.find((place) => place.code === code) ?? null;
  const position = positionOf(stops, {
    portOfArrival: portOfArrival.code,
    eta: facts.eta,
    reached,
    isCompleted: facts.status === "COMPLETED",
    now: viewer.now,
  });
  const words: JourneyWords = {
    facts,
    viewer,
    stops,
    position,
    placeOf,
    door: doorOf(facts, milestones),
    doorPlace: doorPlaceOf(facts, milestones, places),
    nameOf: (code) => placeOf(code)?.name ?? code,
    day: (time, place) => saidAt({ ...viewer, clock: viewer.clock.named }, time, place),
  };
  return {
    answer: answerOf(words),
    lines: linesOf(words, milestones),
    sureness: facts.hidesSources ? null : surenessOf(words, milestones),
    strip: stripOf(words),
  };
}

/** The last milestone of a delivery to a door: by sea and road, by air. */
const deliveryOf = (milestones: readonly Milestone[]): Milestone | undefined =>
  milestones.findLast(({ kind }) => kind === "DROP_LADEN") ??
  milestones.findLast(({ kind }) => kind === "DLV");

/** When it is expected there; null where nobody stated it, or the port's date has passed it. */
function doorOf(
  { serviceType, dates, reached, eta }: JourneyFacts,
  milestones: readonly Milestone[],
): KnownTime | null {
  if (!isToDoor(serviceType)) return null;
  const door = deliveryOf(milestones)?.due ?? parseWire(dates?.etaToDoor);
  const atPort = reached.ata ?? eta;
  return door && (!atPort || endOf(door) >= atPort.at) ? door : null;
}

/** Where the goods are delivered: by the milestone, else the final place; null where neither is known. */
export function doorPlaceOf(
  { serviceType, destination }: Pick<JourneyFacts, "serviceType" | "destination">,
  milestones: readonly Milestone[],
  places: ReadonlyMap<string, WirePlace>,
): WirePlace | null {
  if (!isToDoor(serviceType)) return destination;
  return places.get(deliveryOf(milestones)?.placeCode ?? "") ?? destination;
}

/** When it arrives, as far as anybody has stated it: at the door, else at the port; or that it has arrived. */
function answerOf({ facts, viewer, door, doorPlace, day }: JourneyWords): Line {
  const { t } = viewer;
  const { status, reached, portOfArrival, eta } = facts;
  if (status === "COMPLETED") {
    const done = reached.delivery ?? reached.ata ?? null;
    return done
      ? aroundTime(day(done, doorPlace ?? portOfArrival), (time) =>
          t("shipments:journey.deliveredOn", { day: time }),
        )
      : t("shipments:journey.delivered");
  }
  if (door) {
    const moment = day(door, doorPlace ?? portOfArrival);
    return doorPlace
      ? arrivalAnswer(door, moment, { viewer, place: doorPlace.name, keys: ["atDoorIn", "wasDueAtDoorIn"] })
      : arrivalAnswer(door, moment, { viewer, place: "", keys: ["atDoor", "wasDueAtDoor"] });
  }
  if (reached.ata) return arrivedText(day(reached.ata, portOfArrival), portOfArrival, viewer);
  if (!eta) return t("shipments:journey.noEta");
  return arrivalAnswer(eta, day(eta, portOfArrival), {
    viewer,
    place: portOfArrival.name,
    keys: ["arrives", "wasDue"],
  });
}

function arrivalAnswer(
  time: KnownTime,
  moment: MomentView,
  {
    viewer: { t, now, language },
    place,
    keys: [ahead, past],
  }: {
    viewer: Viewer;
    place: string;
    keys: ["atDoorIn", "wasDueAtDoorIn"] | ["atDoor", "wasDueAtDoor"] | ["arrives", "wasDue"];
  },
): Line {
  const pastMs = now.getTime() - endOf(time).getTime();
  return aroundTime(moment, (day) =>
    pastMs > 0
      ? t(`shipments:journey.${past}`, { place, day, span: spanText(Math.max(pastMs, HOUR_MS), language) })
      : t(`shipments:journey.${ahead}`, { place, day }),
  );
}

const arrivedText = (moment: MomentView, { name }: WirePlace, { t }: Viewer): Line =>
  aroundTime(moment, (day) => t("shipments:journey.arrivedOn", { place: name, day }));

function linesOf(words: JourneyWords, milestones: readonly Milestone[]): Line[] {
  const { facts, viewer, door, day } = words;
  const { reached, portOfArrival } = facts;
  if (facts.status === "COMPLETED") return [];
  if (!reached.ata) return [whereText(words), ...comparison(facts, viewer)];
  const next = nextText(words, milestones);
  return [
    // Without a date at the door the answer says that it has arrived.
    ...(door ? [arrivedText(day(reached.ata, portOfArrival), portOfArrival, viewer)] : []),
    ...(next ? [next] : []),
  ];
}

/** Where the cargo is, before it has arrived. */
function whereText({ facts, viewer, stops, position, nameOf, day }: JourneyWords): Line {
  const { t, now } = viewer;
  const { portOfArrival, portOfDeparture, etd } = facts;
  const here = stops[position.stop];
  if (position.way !== null) {
    const due = expectedAt(stops[position.stop + 1], portOfArrival.code, facts.eta);
    return movingText(here?.departure?.actual, due, position, viewer);
  }
  if (here?.arrival?.actual) return t("shipments:journey.between", { place: nameOf(here.code) });
  const from = portOfDeparture.name;
  const waits = position.stop < 0 ? "booked" : "collected";
  return etd && endOf(etd) > now
    ? aroundTime(day(etd, portOfDeparture), (time) =>
        t(`shipments:journey.${waits}Until`, { place: from, day: time }),
      )
    : t(`shipments:journey.${waits}`, { place: from });
}

/** "At sea, day 12 of 21"; without the day on short ways, and when the day is unknown. */
function movingText(
  left: KnownTime | null | undefined,
  due: KnownTime | null,
  { mode }: Position,
  { t, now }: Viewer,
): string {
  const moving = t(`shipments:journey.moving.${mode ?? "UNKNOWN"}`);
  const days = left && due ? Math.ceil((due.at.getTime() - left.at.getTime()) / DAY_MS) : 0;
  const passed = left ? Math.floor((now.getTime() - left.at.getTime()) / DAY_MS) + 1 : 0;
  if (days < 2 || passed < 1 || passed > days) return moving;
  return t("shipments:journey.movingDay", { moving, day: passed, days });
}

/** How the ETA compares with the first one; of a delayed or overdue shipment its badge and the answer say it. */
function comparison({ eta, firstEta, isDelayed }: JourneyFacts, { t, now, language }: Viewer): string[] {
  if (!eta || !firstEta || isDelayed || endOf(eta) < now) return [];
  const slipMs = eta.at.getTime() - firstEta.at.getTime();
  return [
    slipMs < HOUR_MS
      ? t("shipments:journey.onTime")
      : t("shipments:journey.laterThanFirst", { span: spanText(slipMs, language) }),
  ];
}

/** After the arrival, the next milestone. */
function nextText({ viewer, placeOf, day }: JourneyWords, milestones: readonly Milestone[]): Line | null {
  const next = nextMilestone(milestones);
  if (!next?.due) return null;
  const place = next.placeCode === null ? null : placeOf(next.placeCode);
  return aroundTime(day(next.due, place), (time) =>
    viewer.t(next.state === "overdue" ? "shipments:journey.overdue" : "shipments:journey.upcoming", {
      what: milestoneLabel(viewer.t, next),
      day: time,
    }),
  );
}

/** "Estimated by MSC 2 days ago", where a message gave the very date that the answer names. */
function surenessOf(
  { facts, viewer, stops, door }: JourneyWords,
  milestones: readonly Milestone[],
): string | null {
  if (facts.status === "COMPLETED" || (facts.reached.ata && !door)) return null;
  const date = door ?? facts.eta;
  const milestone = door
    ? deliveryOf(milestones)
    : stops.find(({ code }) => code === facts.portOfArrival.code)?.arrival;
  const due = milestone?.due;
  if (!due || date?.at.getTime() !== due.at.getTime()) return null;
  return givenBy(due, milestone.estimated === due, viewer);
}

function givenBy(
  { source, receivedAt }: MilestoneTime,
  isEstimate: boolean,
  { t, now, language }: Viewer,
): string {
  const age = relativeTime(receivedAt, now, language) ?? "";
  return t(isEstimate ? "shipments:journey.estimatedBy" : "shipments:journey.plannedBy", { source, age });
}
