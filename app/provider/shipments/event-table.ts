import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { RETRACTION, type ReadEvent } from "./event-fields.ts";
import { RETRACTED_VERSION } from "./event-identity.ts";

interface Receipt {
  now: Date;
  sender: string | null;
  isPast?: boolean;
}

/** The columns that a correction changes. */
const SAID = `vocabulary, event_type, code, classifier, occurred_at, place_code, location_name, facility, sequence, mode,
  transport, empty_indicator, container_number, source, received_at, reason_code, remark, version, is_day_only, utc_offset, pieces, total_pieces`;

function givenRows(events: readonly ReadEvent[]): RawBuilder<unknown> {
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
    version: event.version,
    is_day_only: event.isDayOnly ?? false,
    utc_offset: event.utcOffset ?? null,
    pieces: event.pieces ?? null,
    total_pieces: event.totalPieces ?? null,
    sent_id: event.partyKey ? event.sentId : null,
    has_shipments_total: Boolean(event.pieces && !event.totalPieces),
    payload: event.payload,
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (
    event_id text, vocabulary text, event_type text, code text, classifier text, occurred_at timestamptz,
    place_code text, location_name text, facility text, sequence int, mode text, transport text,
    empty_indicator text, container_number text, source text, received_at timestamptz, reason_code text,
    remark text, version text collate "C", is_day_only boolean, utc_offset text, pieces int, total_pieces int,
    sent_id text, has_shipments_total boolean, payload text)`;
}

/** Stores events whose id is new; the ids of these. */
export async function insertEvents(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
  { now, sender, isPast = false }: Receipt,
): Promise<Set<string>> {
  const { rows } = await sql<{ event_id: string }>`
    insert into event (event_id, ${sql.raw(SAID)}, sent_id, has_shipments_total, payload, stored_at, sender)
    select event_id, ${sql.raw(SAID)}, sent_id, has_shipments_total, payload::jsonb,
      case when ${isPast}::boolean then least(received_at, ${now}::timestamptz) else ${now} end, ${sender} from ${givenRows(events)}
    on conflict do nothing
    returning event_id`.execute(db);
  return new Set(rows.map((row) => row.event_id));
}

/** The version of a stored event. One of before versions were kept is as old as its receipt. */
const STORED_VERSION = sql<string>`coalesce(e.version,
  to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ~')`;

async function storedVersions(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
  isLocked: boolean,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ event_id: string; version: string }>`
    select e.event_id, ${STORED_VERSION} as version from event e
    where e.event_id = any(${events.map(({ eventId }) => eventId)}::text[])
    order by e.event_id ${isLocked ? sql`for no key update` : sql``}`.execute(db);
  return new Map(rows.map((row) => [row.event_id, row.version]));
}

/** The events of which no version is stored that is as new. */
export async function withoutOlder(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
): Promise<readonly ReadEvent[]> {
  if (events.length === 0) return events;
  const stored = await storedVersions(db, events, false);
  return events.filter(({ eventId, version }) => {
    const known = stored.get(eventId);
    return known === undefined || known < version;
  });
}

/**
 * Replaces stored events by newer versions, and keeps what they were. Their links and references are gone then; returns
 * the ids of the changed events, the shipments that they were tied to, and the containers that they showed in another;
 * `retracted`: ids that were taken back before, so that nothing is stored under them.
 */
export async function correctEvents(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
  { now, sender }: Receipt,
): Promise<{
  ids: Set<string>;
  shipmentIds: string[];
  claims: { key: string; at: Date }[];
  retracted: string[];
}> {
  const none = { ids: new Set<string>(), shipmentIds: [], claims: [], retracted: [] as string[] };
  if (events.length === 0) return none;
  const stored = await storedVersions(db, events, true);
  none.retracted = events
    .filter(({ eventId, eventType }) => eventType !== RETRACTION && stored.get(eventId) === RETRACTED_VERSION)
    .map(({ eventId }) => eventId);
  const newer = events.filter(({ eventId, version }) => (stored.get(eventId) ?? version) < version);
  if (newer.length === 0) return none;
  const ids = sql`${newer.map(({ eventId }) => eventId)}::text[]`;
  const retractions = newer.filter(({ eventType }) => eventType === RETRACTION).map(({ eventId }) => eventId);
  const { rows: claims } = await sql<{ key: string; at: Date }>`
    select container_key as key, at from container_claim where event_id = any(${ids})`.execute(db);
  const { rows: links } = await sql<{ shipment_id: string }>`
    with kept as (
      insert into event_replaced (event_id, ${sql.raw(SAID)}, payload, stored_at, sender, replaced_at,
        shipment_ids)
      select event_id, ${sql.raw(SAID)}, payload, stored_at, sender, ${now},
        array(select l.shipment_id from event_shipment l where l.event_id = event.event_id order by 1)
      from event where event_id = any(${ids})
      on conflict do nothing
    ), named as (delete from event_reference where event_id = any(${ids})
    ), freed as (delete from event_match where event_id = any(${retractions}::text[])
    ), calm as (delete from event_waiting where event_id = any(${retractions}::text[]))
    delete from event_shipment where event_id = any(${ids}) returning shipment_id`.execute(db);
  await sql`
    update event e set (${sql.raw(SAID)}, has_shipments_total, payload, stored_at, sender) =
      (select ${sql.raw(SAID.replace(/\b[a-z_]+\b/g, "given.$&"))}, given.has_shipments_total, given.payload::jsonb, ${now}::timestamptz, ${sender}::text)
    from ${givenRows(newer)} where e.event_id = given.event_id`.execute(db);
  return {
    ids: new Set(newer.map(({ eventId }) => eventId)),
    shipmentIds: [...new Set(links.map((row) => row.shipment_id))],
    claims,
    retracted: none.retracted,
  };
}

/** Ids of events that only one shipment has, and that say the same as one that another has. */
export async function equalEvents(
  db: Kysely<Database>,
  { goneId, keptId }: { goneId: string; keptId: string },
): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select g.event_id from event_shipment l join event g on g.event_id = l.event_id
    where l.shipment_id = ${goneId}
      and not exists (select from event_shipment x where x.event_id = g.event_id and x.shipment_id <> l.shipment_id)
      and exists (
        select from event_shipment kl join event k on k.event_id = kl.event_id
        where kl.shipment_id = ${keptId}
          and (k.vocabulary, k.event_type, k.code, k.classifier, k.occurred_at, k.is_day_only)
            = (g.vocabulary, g.event_type, g.code, g.classifier, g.occurred_at, g.is_day_only)
          and (k.place_code, k.container_number, k.empty_indicator, k.mode, k.transport)
            is not distinct from (g.place_code, g.container_number, g.empty_indicator, g.mode, g.transport))
    order by 1`.execute(db);
  return rows.map((row) => row.event_id);
}

/** Takes events out of use, as a correction does: what they said is kept with the shipment. */
export async function retireEvents(
  db: Kysely<Database>,
  eventIds: readonly string[],
  { shipmentId, now }: { shipmentId: string; now: Date },
): Promise<void> {
  await sql`
    with kept as (
      insert into event_replaced (event_id, ${sql.raw(SAID)}, payload, stored_at, sender, replaced_at, shipment_ids)
      select event_id, ${sql.raw(SAID)}, payload, stored_at, sender, ${now}, array[${shipmentId}::bigint]
      from event where event_id = any(${[...eventIds]}::text[])
      on conflict do nothing)
    delete from event where event_id = any(${[...eventIds]}::text[])`.execute(db);
}
