import {
  type ServiceType,
  type ShipmentDateKey,
  type ShipmentStatus,
  shipmentStatuses,
} from "#app/contract/shipment-code.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { dayToWire, type KnownTime } from "#app/lib/date-time.ts";
import {
  buildMilestones,
  lastMilestone,
  lastReason,
  nextMilestone,
  type ReportedReason,
} from "#app/lib/milestones/chain.ts";
import type { Milestone, MilestoneKind } from "#app/lib/milestones/milestone.ts";
import {
  arrivalOf,
  departureOf,
  isArrival,
  isDeparture,
  isDoneDate,
  type ReachedDates,
  reachedDates,
} from "#app/lib/milestones/reached-dates.ts";
import { delayOf, slipStart, statusOf } from "#app/lib/milestones/status.ts";
import type { StoredMilestone } from "../db/schema.ts";
import type { CarriedEvent } from "./event-facts.ts";
import type { FreeTimeShipment } from "./free-time-record.ts";

/** The columns that events change, as stored in `before_events`; instants are ISO text. */
export interface Moved {
  status: ShipmentStatus;
  etd: string | null;
  atd: string | null;
  eta: string | null;
  ata: string | null;
  delivery_at: string | null;
  first_eta: string | null;
  vessel_imo: string | null;
  voyage: string | null;
  flight_number: string | null;
  updated_at: string;
  dates: Partial<Record<ShipmentDateKey, string>>;
  /** Which dates are known to the day alone; missing in what was stored before the column was. */
  day_only?: readonly string[];
}

/** What the reckoning needs of a shipment. */
export interface SettledRow extends FreeTimeShipment {
  service_type: ServiceType;
  port_of_departure: string;
  job_mode: string;
  before: Moved;
}

interface Settled extends Moved {
  day_only: string[];
  milestones: readonly Milestone[];
  reached: RowDate[];
  last_milestone: StoredMilestone | null;
  next_milestone: StoredMilestone | null;
  reported_reason: ReportedReason | null;
  delay_due_at: string | null;
  delay_reason: "eta-slip" | "overdue" | null;
}

/** Dates in a line of the list that are actuals. */
const rowDates = ["atd", "ata", "delivery"] as const;
type RowDate = (typeof rowDates)[number];

function storedMilestone({ vocabulary, kind, mode, placeCode }: Milestone, time: KnownTime): StoredMilestone {
  return { vocabulary, kind, mode, place: placeCode, at: time.at.toISOString(), isDayOnly: time.isDayOnly };
}

/** The columns that follow from the events, for a shipment as it was before them. */
export function settle(row: SettledRow, events: readonly CarriedEvent[], now: Date): Settled {
  const { before } = row;
  const chain = buildMilestones(events, {
    now,
    containers: row.container_numbers.map(cleanContainerNumber),
  });
  const { milestones } = chain;
  const route = { from: row.port_of_departure, to: row.port_of_arrival, service: row.service_type };
  const departure = departureOf(milestones, route.from);
  const arrival = arrivalOf(milestones, route.to);
  const reached = reachedDates(milestones, route);
  const last = lastMilestone(milestones);
  const next = nextMilestone(milestones);
  const status = later(before.status, statusOf(milestones, row.service_type));
  const eta = iso(arrival?.due?.at) ?? before.eta;
  const firstEstimate = firstGiven(arrival);
  const firstEta = before.first_eta ?? before.eta ?? iso(firstEstimate?.at);
  const isDay = (key: string, time: KnownTime | null | undefined) =>
    time ? time.isDayOnly : (before.day_only?.includes(key) ?? false);
  const isFirstDay =
    before.first_eta === null && before.eta === null
      ? Boolean(firstEstimate?.isDayOnly)
      : isFirstDayBefore(before);
  const day_only = [
    ...(isFirstDay ? ["first_eta"] : []),
    ...(isDay("etd", departure?.due) ? ["etd"] : []),
    ...(isDay("eta", arrival?.due) ? ["eta"] : []),
    ...rowDates.filter((key) => reached[key]?.isDayOnly),
  ];
  const firstEnd = slipStart(instant(firstEta), day_only);
  const delay = delayOf({ firstEta: firstEnd, eta: instant(eta), status, milestones, now });
  const isSlipped = delay.reason === "eta-slip";
  return {
    milestones,
    status,
    day_only,
    etd: iso(departure?.due?.at) ?? before.etd,
    atd: iso(reached.atd?.at),
    eta,
    ata: iso(reached.ata?.at),
    delivery_at: iso(reached.delivery?.at),
    first_eta: firstEta,
    ...carriageOf(row, milestones, events),
    updated_at: latest(before.updated_at, chain.lastNewsAt),
    dates: datesOf(before.dates, milestones, reached),
    reached: rowDates.filter((key) => reached[key] !== undefined),
    last_milestone: last?.actual ? storedMilestone(last, last.actual) : null,
    next_milestone: next?.due && status !== "COMPLETED" ? storedMilestone(next, next.due) : null,
    reported_reason: lastReason(milestones),
    // -infinity: the shipment is late at any time. The reason of a future date applies from that date on.
    delay_due_at: isSlipped ? "-infinity" : iso(delay.delayDueAt),
    delay_reason: isSlipped ? "eta-slip" : delay.delayDueAt ? "overdue" : null,
  };
}

