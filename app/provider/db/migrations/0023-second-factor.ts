import { type Kysely, sql } from "kysely";

/** One-time codes as a second step of signing in, and proofs within a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table company add column requires_second_factor boolean not null default false;

    -- When the holder of this session last proved who they are; null: not in this session.
    alter table auth_token add column proved_at timestamptz;

    create table second_factor (
      user_id bigint primary key references app_user on delete cascade,
      -- Sealed with a key that is not in the database.
      secret bytea not null,
      created_at timestamptz not null,
      -- Null until its first code was typed: up to then it is not asked for.
      confirmed_at timestamptz,
      -- The time step of the last code that counted: no code counts twice.
      last_step bigint not null default 0
    );

    create table recovery_code (
      user_id bigint not null references app_user on delete cascade,
      -- Keyed with a key that is not in the database.
      code_hash bytea not null,
      created_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    -- Sign-ins that wait for their second step.
    create table sign_in_challenge (
      token_hash bytea primary key,
      user_id bigint not null references app_user on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index sign_in_challenge_user on sign_in_challenge (user_id);
  `.execute(db);
}
