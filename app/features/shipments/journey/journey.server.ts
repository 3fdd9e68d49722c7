import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { countText, DAY_MS, endOf, HOUR_MS, type KnownTime, spanText } from "#app/lib/date-time.ts";
import { nextMilestone } from "#app/lib/milestones/chain.ts";
import type { Milestone } from "#app/lib/milestones/milestone.ts";
import type { ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";
import { milestoneLabel, placeLabel } from "../labels.server.ts";
import { saidAt } from "../standing.server.ts";
import { expectedAt, type Position, positionOf, type Stop, stopsOf, timeOfStop } from "./stops.ts";

/** The journey at a glance: where the cargo is, what comes next, and a line with the stops. */
export interface JourneyView {
  /** "At sea, day 12 of 21." */
  where: Line;
  /** "ETA Sat 12 Dec, on time." Null when nothing is expected any more. */
  next: Line | null;
  isLate: boolean;
  line: RouteLineView;
}

/** Positions are percent of the width. */
export interface RouteLineView {
  /** The line in words. */
  label: string;
  stops: { x: number; code: string; time: string; isReached: boolean }[];
  /** How far the journey is known to be done. */
  doneTo: number;
  /** The mark; null before the journey. */
  here: number | null;
  /** From where on the journey is late; null when it is not. */
  lateFrom: number | null;
}

interface JourneyFacts {
  status: ShipmentStatus;
  isDelayed: boolean;
  delayDays?: number | null | undefined;
  placeOfReceipt: WirePlace | null;
  portOfDeparture: WirePlace;
  portOfArrival: WirePlace;
  destination: WirePlace | null;
  etd: KnownTime | null;
  eta: KnownTime | null;
  /** The first ETA that was given. */
  firstEta: KnownTime | null;
  reached: ReachedDates;
}

/** Left and right of the line, so that the outer stops are not cut. */
const MARGIN = 2;

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
  const isCompleted = facts.status === "COMPLETED";
  const position = positionOf(stops, {
    portOfArrival: portOfArrival.code,
    eta: facts.eta,
    reached,
    isCompleted,
    now: viewer.now,
  });
  const day = (time: KnownTime, place: WirePlace | null) =>
    saidAt({ ...viewer, clock: viewer.clock.named }, time, place);
  const words: Words = { facts, viewer, stops, position, placeOf, day };
  return {
    where: whereText(words),
    next: isCompleted ? null : nextText(words, milestones),
    isLate: facts.isDelayed && !isCompleted,
    line: lineOf(words),
  };
}

interface Words {
  facts: JourneyFacts;
  viewer: Viewer;
  stops: readonly Stop[];
  position: Position;
  placeOf: (code: string) => WirePlace | null;
  day: (time: KnownTime, place: WirePlace | null) => MomentView;
}

function whereText({ facts, viewer, stops, position, placeOf, day }: Words): Line {
  const { t, now } = viewer;
  const { status, reached, portOfArrival, portOfDeparture, etd } = facts;
  const name = (code: string) => placeOf(code)?.name ?? code;
  if (status === "COMPLETED") {
    const done = reached.delivery ?? reached.ata ?? null;
    return done
      ? aroundTime(day(done, facts.destination ?? portOfArrival), (time) =>
          t("shipments:journey.deliveredOn", { day: time }),
        )
      : t("shipments:journey.delivered");
  }
  const here = stops[position.stop];
  if (position.way !== null) {
    const due = expectedAt(stops[position.stop + 1], portOfArrival.code, facts.eta);
    return movingText(here?.departure?.actual, due, position, viewer);
  }
  if (reached.ata)
    return aroundTime(day(reached.ata, portOfArrival), (time) =>
      t("shipments:journey.arrivedOn", { place: portOfArrival.name, day: time }),
    );
  if (here?.arrival?.actual) return t("shipments:journey.between", { place: name(here.code) });
  const from = portOfDeparture.name;
  const waits = position.stop < 0 ? "booked" : "collected";
  return etd && endOf(etd) > now
    ? aroundTime(day(etd, portOfDeparture), (time) =>
        t(`shipments:journey.${waits}Until`, { place: from, day: time }),
      )
    : t(`shipments:journey.${waits}`, { place: from });
}

