import { type Kysely, sql } from "kysely";
import type { ImportReport } from "#app/contract/event.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import type { ReadEvent, ReadingOptions } from "./event-fields.ts";
import { linkEvents } from "./event-link.ts";
import { readEvent } from "./event-message.ts";
import { beforeBooking, quarantine, release } from "./quarantine.ts";
import { recomputeShipments } from "./recompute.ts";

/** Events per statement: a few MB of JSON. */
const BATCH = 2_000;

/**
 * Stores events, which are the only way in which shipments progress. Takes a Track & Trace 2.2 list, a 3.0
 * request, air status updates and forwarder milestones, in any mixture; each event is checked on its own.
 * Stores new ones, links them to the shipments that they name and updates those, in one transaction (the
 * caller's, if `db` is one).
 */
export async function storeEvents(
  db: Kysely<Database>,
  message: unknown,
  options: ReadingOptions,
): Promise<ImportReport> {
  const rejected: ImportReport["rejected"] = [];
  const warnings: ImportReport["warnings"] = [];
  const quarantined: ImportReport["quarantined"] = [];
  const events = new Map<string, ReadEvent>();
  const places: { index: number; event: ReadEvent }[] = [];
  for (const [index, given] of eventsOf(message).entries()) {
    const reading = readEvent(given, options);
    if ("reason" in reading) {
      rejected.push({ index, ...reading });
      continue;
    }
    const { event } = reading;
    for (const reason of event.warnings) warnings.push({ index, eventId: event.eventId, reason });
    places.push({ index, event: events.get(event.eventId) ?? event });
    if (!events.has(event.eventId)) events.set(event.eventId, event);
  }
  const store = async (trx: Kysely<Database>) => {
    const early = await beforeBooking(trx, [...events.values()]);
    const judged = [...events.values()].map((event) =>
      early.has(event.eventId)
        ? {
            ...event,
            doubts: [...event.doubts, "the event is said to have happened before the shipment was booked"],
          }
        : event,
    );
    const doubtful = judged.filter(({ doubts }) => doubts.length > 0);
    await quarantine(trx, doubtful, options);
    const sound = judged.filter(({ doubts }) => doubts.length === 0);
    return { ...(await storeRead(trx, sound, options.now)), doubtful };
  };
  const { accepted, unmatched, doubtful } = db.isTransaction
    ? await store(db)
    : await transaction(db, store, { isRepeatable: true });
  const doubts = new Map(doubtful.map((event) => [event.eventId, event.doubts]));
  for (const { index, event } of places) {
    const reasons = doubts.get(event.eventId);
    if (reasons) quarantined.push({ index, eventId: event.eventId, reason: reasons.join("; ") });
  }
  const repeated = places.length - quarantined.length - accepted;
  return { accepted, repeated, unmatched, rejected, quarantined, warnings };
}

/** The events of a message; a single event is a list of one. */
export function eventsOf(message: unknown): unknown[] {
  if (Array.isArray(message)) return message;
  if (
    typeof message === "object" &&
    message !== null &&
    "events" in message &&
    Array.isArray(message.events)
  ) {
    return message.events;
  }
  return [message];
}

async function storeRead(
  db: Kysely<Database>,
  events: ReadEvent[],
  now: Date,
): Promise<{ accepted: number; unmatched: number }> {
  // A fixed order, so that two imports of the same events cannot deadlock.
  events.sort((a, b) => (a.eventId < b.eventId ? -1 : a.eventId > b.eventId ? 1 : 0));
  const fresh: ReadEvent[] = [];
  for (let start = 0; start < events.length; start += BATCH) {
    fresh.push(...(await insertEvents(db, events.slice(start, start + BATCH), now)));
  }
  if (fresh.length === 0) return { accepted: 0, unmatched: 0 };
  await insertVessels(db, fresh);
  await insertReferences(db, fresh);
  const ids = fresh.map((event) => event.eventId);
  await release(db, ids);
  const touched = await linkEvents(db, ids);
  await recomputeShipments(db, touched, now);
  const { rows } = await sql<{ matched: number }>`
    select count(distinct event_id)::int as matched from event_shipment where event_id = any(${ids}::text[])`.execute(
    db,
  );
  return { accepted: fresh.length, unmatched: fresh.length - rows[0]!.matched };
}

