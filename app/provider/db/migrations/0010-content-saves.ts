import { type Kysely, sql } from "kysely";

/**
 * Who stored the present content, by person and by form, and the earlier contents: two people who change
 * different fields are merged by the version that both started from. A form that was sent already is
 * recognized by its key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table content_save (
      subject text not null check (subject in ('booking', 'booking_template', 'quote')),
      subject_id bigint not null,
      -- The first and the last version that had this content.
      since integer not null,
      version integer not null,
      editor text,
      content jsonb not null,
      -- What a form has sent, where it was stored together with what others had changed.
      is_sent boolean not null default false,
      kept_at timestamptz not null,
      primary key (subject, subject_id, version, is_sent)
    );
    create index content_save_kept_at on content_save (kept_at);

    -- The version in which the present content was stored; of what was there before only the present one is known.
    alter table booking add column content_since integer not null default 1;
    alter table quote add column content_since integer not null default 1;
    alter table booking_template add column content_since integer not null default 1;
    update booking set content_since = version;
    update quote set content_since = version;
    update booking_template set content_since = version;

    alter table booking add column editor text;
    alter table booking add column updated_by bigint references app_user on delete set null;
    update booking b set updated_by = (
      select l.actor_id from operation_log l join app_user u on u.id = l.actor_id
      where l.subject = 'booking' and l.subject_id = b.id
        and l.action not in ('booking.attached', 'booking.detached', 'booking.changeRequested')
      order by l.sequence desc limit 1);

    alter table quote add column editor text;
    alter table quote add column updated_by bigint references app_user on delete set null;
    alter table quote add column updated_by_name text;
    alter table quote add column form_key text;
    alter table quote add unique (company_id, form_key);
    update quote set updated_by = requested_by;

    alter table booking_template add column editor text;
    alter table booking_template add column updated_by bigint references app_user on delete set null;
    alter table booking_template add column updated_by_name text;
    alter table booking_template add column form_key text;
    alter table booking_template add unique (company_id, form_key);

    -- A quote whose booking was cancelled can be booked again.
    update quote q set booking_id = null from booking b where b.id = q.booking_id and b.status = 'CANCELLED';

    -- A price that was replaced is shown beside the one that took its place.
    alter table quote_option add column replaced_at timestamptz;
    alter table quote_option drop constraint quote_option_quote_id_position_key;
    create unique index quote_option_position on quote_option (quote_id, position) where replaced_at is null;
    create index quote_option_quote on quote_option (quote_id);
  `.execute(db);
}
