import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { waitingList, waitingRetry } from "#app/contract/event-waiting.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { linkEvents } from "./event-link.ts";
import { recomputeShipments } from "./recompute.ts";

export interface WaitingLimits {
  /** Longer than a booking is known to a carrier before the forwarder has its shipment. */
  ms: number;
  /** Of each sender; the latest stay. */
  number: number;
}
const LIMITS: WaitingLimits = { ms: 60 * DAY_MS, number: 100_000 };
/** Events that one retry links, so that a call ends in time. */
const RETRY_MAX = 2_000;

/** Notes which of the stored events no shipment has yet, and that the others do not wait any more; the former's ids. */
export async function noteWaiting(
  db: Kysely<Database>,
  eventIds: readonly string[],
  { now, sender }: { now: Date; sender: string | null },
): Promise<string[]> {
  const ids = sql`${[...eventIds]}::text[]`;
  const { rows } = await sql<{ event_id: string }>`
    with lone as (
      select id from unnest(${ids}) id where not exists (select from event_shipment l where l.event_id = id)
    ), known as (
      delete from event_waiting where event_id = any(${ids}) and event_id not in (select id from lone)
    )
    insert into event_waiting (event_id, sender, since) select id, ${sender ?? ""}, ${now} from lone
    on conflict (event_id) do update set since = excluded.since, set_aside_at = null, reason = null
    returning event_id`.execute(db);
  return rows.map((row) => row.event_id);
}

/** Sets aside what has waited too long, and what is too much; a shipment that comes later does not get it by itself. */
export async function setAsideWaiting(
  db: Kysely<Database>,
  now: Date,
  limits: WaitingLimits = LIMITS,
): Promise<void> {
  await sql`
    update event_waiting set set_aside_at = ${now}, reason = 'TIME'
    where set_aside_at is null and since < ${new Date(now.getTime() - limits.ms)}`.execute(db);
  const { rows } = await sql<{ sender: string }>`
    select sender from event_waiting where set_aside_at is null group by sender
    having count(*) > ${limits.number}`.execute(db);
  for (const { sender } of rows)
    await sql`
      update event_waiting set set_aside_at = ${now}, reason = 'NUMBER'
      where set_aside_at is null and sender = ${sender} and event_id in (
        select event_id from event_waiting where sender = ${sender} and set_aside_at is null
        order by since desc, event_id offset ${limits.number})`.execute(db);
}

/** For staff: events without a shipment, the latest first. */
export async function listWaiting(
  { page, pageSize, isSetAside }: z.output<typeof waitingList.request>,
  db: Kysely<Database>,
): Promise<z.input<typeof waitingList.response>> {
  const state = sql`(w.set_aside_at is not null) = ${isSetAside}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from event_waiting w where ${state}`.execute(db);
  const { rows } = await sql<{
    event_id: string;
    sender: string;
    since: Date;
    set_aside_at: Date | null;
    reason: "TIME" | "NUMBER" | null;
    code: string;
    occurred_at: Date;
    references: string[];
  }>`
    select w.*, e.code, e.occurred_at,
      array(select r.kind || ' ' || r.value_key from event_reference r where r.event_id = w.event_id order by 1)
        as references
    from event_waiting w join event e on e.event_id = w.event_id
    where ${state}
    order by w.since desc, w.event_id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return {
    total: counted.rows[0]!.total,
    isTotalCapped: false,
    rows: rows.map((row) => ({
      eventId: row.event_id,
      sender: row.sender || null,
      code: row.code,
      occurredAt: instantToWire(row.occurred_at)!,
      references: row.references,
      since: instantToWire(row.since)!,
      setAsideAt: instantToWire(row.set_aside_at),
      reason: row.reason,
    })),
  };
}

/** Lets events that were set aside wait again, all or the given ones, and ties them to shipments that are there by now. */
export async function retryWaiting(
  { eventIds }: z.output<typeof waitingRetry.request>,
  { db, now }: { db: Kysely<Database>; now: Date },
): Promise<z.input<typeof waitingRetry.response>> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from event_waiting
    where set_aside_at is not null and (${eventIds ?? null}::text[] is null or event_id = any(${eventIds ?? []}::text[]))
    order by event_id limit ${RETRY_MAX} for update`.execute(db);
  const ids = rows.map((row) => row.event_id);
  await sql`
    update event_waiting set since = ${now}, set_aside_at = null, reason = null
    where event_id = any(${ids}::text[])`.execute(db);
  await recomputeShipments(db, await linkEvents(db, ids), now);
  const { rows: left } = await sql<{ waiting: number; aside: number }>`
    select (select count(*)::int from event_waiting where event_id = any(${ids}::text[])) as waiting,
      (select count(*)::int from event_waiting where set_aside_at is not null) as aside`.execute(db);
  const { waiting, aside } = left[0]!;
  return { retried: ids.length, attached: ids.length - waiting, left: aside };
}

