import { type Kysely, sql } from "kysely";

/**
 * How far the demonstration has been played, and the quotes and bookings that it continues. Empty without a
 * demonstration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Its shipments by their numbers, and the moment of seeding from which they are made again.
    create table demo_part (
      first integer primary key,
      past integer not null,
      seeded_at timestamptz not null
    );
    create table demo_clock (
      is_only boolean primary key default true check (is_only),
      told_until timestamptz not null
    );
    create table demo_subject (
      kind text not null check (kind in ('quote', 'booking')),
      index integer not null,
      subject_id bigint not null,
      version integer not null,
      ends_at timestamptz not null,
      primary key (kind, index)
    );

    -- A demonstration that is there already was seeded 700 days after its companies are said to have come.
    insert into demo_part (first, past, seeded_at)
    select 0, least(2000, (select count(*)::int from shipment s join company o on o.id = s.company_id
      where o.code like 'DEMO-%' and s.before_events is not null)), c.created_at + interval '700 days'
    from company c where c.code = 'DEMO-MERIDIAN';
    insert into demo_clock (told_until) select seeded_at from demo_part;
  `.execute(db);
}
