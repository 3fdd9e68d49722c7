import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { referenceKey } from "./reference.ts";

/**
 * Containers are reused: for this many days after pickup, events that name only the container belong to the
 * shipment.
 */
const BOX_DAYS = 180;

interface Candidate {
  event_id: string;
  kind: string;
  shipment_id: string;
}
interface EventFacts {
  event_id: string;
  occurred_at: Date;
  container_number: string | null;
}
interface ShipmentFacts {
  id: string;
  master_number: string | null;
  container_numbers: string[];
  taken_at: Date;
}

/**
 * Links stored events to the shipments that their references name, and returns the ids of shipments that got or lost
 * events. The result depends on references and shipments only, not on the order in which events arrive: a link that
 * another shipment has a better right to is removed.
 */
export async function linkEvents(db: Kysely<Database>, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const { rows: candidates } = await sql<Candidate>`
    select r.event_id, r.kind, s.shipment_id
    from event_reference r
    join shipment_reference s on s.value_key = r.value_key and s.kind = r.kind
    where r.event_id = any(${[...eventIds]}::text[])`.execute(db);
  if (candidates.length === 0) return [];
  const shipments = await shipmentFacts(db, candidates);
  const { rows: events } = await sql<EventFacts>`
    select event_id, occurred_at, container_number from event
    where event_id = any(${[...new Set(candidates.map((candidate) => candidate.event_id))]}::text[])`.execute(
    db,
  );
  const candidatesOf = Map.groupBy(candidates, (candidate) => candidate.event_id);
  const links = events.flatMap((event) =>
    chooseShipments(event, candidatesOf.get(event.event_id) ?? [], shipments).map((id) => ({ event, id })),
  );
  const { rows: linked } = await sql<{ shipment_id: string }>`
    with chosen as materialized (
      select * from unnest(
        ${links.map((link) => link.id)}::bigint[],
        ${links.map((link) => link.event.event_id)}::text[]) c (shipment_id, event_id)
    ), fresh as (
      insert into event_shipment (shipment_id, event_id) select * from chosen
      order by 1, 2
      on conflict do nothing
      returning shipment_id
    ), calm as (
      delete from event_waiting w using chosen c where w.event_id = c.event_id
    ), gone as (
      delete from event_shipment l
      where l.event_id = any(${events.map(({ event_id }) => event_id)}::text[])
        and not exists (
          select from chosen c where c.shipment_id = l.shipment_id and c.event_id = l.event_id)
      returning shipment_id
    )
    select shipment_id from fresh union select shipment_id from gone`.execute(db);
  return linked.map((row) => row.shipment_id);
}

async function shipmentFacts(
  db: Kysely<Database>,
  candidates: readonly Candidate[],
): Promise<Map<string, ShipmentFacts>> {
  const ids = [...new Set(candidates.map((candidate) => candidate.shipment_id))];
  // The empty container is picked up some days before the cargo is ready. Events do not change either date.
  const { rows } = await sql<ShipmentFacts>`
    select id, master_number, container_numbers,
      coalesce((dates->>'cargoReady')::timestamptz - interval '10 days', booking_at, created_at) as taken_at
    from shipment where id = any(${ids}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [row.id, { ...row, container_numbers: row.container_numbers.map(referenceKey) }]),
  );
}

/**
 * The house number decides; then master and booking number; a container number alone only for the shipment
 * that has the container at that time.
 */
function chooseShipments(
  event: EventFacts,
  candidates: readonly Candidate[],
  shipments: ReadonlyMap<string, ShipmentFacts>,
): string[] {
  const by = (...kinds: string[]) => [
    ...new Set(
      candidates
        .filter((candidate) => kinds.includes(candidate.kind))
        .map((candidate) => candidate.shipment_id),
    ),
  ];
  const houses = by("H");
  if (houses.length > 0) return houses;
  const consolidated = by("M", "BKG");
  if (consolidated.length > 0) {
    const box = event.container_number === null ? null : referenceKey(event.container_number);
    const withBox = consolidated.filter((id) => box && shipments.get(id)?.container_numbers.includes(box));
    return withBox.length > 0 ? withBox : consolidated;
  }
  const at = event.occurred_at.getTime();
  const holders = by("CNTR")
    .map((id) => shipments.get(id)!)
    .filter(({ taken_at }) => taken_at.getTime() <= at && at < taken_at.getTime() + BOX_DAYS * DAY_MS)
    .sort((a, b) => b.taken_at.getTime() - a.taken_at.getTime() || Number(a.id) - Number(b.id));
  const last = holders[0];
  // Consolidated shipments in the container share the master bill.
  return holders
    .filter(
      (holder) => holder === last || (last?.master_number && holder.master_number === last.master_number),
    )
    .map((holder) => holder.id);
}
