import { type Kysely, sql } from "kysely";

/**
 * The events by which a shipment's milestones are counted, as one text without those that later ones have replaced
 * (`shipments/event-counting.ts`), and which links it covers. A link that goes may be of an event in it, or of one that
 * another was left out for: the shipment is noted, and its next count reads all events again. The note is a row of its own,
 * because who removes a link has not locked the shipment yet. A migration that changes `event.facts` deletes digests.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_digest (
      shipment_id bigint primary key references shipment (id) on delete cascade,
      facts text not null
    );
    alter table event_shipment add column is_digested boolean not null default false;
    create index event_shipment_new on event_shipment (shipment_id) where not is_digested;
    create table event_unlinked (shipment_id bigint not null);
    create index event_unlinked_shipment on event_unlinked (shipment_id);
    create function note_unlinked() returns trigger language plpgsql as $$
    begin
      insert into event_unlinked (shipment_id)
      select distinct g.shipment_id from gone g join shipment s on s.id = g.shipment_id;
      return null;
    end $$;
    create trigger event_shipment_unlinked after delete on event_shipment
      referencing old table as gone for each statement execute function note_unlinked();
  `.execute(db);
}
