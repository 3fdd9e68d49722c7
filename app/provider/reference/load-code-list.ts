import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { PlaceRow } from "./places.ts";
import { loadZoneRules } from "./zone-rules.ts";

const ROWS_AT_ONCE = 5_000;

/**
 * Adds places of UN/LOCODE's code list, and changes those that an earlier edition added. Any other row stays as it is: ours,
 * the packages', the desk's. Places that a later edition lacks stay, since shipments refer to them.
 * @param edition the files that it came from
 */
export async function loadCodeList(
  db: Kysely<Database>,
  places: readonly PlaceRow[],
  edition: string,
): Promise<{ added: number; changed: number; noZone: number }> {
  const zones = await zonesOfDatabase(db);
  const known = places.filter(({ time_zone }) => zones.has(time_zone!));
  let [added, changed] = [0, 0];
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fairlead reference data'))`.execute(trx);
    for (let start = 0; start < known.length; start += ROWS_AT_ONCE) {
      const rows = await write(trx, known.slice(start, start + ROWS_AT_ONCE));
      const fresh = rows.filter(({ is_new }) => is_new).length;
      added += fresh;
      changed += rows.length - fresh;
    }
    await trx
      .insertInto("reference_edition")
      .values({ name: "un-locode", edition })
      .onConflict((oc) => oc.column("name").doUpdateSet({ edition, loaded_at: sql`now()` }))
      .execute();
    // Their zones are compared with Node's as at a start.
    await trx.deleteFrom("reference_edition").where("name", "=", "zones").execute();
  });
  await loadZoneRules(db);
  return { added, changed, noZone: places.length - known.length };
}

async function write(db: Kysely<Database>, rows: PlaceRow[]): Promise<{ is_new: boolean }[]> {
  const written = await sql<{ is_new: boolean }>`
    insert into place (code, kind, un_locode, name, name_zh, country_code, time_zone, latitude, longitude, is_well_known,
      is_from_code_list)
    select code, kind, un_locode, name, name_zh, country_code, time_zone, latitude, longitude, false, true
    from json_populate_recordset(null::place, ${JSON.stringify(rows)}::json)
    on conflict (code) do update set kind = excluded.kind, name = excluded.name, name_zh = excluded.name_zh,
      time_zone = excluded.time_zone, latitude = excluded.latitude, longitude = excluded.longitude
    where place.is_from_code_list and (place.kind, place.name, place.time_zone, place.latitude, place.longitude)
      is distinct from (excluded.kind, excluded.name, excluded.time_zone, excluded.latitude, excluded.longitude)
    returning xmax = 0 as is_new`.execute(db);
  return written.rows;
}

/** A release of PostgreSQL may lack a zone that is new. */
async function zonesOfDatabase(db: Kysely<Database>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
