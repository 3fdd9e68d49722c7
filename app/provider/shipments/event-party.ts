import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { RETRACTION, type ReadEvent, type ReadingOptions } from "./event-fields.ts";
import { eventIdOf } from "./event-identity.ts";

/** An event with the id that it is stored under. */
interface SettledEvent {
  event: ReadEvent;
  /** Why it cannot be said which event is meant. */
  fault: string | null;
}

interface Stored {
  eventId: string;
  sentId: string;
  isRetraction: boolean;
  /** Nothing was stored under the id before. */
  cameFirst: boolean;
  source: string;
}

const SEVERAL =
  "eventRouting.originatingParty is missing: events of more than one party have this id, and only one can be meant";

const isOpen = ({ eventType, partyKey }: ReadEvent) => eventType === RETRACTION && !partyKey;

/**
 * Settles the ids of events that the forwarder passes on for parties: an id belongs to its party. A retraction that names
 * none means the one event with its id, or the first that comes. An event that was stored before parties counted keeps the
 * id that it has.
 */
export async function settleParties(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
  { sender = null }: Pick<ReadingOptions, "sender">,
): Promise<SettledEvent[]> {
  // A carrier's key says whose ids they are.
  const concerned = sender === null ? events.filter((event) => event.partyKey || isOpen(event)) : [];
  if (concerned.length === 0) return events.map((event) => ({ event, fault: null }));
  const stored = await storedUnder(db, concerned);
  const renamed = new Map<string, ReadEvent>();
  const named = events.map((event) => {
    if (!event.partyKey || event.eventType === RETRACTION) return event;
    const known = stored.get(event.sentId) ?? [];
    const plain = known.find(({ eventId }) => eventId === eventIdOf(null, event.sentId));
    if (!plain || known.some(({ eventId }) => eventId === event.eventId)) return event;
    if (plain.isRetraction && plain.cameFirst && !renamed.has(plain.eventId))
      renamed.set(plain.eventId, event);
    return !plain.isRetraction && plain.source === event.source
      ? { ...event, eventId: plain.eventId }
      : event;
  });
  await giveToParties(db, renamed);
  const together = Map.groupBy(named, ({ sentId }) => sentId);
  return named.map((event) => {
    if (!isOpen(event)) return { event, fault: null };
    const known = stored.get(event.sentId) ?? [];
    const meant = new Set(
      [
        ...(together.get(event.sentId) ?? []).filter((other) => other.eventType !== RETRACTION),
        ...known.filter(({ isRetraction }) => !isRetraction),
      ].map(({ eventId }) => eventId),
    );
    if (meant.size > 1) return { event, fault: SEVERAL };
    const [eventId = known[0]?.eventId ?? event.eventId] = meant;
    return { event: { ...event, eventId }, fault: null };
  });
}

/** What is stored under ids of the forwarder's own calls, with a party or without, and for retractions what is in quarantine. */
async function storedUnder(
  db: Kysely<Database>,
  events: readonly ReadEvent[],
): Promise<ReadonlyMap<string, Stored[]>> {
  const sentIds = [...new Set(events.map(({ sentId }) => sentId))];
  const plainIds = sentIds.map((sentId) => eventIdOf(null, sentId));
  const openIds = events.filter(isOpen).map(({ sentId }) => sentId);
  const { rows } = await sql<Stored>`
    with sent as (
      select * from unnest(${sentIds}::text[], ${plainIds}::text[]) as s (sent_id, plain_id)
    ), known as (
      select e.event_id, s.sent_id from sent s join event e on e.sent_id = s.sent_id
      union
      select e.event_id, s.sent_id from sent s join event e on e.event_id = s.plain_id
    )
    select k.event_id as "eventId", k.sent_id as "sentId", e.event_type = ${RETRACTION} as "isRetraction", e.source,
      not exists (select from event_replaced r where r.event_id = k.event_id) as "cameFirst"
    from known k join event e on e.event_id = k.event_id
    where e.sender is null
    union all
    select q.event_id, o.sent_id, false, q.source, false
    from unnest(${openIds}::text[]) as o (sent_id)
    join event_quarantine q on q.payload @> jsonb_build_object('eventID', o.sent_id)
    where q.sender is null and not exists (select from event e where e.event_id = q.event_id)
    order by 1`.execute(db);
  return Map.groupBy(rows, ({ sentId }) => sentId);
}

/** A retraction that came first becomes that of the party whose event it meant. */
async function giveToParties(
  db: Kysely<Database>,
  retractions: ReadonlyMap<string, ReadEvent>,
): Promise<void> {
  if (retractions.size === 0) return;
  const events = [...retractions.values()];
  await sql`
    update event e set event_id = g.event_id, sent_id = g.sent_id
    from unnest(${[...retractions.keys()]}::text[], ${events.map(({ eventId }) => eventId)}::text[],
      ${events.map(({ sentId }) => sentId)}::text[]) as g (plain_id, event_id, sent_id)
    where e.event_id = g.plain_id and e.event_type = ${RETRACTION}`.execute(db);
}
