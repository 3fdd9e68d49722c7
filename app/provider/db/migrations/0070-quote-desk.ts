import { type Kysely, sql } from "kysely";

/** What the forwarder's desk keeps of quotes: costs and unsent prices apart from what customers read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quote add column withdrawn_at timestamptz, add column withdraw_reason text;
    -- Earlier quotes of the same lane.
    create index quote_lane on quote (freight_mode, lower(btrim(request ->> 'origin')),
      lower(btrim(request ->> 'destination')), requested_at desc);

    -- In a table of its own, so that no query of an option reads it along.
    create table quote_option_cost (
      option_id bigint not null references quote_option on delete cascade,
      -- Of the line in the option.
      position smallint not null,
      cost numeric(18, 6) not null check (cost >= 0),
      primary key (option_id, position)
    );

    create table quote_draft (
      quote_id bigint primary key references quote on delete cascade,
      version integer not null,
      -- As typed.
      options jsonb not null,
      saved_by bigint references app_user on delete set null,
      saved_by_name text not null,
      saved_at timestamptz not null
    );
  `.execute(db);
}
