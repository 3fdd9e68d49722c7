import { type Kysely, sql } from "kysely";

/** Events that name no shipment yet: they wait, and are set aside after a limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_waiting (
      event_id text primary key references event on delete cascade,
      -- Empty: the forwarder.
      sender text not null,
      since timestamptz not null,
      set_aside_at timestamptz,
      reason text check (reason in ('TIME', 'NUMBER')),
      check ((set_aside_at is null) = (reason is null))
    );
    create index event_waiting_open on event_waiting (sender, since) where set_aside_at is null;
    create index event_waiting_since on event_waiting (since desc, event_id);
    insert into event_waiting (event_id, sender, since)
    select e.event_id, coalesce(e.sender, ''), e.stored_at from event e
    where not exists (select from event_shipment l where l.event_id = e.event_id);
  `.execute(db);
}
