import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Keys of programs of customers (app/decisions/2026-11-26-keys-of-programs.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_key (
      id bigint generated always as identity primary key,
      company_id bigint not null references company on delete cascade,
      user_id bigint not null references app_user on delete cascade,
      name text not null,
      key_hash bytea not null unique,
      hint text not null,
      scopes text[] not null check (cardinality(scopes) > 0),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      last_used_from text,
      last_refused_at timestamptz,
      minute_at timestamptz,
      minute_calls integer not null default 0
    )`.execute(db);
  await sql`create index api_key_of_company on api_key (company_id, id)`.execute(db);
  await sql`create index api_key_of_user on api_key (user_id)`.execute(db);
}
