import { type Kysely, sql } from "kysely";
import { makesSupersededCount, supersededOf } from "#app/lib/milestones/superseded.ts";
import type { Database } from "../db/schema.ts";
import { type CarriedEvent, EVENT_SEPARATOR, readFacts } from "./event-facts.ts";

/** So many events of a shipment are read one by one before they are written into its digest. */
const NEW_MAX = 8;

/** The events of a shipment by which its milestones are counted. */
export interface CountingEvents {
  events: CarriedEvent[];
  /** Whether there may be others, which change nothing. */
  isPart: boolean;
}

interface StoredEvent {
  /** As the column has it. */
  facts: string;
  event: CarriedEvent;
}
interface Linked {
  /** Events that the digest keeps. */
  kept: StoredEvent[];
  added: StoredEvent[];
}

/**
 * The events of shipments without those that later ones have replaced: a carrier's ETA changes daily for weeks, and each
 * change would have cost as much as all before it. Milestones, dates and free time of now are the same by these as by all
 * events; those of a past moment are not. The rows of the shipments have to be locked.
 */
export async function readCounting(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, CountingEvents>> {
  const { rows: unlinked } = await sql<{ shipment_id: string }>`
    delete from event_unlinked where shipment_id = any(${[...ids]}::bigint[]) returning shipment_id`.execute(
    db,
  );
  await dropDigests(
    db,
    unlinked.map((row) => row.shipment_id),
  );
  const linked = await readLinked(db, ids);
  const again = [...linked].flatMap(([id, { kept: earlier, added }]) =>
    earlier.length > 0 && makesSupersededCount(earlier.map(eventOf), added.map(eventOf)) ? [id] : [],
  );
  await dropDigests(db, again);
  for (const [id, whole] of await readLinked(db, again)) linked.set(id, whole);
  await writeDigests(db, linked);
  return new Map(
    [...linked].map(([id, { kept: earlier, added }]) => [
      id,
      { events: [...earlier, ...added].map(eventOf), isPart: earlier.length > 0 },
    ]),
  );
}

const eventOf = ({ event }: StoredEvent) => event;
const restOf = ({ vesselImo, voyage }: CarriedEvent) => `${vesselImo} ${voyage}`;

async function dropDigests(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with dropped as (delete from event_digest where shipment_id = any(${[...ids]}::bigint[]))
    update event_shipment set is_digested = false
    where shipment_id = any(${[...ids]}::bigint[]) and is_digested`.execute(db);
}

async function readLinked(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Linked>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ shipment_id: string; kept: string | null; added: string | null }>`
    select s.shipment_id, d.facts as kept, a.facts as added
    from unnest(${[...ids]}::bigint[]) s (shipment_id)
    left join event_digest d on d.shipment_id = s.shipment_id
    cross join lateral (
      select string_agg(e.facts, ${EVENT_SEPARATOR}) as facts
      from event_shipment l join event e on e.event_id = l.event_id
      where l.shipment_id = s.shipment_id and not l.is_digested and e.event_type not in ('IOT', 'REEFER')
    ) a`.execute(db);
  return new Map(
    rows.map(({ shipment_id, kept: earlier, added }) => {
      const linkedFacts = (facts: string | null) =>
        facts?.split(EVENT_SEPARATOR).map((text) => ({ facts: text, event: readFacts(text, shipment_id) })) ??
        [];
      return [shipment_id, { kept: linkedFacts(earlier), added: linkedFacts(added) }];
    }),
  );
}

/** Takes the new events of shipments that have many into their digests. */
async function writeDigests(db: Kysely<Database>, linked: ReadonlyMap<string, Linked>): Promise<void> {
  const full = [...linked].filter(([, { added }]) => added.length >= NEW_MAX);
  if (full.length === 0) return;
  const added = full.flatMap(([, links]) => links.added.map(eventOf));
  // A link that another import is taking away is locked: waiting for it could deadlock, and it will not be read again.
  const { rows } = await sql<{ event_id: string; shipment_id: string }>`
    with free as materialized (
      select l.shipment_id, l.event_id
      from unnest(${added.map(({ shipmentId }) => shipmentId)}::bigint[], ${added.map(({ id }) => id)}::text[])
        as a (shipment_id, event_id)
      join event_shipment l on l.shipment_id = a.shipment_id and l.event_id = a.event_id
      for no key update of l skip locked
    )
    update event_shipment l set is_digested = true
    from free f where l.shipment_id = f.shipment_id and l.event_id = f.event_id
    returning l.shipment_id, l.event_id`.execute(db);
  const taken = new Set(rows.map((row) => `${row.shipment_id} ${row.event_id}`));
  const digests = full.map(([id, links]) => {
    const all = [...links.kept, ...links.added.filter(({ event }) => taken.has(`${id} ${event.id}`))];
    const superseded = new Set(supersededOf(all.map(eventOf), restOf));
    return {
      id,
      facts: all
        .filter(({ event }) => !superseded.has(event))
        .map(({ facts }) => facts)
        .join(EVENT_SEPARATOR),
    };
  });
  await sql`
    insert into event_digest (shipment_id, facts)
    select * from unnest(${digests.map(({ id }) => id)}::bigint[], ${digests.map(({ facts }) => facts)}::text[])
      as d (shipment_id, facts) where facts <> ''
    on conflict (shipment_id) do update set facts = excluded.facts`.execute(db);
}