async function insertEvents(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
  now: Date,
): Promise<ReadEvent[]> {
  const rows = events.map((event) => ({
    event_id: event.eventId,
    vocabulary: event.vocabulary,
    event_type: event.eventType,
    code: event.code,
    classifier: event.classifier,
    occurred_at: event.occurredAt,
    place_code: event.placeCode,
    location_name: event.locationName,
    facility: event.facility,
    sequence: event.sequence,
    mode: event.mode,
    transport: event.transport,
    empty_indicator: event.emptyIndicator,
    container_number: event.containerNumber,
    source: event.source,
    received_at: event.receivedAt,
    reason_code: event.reasonCode,
    remark: event.remark,
    payload: event.payload,
  }));
  const { rows: stored } = await sql<{ event_id: string }>`
    insert into event (event_id, vocabulary, event_type, code, classifier, occurred_at, place_code, location_name,
      facility, sequence, mode, transport, empty_indicator, container_number, source, received_at, reason_code, remark,
      payload, stored_at)
    select event_id, vocabulary, event_type, code, classifier, occurred_at, place_code, location_name,
      facility, sequence, mode, transport, empty_indicator, container_number, source, received_at, reason_code, remark,
      payload::jsonb, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      event_id text, vocabulary text, event_type text, code text, classifier text, occurred_at timestamptz,
      place_code text, location_name text, facility text, sequence int, mode text, transport text,
      empty_indicator text, container_number text, source text, received_at timestamptz, reason_code text,
      remark text, payload text)
    on conflict do nothing
    returning event_id`.execute(db);
  const kept = new Set(stored.map((row) => row.event_id));
  return events.filter((event) => kept.has(event.eventId));
}

async function insertVessels(db: Kysely<Database>, events: readonly ReadEvent[]): Promise<void> {
  const vessels = new Map(
    events.flatMap(({ vessel }) => (vessel ? [[vessel.imo, vessel.name] as const] : [])),
  );
  if (vessels.size === 0) return;
  const sorted = [...vessels].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into vessel (imo, name)
    select * from unnest(${sorted.map(([imo]) => imo)}::text[], ${sorted.map(([, name]) => name)}::text[])
    on conflict do nothing`.execute(db);
}

async function insertReferences(db: Kysely<Database>, events: readonly ReadEvent[]): Promise<void> {
  const named = events.flatMap((event) => event.references.map((reference) => ({ event, ...reference })));
  if (named.length === 0) return;
  await sql`
    insert into event_reference (event_id, kind, value_key)
    select * from unnest(${named.map(({ event }) => event.eventId)}::text[],
      ${named.map(({ kind }) => kind)}::text[], ${named.map(({ key }) => key)}::text[])
    on conflict do nothing`.execute(db);
}

/**
 * Links earlier events to shipments that are new or have got a new number. Returns the ids of the changed
 * shipments. Call it in the transaction that stores the references.
 */
export async function attachWaitingEvents(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (shipmentIds.length === 0) return [];
  const { rows } = await sql<{ event_id: string }>`
    select distinct e.event_id
    from shipment_reference s
    join event_reference e on e.value_key = s.value_key and e.kind = s.kind
    where s.shipment_id = any(${[...shipmentIds]}::bigint[])
      and not exists (
        select from event_shipment l where l.shipment_id = s.shipment_id and l.event_id = e.event_id)`.execute(
    db,
  );
  const touched = await linkEvents(
    db,
    rows.map((row) => row.event_id),
  );
  await recomputeShipments(db, touched, now);
  return touched;
}
