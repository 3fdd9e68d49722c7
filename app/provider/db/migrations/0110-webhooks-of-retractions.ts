import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** An event that its sender has taken back is told to the companies of the shipments that it was tied to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_webhook_retraction() returns trigger language plpgsql as $$
    begin
      insert into webhook_event (company_id, topic, type, subject_id, data, at)
      select s.company_id, 'shipments', 'shipment.eventRetracted', s.id,
        jsonb_build_object('houseNumber', s.house_number, 'eventId', new.event_id), new.stored_at
      from event_replaced r join shipment s on s.id = any(r.shipment_ids)
      where r.event_id = new.event_id and r.replaced_at = new.stored_at and webhook_wanted(s.company_id, 'shipments')
      order by s.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger event_retracted_webhook after update on event
    for each row when (new.event_type = 'RETRACTION' and old.event_type <> 'RETRACTION')
    execute function tell_webhook_retraction()`.execute(db);
}
