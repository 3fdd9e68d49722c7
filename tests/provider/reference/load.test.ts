import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unLocodeOf } from "#app/lib/un-locode.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import { carriers, oceanCarriers } from "#app/provider/reference/carriers.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { places } from "#app/provider/reference/places.ts";
import { vessels } from "#app/provider/reference/vessels.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

describe("the lists", () => {
  test("places are whole", () => {
    for (const place of places) {
      expect(unLocodeOf(place.un_locode)).toBe(place.un_locode);
      expect(place.country_code).toBe(place.un_locode!.slice(0, 2));
      expect(place.code).toMatch(place.kind === "AIRPORT" ? /^[A-Z]{3}$/ : /^[A-Z]{2}[A-Z2-9]{3}$/);
      expect(place.name_zh).toMatch(/\p{Script=Han}/u);
      expect(() => new Intl.DateTimeFormat("en", { timeZone: place.time_zone! })).not.toThrow();
      // Solar time, from which a zone differs by some hours: a longitude with the wrong sign fails.
      const minutes = offsetMinutes(place.time_zone!);
      expect(Math.abs(place.longitude! / 15 - minutes / 60), place.code).toBeLessThan(3);
      expect(Math.abs(place.latitude!)).toBeLessThan(65);
    }
  });

  test("every code is unique", () => {
    for (const codes of [
      places.map((place) => place.code),
      carriers.map((carrier) => carrier.code),
      vessels.map((vessel) => vessel.imo),
      carriers.flatMap((carrier) => carrier.awb_prefix ?? []),
      oceanCarriers.flatMap((carrier) => carrier.prefixes),
    ]) {
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  test("every vessel has a valid IMO number and a carrier", () => {
    const codes: string[] = oceanCarriers.map((carrier) => carrier.code);
    for (const vessel of vessels) {
      expect(checkVesselImo(vessel.imo).status, vessel.name).toBe("valid");
      expect(codes).toContain(vessel.carrier_code);
    }
  });
});

describe("loading", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    // As when several processes start at once.
    await Promise.all([loadReference(database.db), loadReference(database.db), loadReference(database.db)]);
  });
  afterAll(() => database.drop());

  test("leaves alone what an operator changed", async () => {
    const { db } = database;
    await db.updateTable("place").set({ name: "Port of Shanghai" }).where("code", "=", "CNSHA").execute();
    await loadReference(db);
    const place = await db.selectFrom("place").select("name").where("code", "=", "CNSHA").executeTakeFirst();
    expect(place?.name).toBe("Port of Shanghai");
  });
});

function offsetMinutes(timeZone: string): number {
  const january = new Date("2026-01-15T12:00:00Z");
  const shown = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(january)
    .find((part) => part.type === "timeZoneName")!.value;
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown)!;
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}
