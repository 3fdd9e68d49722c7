import type { Kysely } from "kysely";
import { sql } from "kysely";

export const staysForOlder = true;

/**
 * A rate's place that is the name of a port and an airport was kept as one of the two whatever the mode; since then the mode
 * decides, for rates and requests alike.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["origin", "destination"])
    await sql`
      update rate r set ${sql.ref(`${column}_key`)} = right_one.code
      from place kept join place right_one
        on right_one.is_well_known and (right_one.kind = 'AIRPORT') <> (kept.kind = 'AIRPORT')
        and (right_one.name = kept.name or right_one.name_zh = kept.name_zh)
      where kept.code = r.${sql.ref(`${column}_key`)} and (kept.kind = 'AIRPORT') <> (r.mode = 'AIR')
        and lower(btrim(r.${sql.ref(column)})) in (lower(right_one.name), lower(right_one.name_zh))`.execute(
      db,
    );
}
