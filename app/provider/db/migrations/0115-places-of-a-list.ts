import { type Kysely, sql } from "kysely";

export const staysForOlder = true;

/**
 * Whether a place was loaded from UN/LOCODE's code list (`npm run place:list`): a later edition changes these rows and no others.
 * Airports of Xinjiang have Beijing's time, by which airlines publish; the packages had the region's own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table place add column is_from_code_list boolean not null default false;
    create function place_plain_name(name text) returns text language sql immutable parallel safe as $$
      select regexp_replace(normalize(lower(name), nfd), '[\u0300-\u036f]', '', 'g')
    $$;
    create index place_listed_name on place (place_plain_name(name)) where is_from_code_list;
    update place set time_zone = 'Asia/Shanghai' where country_code = 'CN' and time_zone = 'Asia/Urumqi'`.execute(
    db,
  );
}
