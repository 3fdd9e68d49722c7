import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/** What comes from a forwarder's own system (app/decisions/2026-11-26-forwarder-system.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A file is known by its content: whoever looks at it again, in whatever process, finds this row.
  await sql`
    create table system_import (
      id bigint generated always as identity primary key,
      company_id bigint not null references company on delete cascade,
      kind text not null check (kind in ('SHIPMENT', 'MILESTONE', 'INVOICE')),
      channel text not null check (channel in ('CALL', 'FILE')),
      source text not null,
      state text not null check (state in ('WORKING', 'DONE', 'FAILED')),
      failure jsonb,
      is_first boolean not null,
      content_digest bytea,
      lines_done integer not null default 0,
      added integer not null default 0,
      changed integer not null default 0,
      unchanged integer not null default 0,
      older integer not null default 0,
      refused integer not null default 0,
      started_at timestamptz not null,
      ended_at timestamptz,
      -- Of a file: who works on it and until when, and when it was put away.
      worker text,
      leased_until timestamptz,
      put_away_at timestamptz,
      check ((channel = 'FILE') = (content_digest is not null))
    )`.execute(db);
  await sql`create unique index system_import_of_file on system_import (company_id, kind, content_digest)`.execute(
    db,
  );
  await sql`create index system_import_by_company on system_import (company_id, id desc)`.execute(db);
  await sql`
    create table system_refusal (
      import_id bigint not null references system_import on delete cascade,
      line integer not null,
      reference text not null,
      name text not null,
      faults jsonb not null,
      primary key (import_id, line)
    )`.execute(db);
  // The last version of each record that was taken, and what it made.
  await sql`
    create table system_record (
      company_id bigint not null references company on delete cascade,
      kind text not null,
      reference text not null,
      subject text not null,
      source_at timestamptz,
      import_id bigint not null references system_import,
      line integer not null,
      digest bytea,
      primary key (company_id, kind, reference)
    )`.execute(db);
  await sql`create index system_record_of_subject on system_record (kind, subject)`.execute(db);
  await sql`create index system_record_of_import on system_record (import_id)`.execute(db);

  // What a first import brings was there before: no notification tells of what was heard until then.
  await sql`alter table shipment add column brought_at timestamptz`.execute(db);
  await sql`
    create or replace function webhook_wanted(company bigint, asked text) returns boolean language sql stable as $$
      select coalesce(current_setting('fairlead.silent', true), '') <> 'on'
        and exists (select from webhook where company_id = company and is_on and asked = any(topics))
    $$`.execute(db);
}
