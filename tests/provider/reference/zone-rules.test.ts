import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, offsetMinutesOf } from "#app/lib/date-time.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { loadWorldPlaces } from "#app/provider/reference/load-world.ts";
import { loadZoneRules } from "#app/provider/reference/zone-rules.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await loadReference(database.db);
  await loadWorldPlaces(database.db);
  await loadZoneRules(database.db);
});
afterAll(() => database.drop());

const etaLocal = async (id: string) => {
  const { rows } = await sql<{ local: string }>`
    select to_char(eta_local, 'YYYY-MM-DD HH24:MI') as local from shipment where id = ${id}`.execute(
    database.db,
  );
  return rows[0]!.local;
};

test("every zone of a place reads in SQL as it does on pages, summer and winter, for ten years", {
  tags: "slow",
}, async () => {
  const { db } = database;
  const places = await db.selectFrom("place").select("time_zone").distinct().execute();
  const zones = places.flatMap(({ time_zone }) => time_zone ?? []);
  const moments = Array.from(
    { length: 120 },
    (_, index) => new Date(Date.UTC(2024, 0, 1) + index * 29 * DAY_MS),
  );
  const { rows } = await sql<{ zone: string; at: Date; minutes: number }>`
    select zone, at, (extract(epoch from local_time(at, zone) - (at at time zone 'UTC')) / 60)::int as minutes
    from unnest(${zones}::text[]) zone cross join unnest(${moments}::timestamptz[]) at`.execute(db);
  expect(rows.length).toBe(zones.length * moments.length);
  const others = rows.filter(({ zone, at, minutes }) => offsetMinutesOf(at, zone) !== minutes);
  expect(others).toEqual([]);
});

test("local dates are written anew when a zone's rules change, and once for each release", {
  tags: "slow",
}, async () => {
  const { db } = database;
  const company = await db
    .insertInto("company")
    .values({ code: "ZONES", name: "Zones", is_forwarder: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await makeShipment(db, company.id, {
    house_number: "Z-1",
    port_of_arrival: "YYC",
    eta: new Date("2026-12-10T06:30:00Z"),
  });
  expect(await etaLocal(id)).toBe("2026-12-10 00:30");
  // As data of another release would have it.
  await db.deleteFrom("zone_rule").execute();
  const from_at = new Date("2024-01-01T00:00:00Z");
  await db
    .insertInto("zone_rule")
    .values({ zone: "America/Edmonton", from_at, offset_minutes: -420 })
    .execute();
  await sql`select write_local_dates('YYC', 'America/Edmonton')`.execute(db);
  expect(await etaLocal(id)).toBe("2026-12-09 23:30");
  await loadZoneRules(db);
  expect(await etaLocal(id)).toBe("2026-12-09 23:30");
  await db.updateTable("reference_edition").set({ edition: "older" }).where("name", "=", "zones").execute();
  await loadZoneRules(db);
  expect(await etaLocal(id)).toBe("2026-12-10 00:30");
});