type NewRow = Record<"etd" | "eta" | "first_eta" | "updated_at", Date | null> &
  Pick<Moved, "status" | "vessel_imo" | "voyage" | "flight_number" | "dates" | "day_only"> &
  Omit<SettledRow, "id" | "before">;

/** The columns of a shipment that nothing was heard of yet, for who makes it: with those that it comes with, it is written once. */
export function settledAtFirst(row: NewRow, now: Date) {
  const { etd, eta, first_eta, updated_at, ...own } = row;
  const before: Moved = {
    ...own,
    etd: iso(etd),
    eta: iso(eta),
    first_eta: iso(first_eta),
    updated_at: iso(updated_at)!,
    atd: null,
    ata: null,
    delivery_at: null,
  };
  const { milestones: _, ...settled } = settle({ ...row, id: "", before }, [], now);
  return settled;
}

const iso = (instant: Date | null | undefined) => instant?.toISOString() ?? null;
const dayOrIso = (time: KnownTime | null | undefined) =>
  time?.isDayOnly ? dayToWire(time.at) : iso(time?.at);
const instant = (text: string | null) => (text === null ? null : new Date(text));
const latest = (text: string, instant: Date | null) =>
  instant && instant > new Date(text) ? instant.toISOString() : text;
const later = (a: ShipmentStatus, b: ShipmentStatus) =>
  shipmentStatuses.indexOf(a) > shipmentStatuses.indexOf(b) ? a : b;

const firstGiven = (arrival: Milestone | null) =>
  arrival?.events.find((event) => event.classifier !== "ACT") ?? null;

/** Of the first ETA, which is the present one until something moves it. */
const isFirstDayBefore = ({ first_eta, eta, day_only = [] }: Moved): boolean =>
  day_only.includes("first_eta") || ((first_eta === null || first_eta === eta) && day_only.includes("eta"));

/**
 * Vessel and voyage, or flight, of the present leg; before the first leg the first, between two legs the
 * next.
 */
function carriageOf(
  { job_mode, before }: SettledRow,
  milestones: readonly Milestone[],
  events: readonly CarriedEvent[],
): Pick<Moved, "vessel_imo" | "voyage" | "flight_number"> {
  const legs = milestones.filter(
    (milestone) => milestone.legIndex !== null && (isDeparture(milestone) || isArrival(milestone)),
  );
  const last = Math.max(0, ...legs.map((milestone) => milestone.legIndex ?? 0));
  const left = legs.findLast((milestone) => isDeparture(milestone) && milestone.actual)?.legIndex ?? 0;
  const hasArrived = legs.some(
    (milestone) => isArrival(milestone) && milestone.actual && milestone.legIndex === left,
  );
  const current = hasArrived ? Math.min(left + 1, last) : left;
  const byId = new Map(events.map((event) => [event.id, event]));
  const legEvents = legs
    .filter((milestone) => milestone.legIndex === current)
    .flatMap((milestone) => milestone.events.map((event) => byId.get(event.id)!))
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1));
  const carried = legEvents.findLast((event) => event.transport !== null);
  const { vessel_imo, voyage, flight_number } = before;
  if (carried && job_mode === "AIR") return { vessel_imo, voyage, flight_number: carried.transport };
  if (!carried?.vesselImo || !/^\d{7}$/.test(carried.vesselImo)) return { vessel_imo, voyage, flight_number };
  return { vessel_imo: carried.vesselImo, voyage: carried.voyage ?? voyage, flight_number };
}

/** The other dates of product 3.3: planned at booking or by events, and actuals from events. */
function datesOf(
  before: Moved["dates"],
  milestones: readonly Milestone[],
  reached: ReachedDates,
): Moved["dates"] {
  const due = (kind: MilestoneKind) =>
    dayOrIso(milestones.findLast((milestone) => milestone.kind === kind && milestone.due)?.due);
  const { booking: _, atd: __, ata: ___, delivery: ____, ...done } = reached;
  const dates: Partial<Record<ShipmentDateKey, string | null>> = {
    estimatedPickup: due("PICK_LADEN"),
    etaToDoor: due("DROP_LADEN"),
    ...Object.fromEntries(Object.entries(done).map(([key, time]) => [key, dayOrIso(time)])),
  };
  return {
    ...Object.fromEntries(Object.entries(before).filter(([key]) => !isDoneDate(key))),
    ...Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== null)),
  };
}
