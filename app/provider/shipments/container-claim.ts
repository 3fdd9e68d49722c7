import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";

/**
 * Containers are reused: for this many days after pickup, events that name only the container belong to the
 * shipment.
 */
const BOX_DAYS = 180;

/** A shipment that an actual event has named together with a container, which the shipment does not list. */
export interface ContainerClaim {
  eventId: string;
  shipmentId: string;
  key: string;
  at: Date;
}

/** Whether what began then still holds at a time. */
export const isWithin = (began: Date, at: number): boolean =>
  began.getTime() <= at && at < began.getTime() + BOX_DAYS * DAY_MS;

/** The claims on containers, by `referenceKey` of their numbers. */
export async function readClaims(db: Kysely<Database>, keys: readonly string[]): Promise<ContainerClaim[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ContainerClaim>`
    select event_id as "eventId", shipment_id as "shipmentId", container_key as key, at from container_claim
    where container_key = any(${[...new Set(keys)]}::text[])`.execute(db);
  return rows;
}

/** Keeps claims whose events are tied to their shipments; those that are new. */
export async function keepClaims(
  db: Kysely<Database>,
  claims: readonly ContainerClaim[],
): Promise<{ key: string; at: Date }[]> {
  if (claims.length === 0) return [];
  const { rows } = await sql<{ key: string; at: Date }>`
    insert into container_claim (event_id, shipment_id, container_key, at)
    select * from unnest(${claims.map(({ eventId }) => eventId)}::text[],
      ${claims.map(({ shipmentId }) => shipmentId)}::bigint[], ${claims.map(({ key }) => key)}::text[],
      ${claims.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing
    returning container_key as key, at`.execute(db);
  return rows;
}

/** Shipments whose counts change when the place of these containers does: those that list one or have got it by events. */
export async function holdersOfContainers(db: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ shipment_id: string }>`
    select shipment_id from shipment_reference where kind = 'CNTR' and value_key = any(${[...keys]}::text[])
    union select shipment_id from container_claim where container_key = any(${[...keys]}::text[])`.execute(
    db,
  );
  return rows.map((row) => row.shipment_id);
}

/** Events that name only a container, from the given times on: they follow the container where it moves. */
export async function eventsOfContainers(
  db: Kysely<Database>,
  moves: readonly { key: string; at: Date }[],
): Promise<string[]> {
  if (moves.length === 0) return [];
  const { rows } = await sql<{ event_id: string }>`
    select distinct r.event_id
    from unnest(${moves.map(({ key }) => key)}::text[], ${moves.map(({ at }) => at)}::timestamptz[]) m (key, at)
    join event_reference r on r.value_key = m.key and r.kind = 'CNTR'
    join event e on e.event_id = r.event_id and e.occurred_at >= m.at
      and e.occurred_at < m.at + make_interval(days => ${BOX_DAYS})
    where not exists (
      select from event_reference o where o.event_id = r.event_id and o.kind in ('H', 'M', 'BKG'))`.execute(
    db,
  );
  return rows.map((row) => row.event_id);
}
