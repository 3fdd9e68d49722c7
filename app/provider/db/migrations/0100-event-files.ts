import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * Files with what carriers sent long ago (app/decisions/2026-11-26-old-events-and-messages.md). A row of an event names its
 * file inside `payload`, so that the version before, which copies payloads and replaces them, needs to know nothing of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_file (
      id bigint generated always as identity primary key,
      storage_key text not null unique,
      -- SHA-256 of the file as it lies in the store.
      sha256 bytea not null,
      -- Rows that were moved into it.
      entries integer not null,
      begun_at timestamptz not null,
      -- Since then rows of events name it. A file that none names is removed after a while.
      moved_at timestamptz,
      removed_at timestamptz,
      check (moved_at is null or removed_at is null)
    )`.execute(db);
  await sql`create index event_file_open on event_file (begun_at) where moved_at is null`.execute(db);
  // How far the job has come in each table, in the order of age, and until when a process works on it.
  await sql`
    create table event_walk (
      kind text primary key check (kind in ('event', 'event_replaced')),
      begun_at timestamptz not null,
      after_at timestamptz not null,
      after_id text not null,
      leased_until timestamptz
    )`.execute(db);
  await sql`
    insert into event_walk (kind, begun_at, after_at, after_id)
    select kind, now(), timestamptz '1970-01-01 00:00:00+00', '' from unnest('{event,event_replaced}'::text[]) kind`.execute(
    db,
  );
}
