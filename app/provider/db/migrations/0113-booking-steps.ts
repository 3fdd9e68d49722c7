import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/**
 * A booking waits for the desk until it has become a shipment: for the answer, then for the carrier's number, then for its shipment.
 * Each step is an item with its own promise, named by `subject_key`: '' (answer), 'confirm', 'ship'. No item is due before it was
 * opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function desk_open(
      k text, subject bigint, key text, company bigint, name text, at timestamptz, stated timestamptz default null
    ) returns void language plpgsql as $$
    declare
      minutes numeric;
      opened bigint;
    begin
      if stated is null then select (promises->>k)::numeric into minutes from desk_calendar; end if;
      insert into desk_item (kind, subject_id, subject_key, company_id, label, opened_at, promised_minutes, running_since, due_at)
      values (k, subject, key, company, name, at, minutes, case when minutes is not null then at end,
        case when stated is null then desk_due(at, minutes) else greatest(stated, at) end)
      on conflict (kind, subject_id, subject_key) where done_at is null do nothing
      returning id into opened;
      if opened is not null then
        insert into desk_item_log (item_id, at, actor_name, action) values (opened, at, '', 'opened');
      end if;
    end $$;

    -- Ends a step of a booking and opens the next one, which stays with whoever works on it.
    create function desk_booking_step(b booking, since timestamptz, ended text, opened text) returns void
    language plpgsql as $$
    declare
      before desk_item;
    begin
      select * into before from desk_item
        where kind = 'BOOKING' and subject_id = b.id and subject_key = ended and done_at is null;
      perform desk_close('BOOKING', b.id, ended, since, null, '');
      if opened is null then return; end if;
      perform desk_open('BOOKING', b.id, opened, b.company_id, b.booking_number, since);
      update desk_item set taken_by = before.taken_by, taken_at = before.taken_at, held_until = before.held_until
        where before.taken_by is not null and kind = 'BOOKING' and subject_id = b.id and subject_key = opened
          and done_at is null;
    end $$;

    create function booking_is_shipped(b booking) returns boolean language sql stable as $$
      select exists (
        select from shipment s where s.company_id = b.company_id and s.booking_number = b.booking_number)
    $$;

    create or replace function desk_booking() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.status = new.status then return null; end if;
      if new.status = 'SUBMITTED' then
        perform desk_open('BOOKING', new.id, '', new.company_id, new.booking_number, coalesce(new.submitted_at, new.updated_at));
      elsif new.status = 'ACCEPTED' then
        perform desk_booking_step(new, new.updated_at, '', 'confirm');
      elsif new.status = 'CONFIRMED' then
        perform desk_booking_step(new, new.updated_at, 'confirm',
          case when booking_is_shipped(new) then null else 'ship' end);
      elsif tg_op = 'UPDATE' then
        perform desk_close('BOOKING', new.id, step, new.updated_at, null, '') from unnest(array['', 'confirm', 'ship']) step;
      end if;
      return null;
    end $$;

    create function desk_shipment() returns trigger language plpgsql as $$
    begin
      perform desk_close('BOOKING', b.id, 'ship', coalesce(new.updated_at, now()), null, '')
        from booking b where b.booking_number = new.booking_number and b.company_id = new.company_id;
      return null;
    end $$;
    create trigger shipment_desk after insert or update of booking_number on shipment for each row
    when (new.booking_number <> '') execute function desk_shipment();

    -- What waits already; its time counts from now on.
    select desk_open('BOOKING', id, 'confirm', company_id, booking_number, now()) from booking where status = 'ACCEPTED';
    select desk_open('BOOKING', b.id, 'ship', b.company_id, b.booking_number, now()) from booking b
      where b.status = 'CONFIRMED' and b.updated_at > now() - interval '60 days' and not booking_is_shipped(b);
    update desk_item set due_at = opened_at where done_at is null and due_at < opened_at;
  `.execute(db);
}
