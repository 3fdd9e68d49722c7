import { type Kysely, sql } from "kysely";
import {
  type ServiceType,
  type ShipmentDateKey,
  type ShipmentStatus,
  shipmentStatuses,
} from "#app/contract/shipment-code.ts";
import { cleanContainerNumber, ownContainers } from "#app/lib/container-number.ts";
import type { KnownTime } from "#app/lib/date-time.ts";
import {
  buildMilestones,
  lastMilestone,
  lastReason,
  nextMilestone,
  type ReportedReason,
} from "#app/lib/milestones/chain.ts";
import type { Milestone, MilestoneEvent, MilestoneKind } from "#app/lib/milestones/milestone.ts";
import {
  arrivalOf,
  departureOf,
  isArrival,
  isDeparture,
  isDoneDate,
  type ReachedDates,
  reachedDates,
} from "#app/lib/milestones/reached-dates.ts";
import { delayOf, statusOf } from "#app/lib/milestones/status.ts";
import { transaction } from "../db/database.ts";
import type { Database, StoredMilestone } from "../db/schema.ts";
import { markMoved, movesOf, type OtherClaim, readOtherClaims } from "./container-move.ts";
import { readCounting } from "./event-counting.ts";
import { type CarriedEvent, EVENT_SEPARATOR, readFacts } from "./event-facts.ts";
import { writeFigures } from "./figures.ts";
import { type FreeTimeShipment, readFreeTime, storedFreeTimeOf } from "./free-time-record.ts";

const BATCH = 500;

/**
 * Updates shipments from their events: status, dates, delay, and present vessel or flight. The result depends
 * on the set of events and on the shipment's state before its first event, not on the order of arrival. Rows
 * are locked in the order of their ids; call it in a transaction.
 */
export async function recomputeShipments(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(shipmentIds)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (let start = 0; start < ids.length; start += BATCH) {
    await recomputeBatch(db, ids.slice(start, start + BATCH), now);
  }
}

/**
 * Recomputes shipments whose events were stored before migration 0012 added columns for them. Each batch is a
 * transaction of its own; several processes may run it at once. @returns the number of shipments
 */
export async function recomputeWaiting(db: Kysely<Database>, now: Date): Promise<number> {
  for (let count = 0; ; ) {
    const waiting = await db
      .selectFrom("shipment")
      .select("id")
      .where("reached", "is", null)
      .where("before_events", "is not", null)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (waiting.length === 0) return count;
    const ids = waiting.map(({ id }) => id);
    await transaction(db, (trx) => recomputeShipments(trx, ids, now));
    count += ids.length;
  }
}

/** The columns that events change, as stored in `before_events`; instants are ISO text. */
interface Moved {
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
}

/** What the reckoning needs of a shipment. */
export interface SettledRow extends FreeTimeShipment {
  service_type: ServiceType;
  port_of_departure: string;
  job_mode: string;
  before: Moved;
}

/** `is_kept`: whether `before` is stored. */
type LockedRow = SettledRow & { is_kept: boolean };

