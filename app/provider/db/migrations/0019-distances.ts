import { type Kysely, sql } from "kysely";

/** How far two places are apart by sea, by air and by land, and along which line: computed once for each pair. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table place_distance (
      way text not null check (way in ('SEA', 'AIR', 'LAND')),
      -- In the order of the alphabet: both directions are one row.
      from_code text not null references place on delete cascade on update cascade,
      to_code text not null references place on delete cascade on update cascade,
      km double precision not null check (km >= 0),
      -- Points of the line as [longitude, latitude], ends included; between two of them it is a great circle.
      line jsonb not null,
      -- The network and rules by which it was computed: another edition computes it again.
      edition text not null,
      computed_at timestamptz not null default now(),
      primary key (way, from_code, to_code),
      check (from_code < to_code)
    );
    create index place_distance_to_code on place_distance (to_code);

    -- A place that is moved has other distances.
    create function place_moved() returns trigger language plpgsql as $$
    begin
      delete from place_distance where from_code = old.code or to_code = old.code;
      return null;
    end
    $$;
    create trigger place_moved after update of latitude, longitude on place for each row
      when (old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude)
      execute function place_moved();
  `.execute(db);
}
