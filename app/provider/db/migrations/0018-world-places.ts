import { type Kysely, sql } from "kysely";

/**
 * Places of the whole world beside our own list, places that the desk adds, and the search of all of them by code and by
 * name in both languages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table place
      -- A place of our own list or the operator's: found before others of the same name.
      add column is_well_known boolean not null default true,
      -- Set where a person added it, by a call or by the command (then without a name).
      add column added_at timestamptz,
      add column added_by bigint references app_user on delete set null;

    -- Which data of which packages was loaded last, so that a start reads them only once.
    create table reference_edition (
      name text primary key,
      edition text not null,
      loaded_at timestamptz not null default now()
    );

    -- Words of a name as people type them: without accents, and for Chinese also from each character on, so that 浦东 finds
    -- 上海浦东.
    create function place_words(name text, name_zh text) returns tsvector language sql immutable parallel safe as $$
      select to_tsvector('simple', regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'))
        || case when name_zh = name then ''::tsvector else
          (select coalesce(array_to_tsvector(array_agg(distinct substr(name_zh, i))), ''::tsvector)
            from generate_series(1, length(name_zh)) as i) end
    $$;
    create index place_words_key on place using gin (place_words(name, name_zh));
    create index place_un_locode on place (un_locode);
  `.execute(db);
}