async function recomputeBatch(db: Kysely<Database>, ids: readonly string[], now: Date): Promise<void> {
  // FOR NO KEY UPDATE, because another import that inserts a link holds a key-share lock on the row.
  const { rows } = await sql<LockedRow>`
    select id, service_type, port_of_departure, port_of_arrival, job_mode, container_numbers,
      company_id, carrier_code, port_of_final_arrival, before_events is not null as is_kept,
      coalesce(before_events, jsonb_build_object(
        'status', status, 'etd', etd, 'atd', atd, 'eta', eta, 'ata', ata, 'delivery_at', delivery_at,
        'first_eta', first_eta, 'vessel_imo', vessel_imo, 'voyage', voyage, 'flight_number', flight_number,
        'updated_at', updated_at, 'dates', dates)) as before
    from shipment where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(db);
  const counting = await readCounting(db, ids);
  const events = [...counting.values()].flatMap((counted) => counted.events);
  const records = await readFreeTime(db, rows, events);
  const claims = await readOtherClaims(db, ids);
  const counted = rows.map((stored) => {
    const {
      row,
      events: own,
      gone,
    } = withoutMoved(stored, counting.get(stored.id)?.events ?? [], claims.get(stored.id) ?? []);
    const { milestones, ...settled } = settle(row, own, now);
    const { day, containers } = storedFreeTimeOf(row, own, records, { dates: settled.dates, now });
    const columns = {
      id: row.id,
      before: row.is_kept ? null : row.before,
      heard_at: heardAt(own),
      is_part: counting.get(row.id)?.isPart ?? false,
      moved_containers: gone,
      ...settled,
      free_time_day: day,
    };
    return { columns, figures: { id: row.id, milestones, containers } };
  });
  const moved = counted.map(({ columns }) => columns);
  await sql`
    update shipment s set
      status = m.status, etd = m.etd, atd = m.atd, eta = m.eta, ata = m.ata, delivery_at = m.delivery_at,
      first_eta = m.first_eta, vessel_imo = m.vessel_imo, voyage = m.voyage, flight_number = m.flight_number,
      updated_at = m.updated_at, dates = m.dates, delay_due_at = m.delay_due_at, delay_reason = m.delay_reason,
      before_events = coalesce(s.before_events, m.before), reached = m.reached, last_milestone = m.last_milestone,
      moved_containers = m.moved_containers, next_milestone = m.next_milestone, reported_reason = m.reported_reason, free_time_day = m.free_time_day,
      -- An event that a correction has taken to another shipment was news of this one too.
      heard_at = greatest(m.heard_at, case when m.is_part then s.heard_at end,
        (select max(r.replaced_at) from event_replaced r where r.shipment_ids @> array[s.id]),
        (select max(f.received_at) from free_time_statement f where f.shipment_id = s.id))
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (
      id bigint, status text, etd timestamptz, atd timestamptz, eta timestamptz, ata timestamptz,
      delivery_at timestamptz, first_eta timestamptz, vessel_imo char(7), voyage text, flight_number text,
      updated_at timestamptz, dates jsonb, delay_due_at timestamptz, delay_reason text, before jsonb, heard_at timestamptz, is_part boolean,
      reached text[], moved_containers text[], last_milestone jsonb, next_milestone jsonb, reported_reason jsonb, free_time_day date)
    where s.id = m.id`.execute(db);
  await writeFigures(
    db,
    counted.map(({ figures }) => figures),
  );
}

const heardAt = (events: readonly CarriedEvent[]): Date | null =>
  events.reduce<Date | null>((last, { storedAt }) => (last && last > storedAt ? last : storedAt), null);

/** All events of the shipments that count for milestones. */
export async function readEvents(db: Kysely<Database>, ids: readonly string[]): Promise<CarriedEvent[]> {
  const { rows } = await sql<{ shipment_id: string; facts: string }>`
    select l.shipment_id, string_agg(e.facts, ${EVENT_SEPARATOR}) as facts
    from event_shipment l join event e on e.event_id = l.event_id
    where l.shipment_id = any(${[...ids]}::bigint[]) and e.event_type not in ('IOT', 'REEFER')
    group by l.shipment_id`.execute(db);
  return rows.flatMap(({ shipment_id, facts }) =>
    facts.split(EVENT_SEPARATOR).map((event) => readFacts(event, shipment_id)),
  );
}

const eventColumns = sql`e.event_id as id, e.vocabulary, e.code, e.classifier, e.occurred_at as at,
  e.is_day_only as "isDayOnly", e.place_code as "placeCode", e.sequence, e.empty_indicator as "emptyIndicator",
  e.mode, e.container_number as "containerNumber", e.transport, e.source, e.received_at as "receivedAt",
  e.reason_code as "reasonCode", e.remark, e.pieces, e.total_pieces as "totalPieces", e.stored_at as "storedAt",
  coalesce(e.payload #>> '{transportCall,vessel,vesselIMONumber}',
    e.payload #>> '{transportDetails,transportCall,vesselTransport,vesselIMONumber}') as "vesselImo",
  coalesce(e.payload #>> '{transportCall,exportVoyageNumber}',
    e.payload #>> '{transportDetails,transportCall,exportVoyageNumberOrReference,carrierVoyageNumber}') as voyage`;

/** What events said before a correction, and until when. */
export async function readReplaced(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<(CarriedEvent & { replacedAt: Date })[]> {
  const { rows } = await sql<CarriedEvent & { replacedAt: Date }>`
    select s.id as "shipmentId", e.replaced_at as "replacedAt", ${eventColumns}
    from event_replaced e join unnest(${[...ids]}::bigint[]) s(id) on s.id = any(e.shipment_ids)
    where e.shipment_ids && ${[...ids]}::bigint[] and e.event_type not in ('IOT', 'REEFER')`.execute(db);
  return rows;
}

interface Settled extends Moved {
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

/** A shipment by what is still its own: its containers without those that have moved away, whose events are marked. */
export function withoutMoved<R extends FreeTimeShipment, E extends MilestoneEvent>(
  row: R,
  events: readonly E[],
  claims: readonly OtherClaim[],
): { row: R; events: readonly E[]; gone: string[] } {
  const ends = [row.port_of_arrival, ...(row.port_of_final_arrival ? [row.port_of_final_arrival] : [])];
  const gone = movesOf(claims, events, ends).map(({ key }) => key);
  if (gone.length === 0) return { row, events, gone };
  const container_numbers = ownContainers(row.container_numbers, gone);
  return { row: { ...row, container_numbers }, events: markMoved(events, gone), gone };
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
  const firstEta = before.first_eta ?? before.eta ?? iso(firstGiven(arrival));
  const delay = delayOf({ firstEta: instant(firstEta), eta: instant(eta), status, milestones, now });
  const isSlipped = delay.reason === "eta-slip";
  return {
    milestones,
    status,
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

const iso = (instant: Date | null | undefined) => instant?.toISOString() ?? null;
const instant = (text: string | null) => (text === null ? null : new Date(text));
const latest = (text: string, instant: Date | null) =>
  instant && instant > new Date(text) ? instant.toISOString() : text;
const later = (a: ShipmentStatus, b: ShipmentStatus) =>
  shipmentStatuses.indexOf(a) > shipmentStatuses.indexOf(b) ? a : b;

function firstGiven(arrival: Milestone | null): Date | null {
  return arrival?.events.find((event) => event.classifier !== "ACT")?.at ?? null;
}

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
  const told = legs
    .filter((milestone) => milestone.legIndex === current)
    .flatMap((milestone) => milestone.events.map((event) => byId.get(event.id)!))
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1));
  const carried = told.findLast((event) => event.transport !== null);
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
    iso(milestones.findLast((milestone) => milestone.kind === kind && milestone.due)?.due?.at);
  const { booking: _, atd: __, ata: ___, delivery: ____, ...done } = reached;
  const found: Partial<Record<ShipmentDateKey, string | null>> = {
    estimatedPickup: due("PICK_LADEN"),
    etaToDoor: due("DROP_LADEN"),
    ...Object.fromEntries(Object.entries(done).map(([key, time]) => [key, iso(time.at)])),
  };
  return {
    ...Object.fromEntries(Object.entries(before).filter(([key]) => !isDoneDate(key))),
    ...Object.fromEntries(Object.entries(found).filter(([, date]) => date !== null)),
  };
}
