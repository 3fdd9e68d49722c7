import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { eventQuarantine } from "#app/contract/event.ts";
import type { Language } from "#app/contract/user.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { type Doubt, doubtText } from "./doubt.ts";
import type { ReadEvent } from "./event-fields.ts";

/** Tolerance for a booking and its first event in different time zones. */
const ZONE_TOLERANCE_MS = DAY_MS;

/** So long before its booking a shipment may have begun that was entered late: a sea voyage and the days around it. */
const LATE_ENTRY_MAX_MS = 45 * DAY_MS;

/**
 * Ids of events dated before the booking of every shipment that they name. `late`: the shipment may have been entered late.
 * `early`: so far before that a number was reused, or a date mistyped.
 */
export async function beforeBooking(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
): Promise<{ late: Set<string>; early: Set<string> }> {
  const named = events
    .filter(({ classifier }) => classifier === "ACT")
    .flatMap((event) =>
      event.references.filter(({ kind }) => kind !== "CNTR").map((reference) => ({ event, ...reference })),
    );
  if (named.length === 0) return { late: new Set(), early: new Set() };
  const { rows } = await sql<{ event_id: string; booking_at: Date | null }>`
    select n.event_id, s.booking_at
    from unnest(${named.map(({ event }) => event.eventId)}::text[], ${named.map(({ kind }) => kind)}::text[],
      ${named.map(({ key }) => key)}::text[]) as n (event_id, kind, value_key)
    join shipment_reference r on r.kind = n.kind and r.value_key = n.value_key
    join shipment s on s.id = r.shipment_id`.execute(db);
  const bookings = Map.groupBy(rows, (row) => row.event_id);
  const isBefore = ({ eventId, occurredAt }: ReadEvent, toleranceMs: number) =>
    bookings
      .get(eventId)
      ?.every(({ booking_at }) => booking_at && occurredAt < new Date(booking_at.getTime() - toleranceMs)) ??
    false;
  const early = events.filter((event) => isBefore(event, LATE_ENTRY_MAX_MS));
  const late = events.filter((event) => isBefore(event, ZONE_TOLERANCE_MS) && !early.includes(event));
  const idsOf = (each: readonly ReadEvent[]) => new Set(each.map(({ eventId }) => eventId));
  return { late: idsOf(late), early: idsOf(early) };
}

/** Stores events in quarantine with the reasons; an event that arrives again replaces its earlier entry. */
export async function quarantine(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
  { source, sender = null, now }: { source: string; sender?: string | null; now: Date },
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto("event_quarantine")
    .values(
      events.map((event) => ({
        event_id: event.eventId,
        reasons: event.doubts.map((doubt) => doubtText(doubt, "en")),
        doubts: JSON.stringify(event.doubts),
        payload: event.payload,
        source,
        sender,
        received_at: now,
        last_received_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("event_id").doUpdateSet((eb) => ({
        reasons: eb.ref("excluded.reasons"),
        doubts: eb.ref("excluded.doubts"),
        payload: eb.ref("excluded.payload"),
        source: eb.ref("excluded.source"),
        last_received_at: eb.ref("excluded.last_received_at"),
      })),
    )
    .execute();
}

/** Removes an event from quarantine when it has arrived again without faults. */
export async function release(db: Kysely<Database>, eventIds: readonly string[]): Promise<void> {
  await sql`delete from event_quarantine where event_id = any(${[...eventIds]}::text[])`.execute(db);
}

/** An event in quarantine, as it was sent and by whom. */
export async function findQuarantined(
  db: Kysely<Database>,
  id: string,
): Promise<{ payload: unknown; source: string; sender: string | null } | undefined> {
  return db
    .selectFrom("event_quarantine")
    .select(["payload", "source", "sender"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** For staff: events in quarantine, latest first. */
export async function listQuarantine(
  db: Kysely<Database>,
  { page, pageSize }: z.output<typeof eventQuarantine.request>,
  language: Language,
): Promise<z.input<typeof eventQuarantine.response>> {
  const { total } = await db
    .selectFrom("event_quarantine")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("event_quarantine")
    .selectAll()
    .orderBy("last_received_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    total: Number(total),
    isTotalCapped: false,
    rows: rows.map((row) => ({
      id: row.id,
      eventId: row.event_id,
      reasons: row.doubts?.map((doubt) => doubtText(doubt as Doubt, language)) ?? row.reasons,
      payload: row.payload,
      source: row.source,
      receivedAt: instantToWire(row.received_at)!,
      lastReceivedAt: instantToWire(row.last_received_at)!,
    })),
  };
}
