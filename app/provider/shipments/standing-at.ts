import { type Kysely, sql } from "kysely";
import type { JobMode, ShipmentStatus } from "#app/contract/shipment-code.ts";
import { isDoneDate } from "#app/lib/milestones/reached-dates.ts";
import { slipStart } from "#app/lib/milestones/status.ts";
import type { Database, StoredMilestone } from "../db/schema.ts";
import { lastStated, type Statement } from "../free-time/statement.ts";
import { type OtherClaim, readOtherClaims } from "./container-move.ts";
import type { CarriedEvent } from "./event-facts.ts";
import { type FreeTimeRecords, readFreeTime, storedFreeTimeOf } from "./free-time-record.ts";
import { readEvents, readReplaced, withoutMoved } from "./recompute.ts";
import { type SettledRow, settle } from "./settled.ts";

/** What a shipment was known to be at a moment. */
export interface Standing {
  status: ShipmentStatus;
  eta: Date | null;
  /** The ETA is known to the day alone. */
  isEtaDay: boolean;
  /** From when the ETA counts as later than the first one. */
  firstEta: Date | null;
  /** Keys of actual dates (product 3.3) besides `booking`. */
  reached: ReadonlySet<string>;
  /** Milliseconds from which it is delayed; null while nothing makes it late. */
  delayedFrom: number | null;
  /** The earliest one of containers that are not picked up or returned: "YYYY-MM-DD" of the place. */
  lastFreeDay: string | null;
  /** What carriers, terminals and railways say last of free days, by container and source; empty where nothing is new. */
  stated: ReadonlyMap<string, Statement>;
  lastMilestone: StoredMilestone | null;
  /** Grows with each event and statement; only differences between two moments mean something. */
  eventCount: number;
}

export interface ShipmentStandings {
  id: string;
  houseNumber: string;
  createdAt: Date;
  /** A first import brought it, or something of it, at that moment. */
  broughtAt: Date | null;
  mode: JobMode;
  shipperName: string;
  /** Codes of the places that count as its origin, and as its destination. */
  origins: string[];
  destinations: string[];
  containerNumbers: string[];
  poNumbers: string[];
  /** Time zone of the place of arrival, in whose calendar last free days are. */
  zone: string | null;
  /** For each asked moment, in their order. */
  standings: Standing[];
}

interface Row extends SettledRow {
  house_number: string;
  created_at: Date;
  brought_at: Date | null;
  shipper_name: string;
  place_of_receipt: string | null;
  port_of_final_arrival: string | null;
  po_numbers: string[];
  has_events: boolean;
  /** Events stored after the first moment. */
  has_later: boolean;
  status: ShipmentStatus;
  eta: Date | null;
  first_eta: Date | null;
  day_only: string[];
  delay_due_at: Date | number | null;
  dates: Record<string, string>;
  free_time_day: string | null;
  time_zone: string | null;
  reached: string[] | null;
  last_milestone: StoredMilestone | null;
}

export interface StandingsQuery {
  companyId: string;
  /** Rising; the first one is the moment from which on something may be new. */
  moments: readonly Date[];
  /** Only shipments with something new after the first moment. */
  onlyNews?: boolean;
  /** Only these shipments. */
  ids?: readonly string[] | null;
}

/**
 * The shipments of a company that may be told about between the first and the last moment: open ones, those with events
 * in between, and those entered in between, which may have ended by events that had waited for them. Each standing follows from the events stored until its moment, so the past is what it was.
 */
export async function standingsAt(
  db: Kysely<Database>,
  { companyId, moments, onlyNews = false, ids = null }: StandingsQuery,
): Promise<ShipmentStandings[]> {
  const [first, last] = [moments[0]!, moments.at(-1)!];
  const { rows } = await sql<Row>`
    select s.id, s.house_number, s.created_at, s.brought_at, s.job_mode, s.service_type, s.port_of_departure, s.port_of_arrival,
      s.company_id, s.carrier_code, s.free_time_day, pl.time_zone,
      s.place_of_receipt, s.port_of_final_arrival, s.container_numbers, s.po_numbers, p.name as shipper_name,
      s.before_events is not null as has_events, coalesce(s.heard_at > ${first}, false) as has_later,
      s.status, s.eta, s.first_eta, s.day_only, s.delay_due_at, s.dates, s.reached, s.last_milestone,
      ${beforeEvents} as before
    from shipment s join party p on p.id = s.shipper_id
      left join place pl on pl.code = coalesce(s.port_of_final_arrival, s.port_of_arrival)
    where s.company_id = ${companyId} and s.created_at <= ${last}
      and (s.heard_at > ${first} or s.created_at > ${first} ${onlyNews ? sql`` : sql`or s.status <> 'COMPLETED'`})
      ${ids ? sql`and s.id = any(${[...ids]}::bigint[])` : sql``}
    order by s.id`.execute(db);
  const replayed = rows.filter((row) => row.has_later).map(({ id }) => id);
  const events: ReplaceableEvent[] =
    replayed.length > 0 ? [...(await readEvents(db, replayed)), ...(await readReplaced(db, replayed))] : [];
  const eventsOf = Map.groupBy(events, ({ shipmentId }) => shipmentId);
  const claims = await readOtherClaims(db, replayed);
  const records = await readFreeTime(
    db,
    rows.filter(({ has_later, has_events }) => has_later || !has_events),
    events,
  );
  return rows.map((row) => ({
    id: row.id,
    houseNumber: row.house_number,
    createdAt: row.created_at,
    broughtAt: row.brought_at,
    mode: row.job_mode as JobMode,
    shipperName: row.shipper_name,
    origins: present([row.port_of_departure, row.place_of_receipt]),
    destinations: present([row.port_of_arrival, row.port_of_final_arrival]),
    containerNumbers: row.container_numbers,
    poNumbers: row.po_numbers,
    zone: row.time_zone,
    standings: standingsOf(row, eventsOf.get(row.id) ?? [], {
      moments,
      records,
      claims: claims.get(row.id) ?? [],
    }),
  }));
}

