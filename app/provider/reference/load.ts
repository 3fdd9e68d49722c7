import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { carriers } from "./carriers.ts";
import { emissionFactors } from "./emission-factors.ts";
import { places } from "./places.ts";
import { vessels } from "./vessels.ts";

/**
 * Places, carriers, vessels and factors of emissions: what every database needs, an operator's too. Runs after the migrations at each start, in
 * one transaction under a lock of its own, so that several processes can start at once. A row that exists keeps what an
 * operator changed. Menus, roles and rights are no reference data: they come by migrations alone.
 */
export async function loadReference(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fairlead reference data'))`.execute(trx);

    await trx
      .insertInto("place")
      .values(places)
      .onConflict((oc) => oc.column("code").doNothing())
      .execute();
    await trx
      .insertInto("carrier")
      .values(carriers)
      .onConflict((oc) => oc.column("code").doNothing())
      .execute();
    await trx
      .insertInto("vessel")
      .values(vessels)
      .onConflict((oc) => oc.column("imo").doNothing())
      .execute();
    await trx
      .insertInto("emission_factor")
      .values(emissionFactors)
      .onConflict((oc) => oc.column("code").doNothing())
      .execute();
  });
}