/** "At sea, day 12 of 21."; without the day on short ways, and when the day is unknown. */
function movingText(
  left: KnownTime | null | undefined,
  due: KnownTime | null,
  { mode }: Position,
  { t, now }: Viewer,
): string {
  const moving = t(`shipments:journey.moving.${mode ?? "UNKNOWN"}`);
  const days = left && due ? Math.ceil((due.at.getTime() - left.at.getTime()) / DAY_MS) : 0;
  const passed = left ? Math.floor((now.getTime() - left.at.getTime()) / DAY_MS) + 1 : 0;
  if (days < 2 || passed < 1 || passed > days) return t("shipments:journey.movingNow", { moving });
  return t("shipments:journey.movingDay", { moving, day: passed, days });
}

/** The ETA and how it compares with the first one; after the arrival, the next milestone. */
function nextText({ facts, viewer, placeOf, day }: Words, milestones: readonly Milestone[]): Line | null {
  const { t } = viewer;
  const { reached, eta, portOfArrival } = facts;
  if (reached.ata) {
    const next = nextMilestone(milestones);
    if (!next?.due) return null;
    const place = next.placeCode === null ? null : placeOf(next.placeCode);
    return aroundTime(day(next.due, place), (time) =>
      t(next.state === "overdue" ? "shipments:journey.overdue" : "shipments:journey.upcoming", {
        what: milestoneLabel(t, next),
        day: time,
      }),
    );
  }
  return eta
    ? aroundTime(day(eta, portOfArrival), (time) => etaText(eta, time, { facts, viewer }))
    : t("shipments:journey.noEta");
}

/** The day of the ETA, and how it compares with now and with the first one. */
function etaText(eta: KnownTime, day: string, { facts, viewer }: Pick<Words, "facts" | "viewer">): string {
  const { t, now, language } = viewer;
  const { firstEta, isDelayed, delayDays } = facts;
  const pastMs = now.getTime() - endOf(eta).getTime();
  if (pastMs > 0)
    return t("shipments:journey.etaPast", { day, span: spanText(Math.max(pastMs, HOUR_MS), language) });
  if (isDelayed)
    return delayDays
      ? t("shipments:journey.etaLate", { day, span: countText(delayDays, "day", language) })
      : t("shipments:journey.etaDelayed", { day });
  const slipMs = firstEta ? eta.at.getTime() - firstEta.at.getTime() : null;
  if (slipMs === null) return t("shipments:journey.eta", { day });
  if (slipMs < HOUR_MS) return t("shipments:journey.etaOnTime", { day });
  return t("shipments:journey.etaLate", { day, span: spanText(slipMs, language) });
}

function lineOf(words: Words): RouteLineView {
  const { facts, stops, position } = words;
  const step = stops.length > 1 ? (100 - 2 * MARGIN) / (stops.length - 1) : 0;
  const xOf = (index: number) => Math.round((MARGIN + index * step) * 10) / 10;
  const { stop, way } = position;
  const isMoving = facts.isDelayed && facts.status !== "COMPLETED";
  const overdue = stops.findIndex(({ arrival, departure }) => (arrival ?? departure)?.state === "overdue");
  const points = stops.map((each, index) => ({
    x: xOf(index),
    code: each.code,
    time: timeOf(each, words),
    isReached: index <= stop,
  }));
  return {
    label: lineInWords(words, points),
    stops: points,
    doneTo: stop < 0 ? MARGIN : xOf(stop),
    here: stop < 0 || facts.status === "COMPLETED" ? null : xOf(stop + (way ?? 0)),
    lateFrom: isMoving || overdue > stop ? xOf(Math.max(stop, 0)) : null,
  };
}

function timeOf(stop: Stop, { placeOf, day }: Words): string {
  const stopTime = timeOfStop(stop);
  return stopTime ? day(stopTime.time, placeOf(stop.code)).text : "";
}

/** The stops in words, for those who do not see the line: "Shanghai (CNSHA), reached Fri 20 Nov". */
function lineInWords({ viewer, placeOf }: Words, stops: RouteLineView["stops"]): string {
  return stops
    .map(({ code, time, isReached }) => {
      const place = placeOf(code);
      const state = viewer.t(isReached ? "shipments:journey.reached" : "shipments:journey.toCome");
      return [place ? placeLabel(place) : code, [state, time].filter(Boolean).join(" ")].join(", ");
    })
    .join("; ");
}
