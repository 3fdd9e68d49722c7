import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { PlaceRow } from "./places.ts";
import { placeCorrections } from "./world-corrections.ts";

/** Changes with the packages and with `world-corrections.ts`: a start loads what is new since. */
export const WORLD_EDITION = "sea-ports 0.0.9, airport-data-js 4.0.0, corrections 3";

/**
 * Ports and airports of the world beside our own list. Reads the packages only if this edition was not loaded before. A row
 * that exists stays as it is: ours, the operator's, or the desk's.
 */
export async function loadWorldPlaces(db: Kysely<Database>): Promise<void> {
  if (await isLoaded(db)) return;
  const rows = await readInWorker();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fairlead reference data'))`.execute(trx);
    await sql`
      insert into place
        (code, kind, un_locode, name, name_zh, country_code, time_zone, latitude, longitude, is_well_known)
      select code, kind, un_locode, name, name_zh, country_code, time_zone, latitude, longitude, false
      from json_populate_recordset(null::place, ${JSON.stringify(rows)}::json)
      on conflict (code) do nothing`.execute(trx);
    for (const [code, { formerName }] of Object.entries(placeCorrections)) {
      const row = formerName && rows.find((each) => each.code === code);
      if (!row) continue;
      const { name, name_zh, time_zone, latitude, longitude } = row;
      await trx
        .updateTable("place")
        .set({ name, name_zh, time_zone, latitude, longitude })
        .where("code", "=", code)
        .where("name", "=", formerName)
        .execute();
    }
    await trx
      .insertInto("reference_edition")
      .values({ name: "places", edition: WORLD_EDITION })
      .onConflict((oc) => oc.column("name").doUpdateSet({ edition: WORLD_EDITION, loaded_at: sql`now()` }))
      .execute();
  });
}

async function isLoaded(db: Kysely<Database>): Promise<boolean> {
  const storedEdition = await db
    .selectFrom("reference_edition")
    .select("edition")
    .where("name", "=", "places")
    .executeTakeFirst();
  return storedEdition?.edition === WORLD_EDITION;
}

// A thread of its own: unpacking would block all calls for 300 ms, and its memory is given back afterwards.
async function readInWorker(): Promise<PlaceRow[]> {
  const worker = new Worker(new URL("./world-places-worker.ts", import.meta.url));
  try {
    // Under `node --watch` the thread first reports what it imports.
    for await (const [message] of on(worker, "message")) if (Array.isArray(message)) return message;
    throw new Error("The thread has read no places");
  } finally {
    await worker.terminate();
  }
}
