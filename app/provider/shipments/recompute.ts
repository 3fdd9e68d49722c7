import { type Kysely, sql } from "kysely";
import { ownContainers } from "#app/lib/container-number.ts";
import type { MilestoneEvent } from "#app/lib/milestones/milestone.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { markMoved, movesOf, type OtherClaim, readOtherClaims } from "./container-move.ts";
import { readCounting } from "./event-counting.ts";
import { type CarriedEvent, EVENT_SEPARATOR, readFacts } from "./event-facts.ts";
import { writeFigures } from "./figures.ts";
import { type FreeTimeShipment, readFreeTime, storedFreeTimeOf } from "./free-time-record.ts";
import { type Moved, type SettledRow, settle } from "./settled.ts";

const BATCH = 500;

/**
 * Updates shipments from their events: status, dates, delay, and present vessel or flight. The result depends
 * on the set of events and on the shipment's state before its first event, not on the order of arrival. Rows
 * are locked in the order of their ids; call it in a transaction.
 * @param isTold the transaction has changed their rows already, so that sockets are told: rows that stay the same are not written
 */
export async function recomputeShipments(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
  now: Date,
  { isTold = false }: { isTold?: boolean } = {},
): Promise<void> {
  const ids = [...new Set(shipmentIds)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (let start = 0; start < ids.length; start += BATCH) {
    await recomputeBatch(db, ids.slice(start, start + BATCH), { now, isTold });
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

/** `is_kept`: whether `before` is stored. */
type LockedRow = SettledRow & { is_kept: boolean };

/** What the columns of a row say before its first event. */
export const beforeEvents = sql<Moved>`jsonb_build_object(
  'status', status, 'etd', etd, 'atd', atd, 'eta', eta, 'ata', ata, 'delivery_at', delivery_at,
  'first_eta', first_eta, 'vessel_imo', vessel_imo, 'voyage', voyage, 'flight_number', flight_number,
  'updated_at', updated_at, 'dates', dates, 'day_only', day_only)`;

const settledNames = [
  "status",
  "etd",
  "atd",
  "eta",
  "ata",
  "delivery_at",
  "first_eta",
  "vessel_imo",
  "voyage",
  "flight_number",
  "updated_at",
  "dates",
  "delay_due_at",
  "delay_reason",
  "reached",
  "last_milestone",
  "moved_containers",
  "next_milestone",
  "reported_reason",
  "free_time_day",
  "day_only",
];
const settledIn = (table: "m" | "s") => sql.join(settledNames.map((name) => sql.ref(`${table}.${name}`)));
const isOther = sql`(s.before_events is null or s.heard_at is distinct from m.heard_at
  or (${settledIn("s")}) is distinct from (${settledIn("m")}))`;

async function recomputeBatch(
  db: Kysely<Database>,
  ids: readonly string[],
  { now, isTold }: { now: Date; isTold: boolean },
): Promise<void> {
  // FOR NO KEY UPDATE, because another import that inserts a link holds a key-share lock on the row.
  const { rows } = await sql<LockedRow>`
    select id, service_type, port_of_departure, port_of_arrival, job_mode, container_numbers,
      company_id, carrier_code, port_of_final_arrival, before_events is not null as is_kept,
      coalesce(before_events, ${beforeEvents}) as before
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
      ${sql.join(settledNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`m.${name}`)}`))},
      before_events = coalesce(s.before_events, m.before),
      -- An event that a correction has taken to another shipment was news of this one too.
      heard_at = greatest(m.heard_at, case when m.is_part then s.heard_at end,
        (select max(r.replaced_at) from event_replaced r where r.shipment_ids @> array[s.id]),
        (select max(f.received_at) from free_time_statement f where f.shipment_id = s.id))
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (
      id bigint, status text, etd timestamptz, atd timestamptz, eta timestamptz, ata timestamptz,
      delivery_at timestamptz, first_eta timestamptz, vessel_imo char(7), voyage text, flight_number text,
      updated_at timestamptz, dates jsonb, delay_due_at timestamptz, delay_reason text, before jsonb, heard_at timestamptz, is_part boolean,
      reached text[], moved_containers text[], last_milestone jsonb, next_milestone jsonb, reported_reason jsonb, free_time_day date, day_only text[])
    where s.id = m.id ${isTold ? sql`and ${isOther}` : sql``}`.execute(db);
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
