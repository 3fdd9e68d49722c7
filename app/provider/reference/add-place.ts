import type { Kysely } from "kysely";
import type { PlaceFields } from "#app/contract/place.ts";
import type { Database } from "../db/schema.ts";

/**
 * Adds a place that somebody of the forwarder entered; its fields are checked (`lib/place-fields.ts`).
 * @param by the person's id; null for the command
 * @returns false when the code is known already
 */
export async function addPlace(
  db: Kysely<Database>,
  fields: PlaceFields,
  { by, now }: { by: string | null; now: Date },
): Promise<boolean> {
  const { code, kind, name, nameZh, countryCode, timeZone, latitude, longitude } = fields;
  const added = await db
    .insertInto("place")
    .values({
      code,
      kind,
      name,
      latitude,
      longitude,
      un_locode: kind === "AIRPORT" ? null : code,
      name_zh: nameZh,
      country_code: countryCode,
      time_zone: timeZone,
      added_at: now,
      added_by: by,
    })
    .onConflict((oc) => oc.column("code").doNothing())
    .returning("code")
    .executeTakeFirst();
  return added !== undefined;
}
