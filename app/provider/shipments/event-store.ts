import { type Kysely, sql } from "kysely";
import type { ImportReport } from "#app/contract/event.ts";
import type { Language } from "#app/contract/user.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { eventsOfContainers, holdersOfContainers } from "./container-claim.ts";
import { doubtText } from "./doubt.ts";
import { RETRACTION, type ReadEvent, type ReadingOptions } from "./event-fields.ts";
import { linkEvents } from "./event-link.ts";
import { type EventReader, readEvent } from "./event-message.ts";
import { settleParties } from "./event-party.ts";
import { correctEvents, insertEvents, withoutOlder } from "./event-table.ts";
import { beforeBooking, quarantine, release } from "./quarantine.ts";
import { recomputeShipments } from "./recompute.ts";
import { noteWaiting } from "./waiting.ts";

/** Events per statement: a few MB of JSON. */
const BATCH = 2_000;

/**
 * Stores events, which are the only way in which shipments progress. Takes a Track & Trace 2.2 list, a 3.0
 * request, air status updates and forwarder milestones, in any mixture; each event is checked on its own.
 * Stores new ones, links them to the shipments that they name and updates those, in one transaction (the
 * caller's, if `db` is one).
 * @param language of the reasons in the report; programs get English
 */
export async function storeEvents(
  db: Kysely<Database>,
  message: unknown,
  {
    read = readEvent,
    language = "en",
    ...options
  }: ReadingOptions & { read?: EventReader; language?: Language },
): Promise<ImportReport> {
  const rejected: ImportReport["rejected"] = [];
  const warnings: ImportReport["warnings"] = [];
  const readings: { index: number; event: ReadEvent }[] = [];
  for (const [index, sentEvent] of eventsOf(message).entries()) {
    const reading = read(sentEvent, options);
    if ("reason" in reading) {
      rejected.push({ index, ...reading });
      continue;
    }
    const { event } = reading;
    for (const reason of event.warnings) warnings.push({ index, eventId: event.sentId, reason });
    readings.push({ index, event });
  }
  const store = async (trx: Kysely<Database>) => {
    const settled = await settleParties(
      trx,
      readings.map(({ event }) => event),
      options,
    );
    const events = latestOf(settled.flatMap(({ event, fault }) => (fault === null ? [event] : [])));
    const { early, late } = await beforeBooking(trx, events);
    const judged = events.map((event) =>
      early.has(event.eventId)
        ? {
            ...event,
            doubts: [...event.doubts, { key: "doubtBeforeBooking" as const }],
          }
        : event,
    );
    const doubtful = await withoutOlder(
      trx,
      judged.filter(({ doubts }) => doubts.length > 0),
    );
    await quarantine(trx, doubtful, options);
    const sound = judged.filter(({ doubts }) => doubts.length === 0);
    const places = readings.map(({ index }, place) => ({
      index,
      ...settled[place]!,
    }));
    return { ...(await storeRead(trx, sound, options)), doubtful, places, late };
  };
  const { accepted, corrected, retracted, unmatched, doubtful, places, gone, late } = db.isTransaction
    ? await store(db)
    : await transaction(db, store, { isRepeatable: true });
  const doubts = new Map(doubtful.map((event) => [event.eventId, event.doubts]));
  const quarantined: ImportReport["quarantined"] = [];
  for (const { index, event, fault } of places) {
    const remark = { index, eventId: event.sentId };
    const reasons = doubts.get(event.eventId);
    if (fault !== null) rejected.push({ ...remark, reason: fault });
    else if (reasons)
      quarantined.push({ ...remark, reason: reasons.map((doubt) => doubtText(doubt, language)).join("; ") });
    else if (gone.has(event.eventId)) warnings.push({ ...remark, reason: GONE });
    else if (late.has(event.eventId))
      warnings.push({ ...remark, reason: doubtText({ key: "doubtBeforeBooking" }, language) });
  }
  const refused = places.filter(({ fault }) => fault !== null).length;
  const repeated = places.length - refused - quarantined.length - accepted - corrected - retracted;
  return {
    accepted,
    corrected,
    repeated,
    retracted,
    unmatched,
    quarantined,
    rejected: rejected.sort(byIndex),
    warnings: warnings.sort(byIndex),
  };
}

const GONE = "the id was retracted: what is sent under it is not taken";

const byIndex = (a: { index: number }, b: { index: number }) => a.index - b.index;

