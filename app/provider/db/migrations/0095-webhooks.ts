import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/**
 * Addresses of customers' programs that are told what happens (app/decisions/2026-11-26-webhooks.md). What is told is noted by
 * triggers in the transaction of the change, whoever makes it, and only where an address asks for it: an import of a
 * company without one costs a look at an empty table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id bigint generated always as identity primary key,
      company_id bigint not null references company on delete cascade,
      user_id bigint not null references app_user on delete cascade,
      name text not null,
      url text not null,
      topics text[] not null check (cardinality(topics) > 0),
      is_ordered boolean not null,
      secret bytea not null,
      old_secret bytea,
      old_secret_until timestamptz,
      is_on boolean not null default true,
      off_reason text check (off_reason in ('PERSON', 'GONE', 'FAILING')),
      created_at timestamptz not null,
      -- The first failure since the last success.
      failing_since timestamptz,
      warned_at timestamptz,
      last_success_at timestamptz
    );
    create index webhook_of_company on webhook (company_id, id);
    create index webhook_of_user on webhook (user_id);

    create table webhook_event (
      id bigint generated always as identity primary key,
      -- By which receivers know a repetition.
      key text not null default gen_random_uuid()::text unique,
      company_id bigint not null references company on delete cascade,
      topic text not null,
      type text not null,
      subject_id bigint not null,
      -- Null until it is handed out to the addresses.
      sequence integer,
      data jsonb not null,
      at timestamptz not null,
      handed_out_at timestamptz
    );
    create index webhook_event_new on webhook_event (id) where handed_out_at is null;
    create index webhook_event_old on webhook_event (handed_out_at) where handed_out_at is not null;
    create index webhook_event_of_company on webhook_event (company_id);

    create table webhook_subject (
      topic text not null,
      subject_id bigint not null,
      company_id bigint not null references company on delete cascade,
      last_sequence integer not null,
      primary key (topic, subject_id)
    );
    create index webhook_subject_of_company on webhook_subject (company_id);

    create table webhook_delivery (
      id bigint generated always as identity primary key,
      webhook_id bigint not null references webhook on delete cascade,
      event_id bigint not null references webhook_event on delete cascade,
      topic text not null,
      subject_id bigint not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED', 'SKIPPED')),
      attempts integer not null default 0,
      -- It is tried for three days from then on.
      since timestamptz not null,
      next_at timestamptz not null,
      claimed_until timestamptz,
      http_status integer,
      problem text,
      tried_at timestamptz,
      ended_at timestamptz,
      unique (webhook_id, event_id)
    );
    create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where state = 'WAITING';
    create index webhook_delivery_claimed on webhook_delivery (webhook_id, claimed_until) where claimed_until is not null;
    create index webhook_delivery_subject on webhook_delivery (webhook_id, topic, subject_id, id) where state = 'WAITING';
    create index webhook_delivery_listed on webhook_delivery (webhook_id, id desc);
    create index webhook_delivery_event on webhook_delivery (event_id);

    create function webhook_wanted(company bigint, asked text) returns boolean language sql stable as $$
      select exists (select from webhook where company_id = company and is_on and asked = any(topics))
    $$;

    create function tell_webhook(company bigint, asked text, kind text, subject bigint, told jsonb, happened timestamptz)
    returns void language sql as $$
      insert into webhook_event (company_id, topic, type, subject_id, data, at)
      values (company, asked, kind, subject, told, happened)
    $$;

    -- An event that came to a shipment, or was corrected: then it is linked anew.
    create function tell_webhook_shipment() returns trigger language plpgsql as $$
    begin
      if not exists (select from webhook where is_on and 'shipments' = any(topics)) then return null; end if;
      insert into webhook_event (company_id, topic, type, subject_id, data, at)
      select s.company_id, 'shipments', 'shipment.event', s.id, jsonb_build_object('eventId', a.event_id), e.stored_at
      from added a join shipment s on s.id = a.shipment_id join event e on e.event_id = a.event_id
      where webhook_wanted(s.company_id, 'shipments')
      order by s.id, e.occurred_at, e.event_id;
      return null;
    end $$;
    create trigger event_shipment_webhook after insert on event_shipment referencing new table as added
    for each statement execute function tell_webhook_shipment();

    create function tell_webhook_quote() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and (new.status, new.valid_until, new.withdrawn_at, new.booking_id)
        is not distinct from (old.status, old.valid_until, old.withdrawn_at, old.booking_id) then return null; end if;
      if webhook_wanted(new.company_id, 'quotes') then
        perform tell_webhook(new.company_id, 'quotes', 'quote.changed', new.id, jsonb_build_object(
          'status', new.status, 'number', new.quote_number, 'validUntil', new.valid_until,
          'bookingId', new.booking_id::text), new.updated_at);
      end if;
      return null;
    end $$;
    create trigger quote_webhook after insert or update of status, valid_until, withdrawn_at, booking_id on quote
    for each row execute function tell_webhook_quote();

    -- A draft that was never sent is nobody's business yet.
    create function tell_webhook_booking() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.status = 'DRAFT' then return null; end if;
      elsif (new.status, new.carrier_booking_number) is not distinct from (old.status, old.carrier_booking_number) then
        return null;
      end if;
      if webhook_wanted(new.company_id, 'bookings') then
        perform tell_webhook(new.company_id, 'bookings', 'booking.changed', new.id, jsonb_build_object(
          'status', new.status, 'number', new.booking_number, 'carrierBookingNumber', new.carrier_booking_number,
          'quoteId', new.quote_id::text), new.updated_at);
      end if;
      return null;
    end $$;
    create trigger booking_webhook after insert or update of status, carrier_booking_number on booking
    for each row execute function tell_webhook_booking();

    create function tell_webhook_invoice() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and (new.paid, new.credit_used, new.credited)
        is not distinct from (old.paid, old.credit_used, old.credited) then return null; end if;
      if webhook_wanted(new.company_id, 'invoices') then
        perform tell_webhook(new.company_id, 'invoices',
          case when tg_op = 'INSERT' then 'invoice.issued' else 'invoice.changed' end, new.id, jsonb_build_object(
          'kind', new.kind, 'number', new.number, 'invoiceDate', new.invoice_date, 'dueDate', new.due_date,
          'total', jsonb_build_object('amount', new.total::text, 'currency', new.currency),
          'open', jsonb_build_object('amount', (new.total - new.paid - new.credit_used)::text, 'currency', new.currency),
          'shipmentId', new.shipment_id::text), case when tg_op = 'INSERT' then new.issued_at else now() end);
      end if;
      return null;
    end $$;
    create trigger invoice_webhook after insert or update of paid, credit_used, credited on invoice
    for each row execute function tell_webhook_invoice();

    create function tell_webhook_message() returns trigger language plpgsql as $$
    begin
      if webhook_wanted(new.company_id, 'messages') then
        perform tell_webhook(new.company_id, 'messages', 'message.sent', c.team_id, jsonb_build_object(
          'messageId', new.id::text, 'sender', new.sender_name, 'isForwarder', new.is_forwarder, 'text', new.body,
          'quoteId', t.quote_id::text, 'bookingId', t.booking_id::text, 'shipmentId', t.shipment_id::text), new.created_at)
        from channel c join team t on t.id = c.team_id where c.id = new.channel_id;
      end if;
      return null;
    end $$;
    create trigger message_webhook after insert on message for each row execute function tell_webhook_message();
  `.execute(db);
}
