import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { PlaceNames } from "../reference/place-names.ts";

/** The name and the offset with which events of a shipment came from a place that we do not know. */
interface StatedPlace {
  shipment_id: string;
  place_code: string;
  location_name: string | null;
  utc_offset: string | null;
}

/**
 * Places of a shipment's milestones: of an unknown one the name and the offset of its newest event, as its page shows them.
 * Asks the database only where a place is unknown.
 */
export async function placesOfShipments(
  db: Kysely<Database>,
  places: PlaceNames,
  milestones: readonly { id: string; placeCode: string | null | undefined }[],
): Promise<(id: string) => PlaceNames> {
  const unknown = milestones.filter(({ placeCode }) => placeCode && places.of(placeCode).timeZone === null);
  if (unknown.length === 0) return () => places;
  const { rows } = await sql<StatedPlace>`
    select distinct on (l.shipment_id, e.place_code) l.shipment_id, e.place_code, e.location_name, e.utc_offset
    from unnest(${unknown.map(({ id }) => id)}::bigint[], ${unknown.map(({ placeCode }) => placeCode!)}::text[]) u (id, code)
    join event_shipment l on l.shipment_id = u.id
    join event e on e.event_id = l.event_id and e.place_code = u.code
    order by l.shipment_id, e.place_code, e.received_at desc, e.event_id`.execute(db);
  const stated = new Map(rows.map((row) => [`${row.shipment_id} ${row.place_code}`, row]));
  return (id) => ({
    of: places.of,
    orNull(code, givenName) {
      const ofEvent = stated.get(`${id} ${code}`);
      const place = places.orNull(code, givenName ?? ofEvent?.location_name);
      return place && { ...place, timeZone: place.timeZone ?? ofEvent?.utc_offset ?? null };
    },
  });
}