/** What became of a match: the shipment, or why there is none. */
export type Match =
  | { shipmentId: string; houseNumber: string }
  | { taken: string | null }
  | { unknown: "event" | "shipment" };

/** Ties an event that waits, or was set aside, to the shipment with this house number, for good. */
export async function matchEvent(
  db: Kysely<Database>,
  { eventId, houseNumber }: { eventId: string; houseNumber: string },
  { by, now }: { by: { userId: string; name: string }; now: Date },
): Promise<Match> {
  const waiting = await db
    .selectFrom("event_waiting")
    .select("event_id")
    .where("event_id", "=", eventId)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) {
    const known = await sql<{ by: string | null }>`
      select (select m.matched_by_name from event_match m where m.event_id = e.event_id) as by
      from event e where e.event_id = ${eventId}`.execute(db);
    return known.rows[0] ? { taken: known.rows[0].by } : { unknown: "event" };
  }
  const key = referenceKey(houseNumber);
  const shipment = await db
    .selectFrom("shipment_reference as r")
    .innerJoin("shipment as s", "s.id", "r.shipment_id")
    .select(["s.id", "s.house_number"])
    .where("r.kind", "=", "H")
    .where("r.value_key", "=", key)
    .orderBy("s.id")
    .executeTakeFirst();
  if (!shipment) return { unknown: "shipment" };
  await sql`
    with kept as (
      insert into event_match (event_id, value_key, matched_by, matched_by_name, matched_at)
      values (${eventId}, ${key}, ${by.userId}, ${by.name}, ${now})
      on conflict (event_id) do update set value_key = excluded.value_key, matched_by = excluded.matched_by,
        matched_by_name = excluded.matched_by_name, matched_at = excluded.matched_at)
    insert into event_reference (event_id, kind, value_key) values (${eventId}, 'H', ${key})
    on conflict do nothing`.execute(db);
  await recomputeShipments(db, await linkEvents(db, [eventId]), now);
  return { shipmentId: shipment.id, houseNumber: shipment.house_number };
}

/** Takes an event off the shipment that a person has matched it to. False when it is not matched to that one. */
export async function unmatchEvent(
  db: Kysely<Database>,
  { eventId, shipmentId, now }: { eventId: string; shipmentId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ value_key: string; sender: string | null }>`
    delete from event_match m using event e
    where m.event_id = ${eventId} and e.event_id = m.event_id
      and exists (select from event_shipment l where l.event_id = m.event_id and l.shipment_id = ${shipmentId})
    returning m.value_key, e.sender`.execute(db);
  const match = rows[0];
  if (!match) return false;
  await db
    .deleteFrom("event_reference")
    .where("event_id", "=", eventId)
    .where("kind", "=", "H")
    .where("value_key", "=", match.value_key)
    .execute();
  await recomputeShipments(db, [...(await linkEvents(db, [eventId])), shipmentId], now);
  await noteWaiting(db, [eventId], { now, sender: match.sender });
  return true;
}
