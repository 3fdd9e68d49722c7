import { type Kysely, sql } from "kysely";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import {
  eventsOfContainers,
  holdersOfContainers,
  isWithin,
  keepClaims,
  readClaims,
} from "./container-claim.ts";

interface Candidate {
  event_id: string;
  kind: string;
  shipment_id: string;
}
interface EventFacts {
  event_id: string;
  classifier: string;
  occurred_at: Date;
  container_number: string | null;
  has_shipments_total: boolean;
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
  const candidatesOf = Map.groupBy(candidates, (candidate) => candidate.event_id);
  const { rows: events } = await sql<EventFacts>`
    select event_id, classifier, occurred_at, container_number, has_shipments_total from event
    where event_id = any(${[...eventIds]}::text[])`.execute(db);
  const isNamed = ({ event_id }: EventFacts) =>
    candidatesOf.get(event_id)?.some(({ kind }) => kind !== "CNTR") ?? false;
  // Those that name more than their container say where it is; the others follow it.
  const named = events.filter(isNamed);
  const links = named.length > 0 ? await linkNamed(db, named, { candidatesOf, candidates }) : NO_LINKS;
  const lone = events.filter((event) => !isNamed(event));
  const followers = await eventsOfContainers(db, links.moves);
  const touched = [...links.touched, ...(await linkByContainer(db, lone, { candidatesOf, candidates }))];
  touched.push(...(await countPieces(db, events)));
  const others = followers.filter((id) => !eventIds.includes(id));
  return [...touched, ...(others.length > 0 ? await linkEvents(db, others) : [])];
}

const NO_LINKS = { touched: [] as string[], moves: [] as { key: string; at: Date }[] };

interface Candidates {
  candidates: readonly Candidate[];
  candidatesOf: ReadonlyMap<string, readonly Candidate[]>;
}

/** Links events by house, bill or booking number; `moves`: containers that these have shown in another shipment. */
async function linkNamed(
  db: Kysely<Database>,
  events: readonly EventFacts[],
  { candidates, candidatesOf }: Candidates,
): Promise<typeof NO_LINKS> {
  const shipments = await shipmentFacts(
    db,
    candidates.map((candidate) => candidate.shipment_id),
  );
  const links = events.flatMap((event) =>
    namedShipments(event, candidatesOf.get(event.event_id) ?? [], shipments).map((id) => ({ event, id })),
  );
  const touched = await setLinks(db, events, links);
  const claims = links.flatMap(({ event, id }) => {
    const key = event.container_number === null ? "" : referenceKey(event.container_number);
    const isForeign = key !== "" && !shipments.get(id)?.container_numbers.includes(key);
    return isForeign && event.classifier === "ACT"
      ? [{ eventId: event.event_id, shipmentId: id, key, at: event.occurred_at }]
      : [];
  });
  const moves = await keepClaims(db, claims);
  const holders = await holdersOfContainers(
    db,
    moves.map(({ key }) => key),
  );
  return { touched: [...touched, ...holders], moves };
}

/** Links events that name nothing but a container to the shipment that has it at their time. */
async function linkByContainer(
  db: Kysely<Database>,
  events: readonly EventFacts[],
  { candidates, candidatesOf }: Candidates,
): Promise<string[]> {
  if (events.length === 0) return [];
  const keyOf = ({ container_number }: EventFacts) => referenceKey(container_number ?? "");
  const claims = await readClaims(db, events.map(keyOf));
  const claimsOf = Map.groupBy(claims, ({ key }) => key);
  const shipments = await shipmentFacts(db, [
    ...candidates.map((candidate) => candidate.shipment_id),
    ...claims.map(({ shipmentId }) => shipmentId),
  ]);
  const links = events.flatMap((event) => {
    const listed = (candidatesOf.get(event.event_id) ?? []).map(
      ({ shipment_id }) => shipments.get(shipment_id)!,
    );
    const stays = [
      ...listed.map((shipment) => ({ shipment, since: shipment.taken_at })),
      ...(claimsOf.get(keyOf(event)) ?? []).map(({ shipmentId, at }) => ({
        shipment: shipments.get(shipmentId)!,
        since: at,
      })),
    ];
    return holdersOf(event, stays).map((id) => ({ event, id }));
  });
  return setLinks(db, events, links);
}

/**
 * Gives events that tell of some pieces, and not of how many, the pieces of all their shipments as the total; the shipments
 * of those for which it is another one.
 */
async function countPieces(db: Kysely<Database>, events: readonly EventFacts[]): Promise<string[]> {
  const ids = events.filter((event) => event.has_shipments_total).map(({ event_id }) => event_id);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ shipment_id: string }>`
    with totals as (
      select l.event_id, nullif(sum(s.pieces), 0)::int as total
      from event_shipment l join shipment s on s.id = l.shipment_id
      where l.event_id = any(${ids}::text[]) group by l.event_id
    ), changed as (
      update event e set total_pieces = t.total from totals t
      where e.event_id = t.event_id and e.total_pieces is distinct from t.total
      returning e.event_id
    ), concerned as (
      select l.shipment_id, l.is_digested from changed c join event_shipment l on l.event_id = c.event_id
    ), again as (
      insert into event_unlinked (shipment_id) select distinct shipment_id from concerned where is_digested
    )
    select distinct shipment_id from concerned`.execute(db);
  return rows.map((row) => row.shipment_id);
}

/** Ties the events to these shipments and to no others. */
async function setLinks(
  db: Kysely<Database>,
  events: readonly EventFacts[],
  links: readonly { event: EventFacts; id: string }[],
): Promise<string[]> {
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
  shipmentIds: readonly string[],
): Promise<Map<string, ShipmentFacts>> {
  const ids = [...new Set(shipmentIds)];
  // The empty container is picked up some days before the cargo is ready. Events do not change either date.
  const { rows } = await sql<ShipmentFacts>`
    select id, master_number, container_numbers,
      coalesce((dates->>'cargoReady')::timestamptz - interval '10 days', booking_at, created_at) as taken_at
    from shipment where id = any(${ids}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [row.id, { ...row, container_numbers: row.container_numbers.map(referenceKey) }]),
  );
}

/** The house number decides; then master and booking number. */
function namedShipments(
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
  const box = event.container_number === null ? null : referenceKey(event.container_number);
  const withBox = consolidated.filter((id) => box && shipments.get(id)?.container_numbers.includes(box));
  return withBox.length > 0 ? withBox : consolidated;
}

interface Stay {
  shipment: ShipmentFacts;
  since: Date;
}

/** The shipment that got the container last before the event, and those that share its master bill. */
function holdersOf({ occurred_at }: EventFacts, stays: readonly Stay[]): string[] {
  const present = stays
    .filter(({ since }) => isWithin(since, occurred_at.getTime()))
    .sort((a, b) => b.since.getTime() - a.since.getTime() || Number(a.shipment.id) - Number(b.shipment.id));
  const last = present[0]?.shipment;
  const holders = present.filter(
    ({ shipment }) =>
      shipment === last || (last?.master_number && shipment.master_number === last.master_number),
  );
  return [...new Set(holders.map(({ shipment }) => shipment.id))];
}