/** Of several versions in one message the latest. */
function latestOf(events: readonly ReadEvent[]): ReadEvent[] {
  const latest = new Map<string, ReadEvent>();
  for (const event of events) {
    const known = latest.get(event.eventId);
    if (!known || event.version > known.version) latest.set(event.eventId, event);
  }
  return [...latest.values()];
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
  { now, sender = null, isPast = false }: ReadingOptions,
): Promise<Pick<ImportReport, "accepted" | "corrected" | "retracted" | "unmatched"> & { gone: Set<string> }> {
  // A fixed order, so that two imports of the same events cannot deadlock.
  events.sort((a, b) => (a.eventId < b.eventId ? -1 : a.eventId > b.eventId ? 1 : 0));
  const fresh: ReadEvent[] = [];
  const corrected: ReadEvent[] = [];
  const left: string[] = [];
  const withdrawn: { key: string; at: Date }[] = [];
  const gone = new Set<string>();
  for (let start = 0; start < events.length; start += BATCH) {
    const batch = events.slice(start, start + BATCH);
    const inserted = await insertEvents(db, batch, { now, sender, isPast });
    fresh.push(...batch.filter(({ eventId }) => inserted.has(eventId)));
    const known = batch.filter(({ eventId }) => !inserted.has(eventId));
    const changed = await correctEvents(db, known, { now, sender });
    corrected.push(...known.filter(({ eventId }) => changed.ids.has(eventId)));
    left.push(...changed.shipmentIds);
    withdrawn.push(...changed.claims);
    for (const eventId of changed.retracted) gone.add(eventId);
  }
  const stored = [...fresh, ...corrected];
  if (stored.length === 0) return { accepted: 0, corrected: 0, retracted: 0, unmatched: 0, gone };
  await insertVessels(db, stored);
  await insertReferences(db, stored);
  const ids = stored.map((event) => event.eventId);
  await release(db, ids);
  const touched = await linkEvents(db, ids);
  const followers = await eventsOfContainers(db, withdrawn);
  const held = await holdersOfContainers(
    db,
    withdrawn.map(({ key }) => key),
  );
  await recomputeShipments(db, [...touched, ...left, ...held, ...(await linkEvents(db, followers))], now);
  const waiting = await noteWaiting(
    db,
    stored.filter(isKept).map(({ eventId }) => eventId),
    { now, sender },
  );
  const [accepted, replaced] = [fresh.filter(isKept).length, corrected.filter(isKept).length];
  return {
    accepted,
    corrected: replaced,
    retracted: stored.length - accepted - replaced,
    unmatched: waiting.length,
    gone,
  };
}

/** A retraction waits for no shipment. */
const isKept = ({ eventType }: ReadEvent) => eventType !== RETRACTION;

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
    select event_id, 'H', value_key from event_match
    where event_id = any(${events.map(({ eventId }) => eventId)}::text[])
    union
    select * from unnest(${named.map(({ event }) => event.eventId)}::text[],
      ${named.map(({ kind }) => kind)}::text[], ${named.map(({ key }) => key)}::text[])
    on conflict do nothing`.execute(db);
}

/**
 * Links the events of shipments again, after their rows and numbers were corrected, and those that wait for one of them. Call it in
 * the transaction that stores both.
 */
export async function relinkEvents(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ event_id: string }>`
    select distinct event_id from event_shipment where shipment_id = any(${[...shipmentIds]}::bigint[])
    order by event_id`.execute(db);
  const ids = rows.map((row) => row.event_id);
  const touched = await linkEvents(db, ids);
  await recomputeShipments(db, touched, now);
  const others = new Set(touched);
  await recomputeShipments(
    db,
    shipmentIds.filter((id) => !others.has(id)),
    now,
    { isTold: true },
  );
  const { rows: lone } = await sql<{ event_id: string }>`
    select id as event_id from unnest(${ids}::text[]) id
    where not exists (select from event_shipment l where l.event_id = id)`.execute(db);
  await noteWaiting(
    db,
    lone.map((row) => row.event_id),
    { now, sender: null },
  );
  await attachWaitingEvents(db, shipmentIds, now);
}

/**
 * Links events that wait to shipments that are new or have got a new number. Returns the ids of the changed
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
        select from event_shipment l where l.shipment_id = s.shipment_id and l.event_id = e.event_id)
      and not exists (
        select from event_waiting w where w.event_id = e.event_id and w.set_aside_at is not null)`.execute(
    db,
  );
  const touched = await linkEvents(
    db,
    rows.map((row) => row.event_id),
  );
  await recomputeShipments(db, touched, now);
  return touched;
}
