import { type Kysely, sql } from "kysely";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { containerTimes } from "#app/lib/milestones/container-times.ts";
import type { MilestoneEvent } from "#app/lib/milestones/milestone.ts";
import type { Database } from "../db/schema.ts";

/** An actual event that names a container of a shipment with the number of another one. */
export interface OtherClaim {
  shipmentId: string;
  /** The container, by `referenceKey`. */
  key: string;
  at: Date;
  /** The shipment that it names. */
  toId: string;
  storedAt: Date;
}

/**
 * Claims of other shipments on the containers that these list or have got by events, the latest first. Shipments of one
 * bill or booking share their containers, so that their claims take nothing away; nor does one of before the container
 * was taken, or of long after.
 */
export async function readOtherClaims(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<Map<string, OtherClaim[]>> {
  const { rows } = await sql<OtherClaim>`
    with asked as (
      select id, master_number, booking_number,
        coalesce((dates->>'cargoReady')::timestamptz - interval '10 days', booking_at, created_at) as taken_at
      from shipment where id = any(${[...shipmentIds]}::bigint[])
    ), held as (
      select r.shipment_id, r.value_key as key, a.taken_at from asked a
      join shipment_reference r on r.shipment_id = a.id and r.kind = 'CNTR'
      union all
      select c.shipment_id, c.container_key, c.at from asked a join container_claim c on c.shipment_id = a.id
    )
    select distinct h.shipment_id as "shipmentId", h.key, c.at, c.shipment_id as "toId", e.stored_at as "storedAt"
    from held h
    join container_claim c on c.container_key = h.key and c.shipment_id <> h.shipment_id
      and c.at >= h.taken_at and c.at < h.taken_at + interval '180 days'
    join asked a on a.id = h.shipment_id
    join shipment o on o.id = c.shipment_id
    join event e on e.event_id = c.event_id
    where (a.master_number is null or o.master_number is distinct from a.master_number)
      and (a.booking_number is null or o.booking_number is distinct from a.booking_number)
    order by c.at desc, c.shipment_id desc`.execute(db);
  return Map.groupBy(rows, ({ shipmentId }) => shipmentId);
}

/**
 * The claims by which containers of a shipment have moved away, one for each container. A claim takes none that the
 * shipment has an actual event of since, nor one whose journey with it had ended: that is used again.
 * `ends`: ports of arrival.
 */
export function movesOf(
  claims: readonly OtherClaim[],
  events: readonly MilestoneEvent[],
  ends: readonly string[],
): OtherClaim[] {
  const latest = new Map<string, OtherClaim>();
  for (const claim of claims) if (!latest.has(claim.key)) latest.set(claim.key, claim);
  if (latest.size === 0) return [];
  const times = containerTimes(events, [...latest.keys()], ends);
  return [...latest.values()].filter(({ key, at }) => {
    const { discharge, gateOut, delivered, emptyIn } = times.get(key)!;
    const hasEnded = [discharge, gateOut, delivered, emptyIn].some((time) => time?.isActual && time.at <= at);
    const isBack = events.some(
      (event) => event.containerNumber === key && event.classifier === "ACT" && event.at > at,
    );
    return !hasEnded && !isBack;
  });
}

/** Whether a container is one of these, which are in clean form. */
export const isOneOf = (moved: readonly string[], containerNumber: string | null): boolean =>
  containerNumber !== null && moved.includes(cleanContainerNumber(containerNumber));

/** The events, those of containers that have moved away marked. */
export function markMoved<E extends MilestoneEvent>(
  events: readonly E[],
  moved: readonly string[],
): readonly E[] {
  if (moved.length === 0) return events;
  return events.map((event) =>
    isOneOf(moved, event.containerNumber) ? { ...event, hasMoved: true } : event,
  );
}
