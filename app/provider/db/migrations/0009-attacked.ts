import { type Kysely, sql } from "kysely";

/** When a file was scanned, and a quarantine for events that somebody has to check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking_attachment add column scanned_at timestamptz`.execute(db);
  await sql`alter table message_file add column scanned_at timestamptz`.execute(db);
  await sql`
    create table event_quarantine (
      id bigint generated always as identity primary key,
      event_id text not null,
      reasons text[] not null,
      payload jsonb not null,
      source text not null,
      received_at timestamptz not null,
      last_received_at timestamptz not null,
      unique (event_id)
    )
  `.execute(db);
  await sql`create index event_quarantine_received on event_quarantine (last_received_at desc, id desc)`.execute(
    db,
  );
}
