import { type Kysely, sql } from "kysely";

/** Private calendar addresses, and what each calendar was last told of an entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feed (
      user_id bigint primary key references app_user on delete cascade,
      -- SHA-256 of the token, which is shown once and not kept; null: revoked.
      token_hash bytea unique,
      scope text not null check (scope in ('FOLLOWED', 'ALL')),
      created_at timestamptz not null,
      last_fetched_at timestamptz
    );

    create table calendar_entry (
      user_id bigint not null references calendar_feed on delete cascade,
      uid text not null,
      -- What was published last: {"start", "isDay", "summary", "location", "isEstimate"}.
      content jsonb not null,
      content_hash bytea not null,
      sequence integer not null,
      modified_at timestamptz not null,
      -- Published as cancelled since then; null: it holds.
      cancelled_at timestamptz,
      primary key (user_id, uid)
    );
  `.execute(db);
}
