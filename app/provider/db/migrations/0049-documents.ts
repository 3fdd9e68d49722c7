import { type Kysely, sql } from "kysely";

/** Papers that people upload to shipments, beside those that are made, with their versions; and who has seen which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipment_document add column is_uploaded boolean not null default false;
    -- One document of one form, however often it is sent.
    alter table shipment_document add column upload_key text;
    create unique index shipment_document_upload on shipment_document (shipment_id, upload_key)
      where upload_key is not null;
    create index shipment_document_issued on shipment_document (issued_on, id);

    alter table stored_file drop constraint stored_file_subject_check;
    alter table stored_file add constraint stored_file_subject_check
      check (subject in ('booking', 'channel', 'delivery', 'document'));
    alter table stored_file add column document_id bigint
      generated always as (case subject when 'document' then subject_id end) stored
      references shipment_document on delete cascade;
    create index stored_file_document on stored_file (document_id, id) where document_id is not null;

    create table document_seen (
      document_id bigint not null references shipment_document on delete cascade,
      version integer not null,
      user_id bigint not null references app_user on delete cascade,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (document_id, version, user_id)
    );
    create index document_seen_user on document_seen (user_id);

    select grant_once(role, '/documents/file', '/documents/zip')
    from unnest(array['admin', 'operator', 'finance', 'booker', 'desk']) as role;
  `.execute(db);
}