/** The columns of a shipment as they were before its first event. */
const beforeEvents = sql`coalesce(s.before_events, jsonb_build_object(
  'status', s.status, 'etd', s.etd, 'atd', s.atd, 'eta', s.eta, 'ata', s.ata, 'delivery_at', s.delivery_at,
  'first_eta', s.first_eta, 'vessel_imo', s.vessel_imo, 'voyage', s.voyage, 'flight_number', s.flight_number,
  'updated_at', s.updated_at, 'dates', s.dates, 'day_only', s.day_only))`;

const present = (codes: (string | null)[]): string[] => codes.filter((code) => code !== null);

const NOTHING_STATED: Standing["stated"] = new Map();

/** An event, or what it said before a correction. */
type ReplaceableEvent = CarriedEvent & { replacedAt?: Date };

function standingsOf(
  row: Row,
  events: readonly ReplaceableEvent[],
  {
    moments,
    records,
    claims,
  }: { moments: readonly Date[]; records: FreeTimeRecords; claims: readonly OtherClaim[] },
): Standing[] {
  if (!row.has_later) {
    const now = row.has_events ? storedStanding(row) : settledStanding(row, [], { at: moments[0]!, records });
    return moments.map(() => now);
  }
  const changedAt = changesOf(row, events, { records, claims });
  const stated = records.statements.get(row.id) ?? [];
  let before: Standing | undefined;
  return moments.map((moment) => {
    const known = events.filter(
      ({ storedAt, replacedAt }) => storedAt <= moment && !(replacedAt && replacedAt <= moment),
    );
    const eventCount = changedAt.filter((change) => change <= moment).length;
    // Nothing came in between: the standing follows from the events alone.
    if (before?.eventCount !== eventCount)
      before = {
        ...standingOf(row, known, { at: moment, records, claims }),
        eventCount,
        stated: lastStated(stated, moment),
      };
    return before;
  });
}

/** When something was heard of a shipment: events, their corrections, statements, and claims on its containers. */
function changesOf(
  { id }: Row,
  events: readonly ReplaceableEvent[],
  { records, claims }: { records: FreeTimeRecords; claims: readonly OtherClaim[] },
): Date[] {
  return [
    ...events.flatMap(({ storedAt, replacedAt }) => (replacedAt ? [storedAt, replacedAt] : [storedAt])),
    ...(records.statements.get(id) ?? []).map(({ received_at }) => received_at),
    ...claims.map(({ storedAt }) => storedAt),
  ];
}

/** By what was known at a moment, without the containers that had moved away by then. */
function standingOf(
  row: Row,
  events: readonly CarriedEvent[],
  { at, records, claims }: { at: Date; records: FreeTimeRecords; claims: readonly OtherClaim[] },
): Standing {
  const knownClaims = claims.filter(({ storedAt }) => storedAt <= at);
  const own = withoutMoved(row, events, knownClaims);
  return settledStanding(own.row, own.events, { at, records });
}

function settledStanding(
  row: Row,
  events: readonly CarriedEvent[],
  { at, records }: { at: Date; records: FreeTimeRecords },
): Standing {
  const settled = settle(row, events, at);
  const { status, eta, first_eta, day_only, delay_due_at, dates, reached, last_milestone } = settled;
  return {
    status,
    eta: dateOf(eta),
    isEtaDay: day_only.includes("eta"),
    firstEta: slipStart(dateOf(first_eta), day_only),
    reached: reachedKeys(dates, reached),
    delayedFrom:
      delay_due_at === "-infinity" ? Number.NEGATIVE_INFINITY : (dateOf(delay_due_at)?.getTime() ?? null),
    lastFreeDay: storedFreeTimeOf(row, events, records, { dates, now: at }).day,
    stated: NOTHING_STATED,
    lastMilestone: last_milestone,
    eventCount: events.length,
  };
}

/** The same from the columns, which `recomputeShipments` keeps by all events. */
function storedStanding(row: Row): Standing {
  return {
    status: row.status,
    eta: row.eta,
    isEtaDay: row.day_only.includes("eta"),
    firstEta: slipStart(row.first_eta, row.day_only),
    reached: reachedKeys(row.dates, row.reached ?? []),
    delayedFrom: row.delay_due_at === null ? null : Number(row.delay_due_at),
    lastFreeDay: row.free_time_day,
    stated: NOTHING_STATED,
    lastMilestone: row.last_milestone,
    eventCount: 0,
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function reachedKeys(dates: object, reached: readonly string[]): Set<string> {
  return new Set([...Object.keys(dates).filter(isDoneDate), ...reached]);
}
