import { type Kysely, sql } from "kysely";

/** Event lists of carriers that are asked for on a schedule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table carrier_pull (
      carrier_code text primary key references carrier,
      base_url text not null,
      -- Name of the header that proves who asks, and its sealed value.
      credential_header text,
      credential bytea,
      interval_minutes integer not null,
      page_size integer not null,
      is_on boolean not null,
      next_at timestamptz not null,
      -- The run under way: the page to ask for, and those that were.
      cursor text,
      seen_cursors text[] not null default '{}',
      -- The latest event of this run.
      run_until timestamptz,
      -- Events made before are known: a run got to its end.
      known_until timestamptz,
      -- What the first page was when it was asked for last.
      etag text,
      etag_address text,
      failures integer not null default 0,
      last_error text,
      last_asked_at timestamptz,
      last_answered_at timestamptz,
      event_count bigint not null default 0,
      fault_count bigint not null default 0,
      updated_at timestamptz not null,
      check ((credential is null) = (credential_header is null))
    );
    create index carrier_pull_due on carrier_pull (next_at) where is_on;
  `.execute(db);
}
