import airports from "airport-data-js";
import seaPorts from "sea-ports";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isCountryCode } from "#app/lib/country-code.ts";
import { placeFault } from "#app/lib/place-fields.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { loadWorldPlaces, WORLD_EDITION } from "#app/provider/reference/load-world.ts";
import { mainCode } from "#app/provider/reference/main-code.ts";
import { type PlaceRow, places } from "#app/provider/reference/places.ts";
import { droppedPlaces, inlandCodes, placeCorrections } from "#app/provider/reference/world-corrections.ts";
import { worldPlaces } from "#app/provider/reference/world-places.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const NOW = new Date("2026-01-15T12:00:00Z");
const OWN_COUNTRY_KM = 250;

let world: PlaceRow[];
beforeAll(async () => {
  world = await worldPlaces();
});

/** The same rows with ours over them, as a database has them. */
const shown = () => {
  const ours = new Map(places.map((place) => [place.code, place]));
  return world.map((place) => ours.get(place.code) ?? place);
};

describe("the places of the world", () => {
  test("are ports and airports by the thousand, each code once", () => {
    const count = (kind: PlaceRow["kind"]) => world.filter((place) => place.kind === kind).length;
    expect(count("PORT")).toBeGreaterThan(1_500);
    expect(count("AIRPORT")).toBeGreaterThan(4_000);
    expect(count("INLAND")).toBeGreaterThan(40);
    expect(new Set(world.map(({ code }) => code)).size).toBe(world.length);
  });

  test("have a code, a country, a zone and a position that agree", () => {
    const faults = shown().flatMap((place) => {
      const { code, kind, name, name_zh: nameZh, country_code: countryCode } = place;
      const { time_zone: timeZone, latitude, longitude } = place;
      if (timeZone === null || latitude === null || longitude === null) return [`${code} is not whole`];
      if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return [`${code} is nowhere`];
      const fields = { code, kind, name, nameZh, countryCode, timeZone, latitude, longitude };
      const found = placeFault(fields, NOW);
      return found ? [`${code} ${found.fault} ${timeZone} ${longitude}`] : [];
    });
    expect(faults).toEqual([]);
  });

  test("include no port that is far from every airport of its country", async () => {
    // Islands that are countries of their own in the list of airports only.
    const without = new Set(["GBGCI", "GPGUS", "MDGIU"]);
    const byCountry = Map.groupBy(await airports.findAirports({}), ({ country_code }) => country_code);
    const far = shown()
      .filter(({ kind, code }) => kind === "PORT" && !without.has(code))
      .filter(
        (port) =>
          !byCountry.get(port.country_code)?.some((airport) => distanceKm(port, airport) < OWN_COUNTRY_KM),
      );
    expect(far.map(({ code }) => code)).toEqual([]);
  });

  test("are corrected where the sources are wrong, and only there", () => {
    const dropped = Object.values(droppedPlaces).flat();
    expect(new Set(dropped).size).toBe(dropped.length);
    const isKnown = (code: string) => code in seaPorts.JSON || world.some((place) => place.code === code);
    expect(
      [...dropped, ...inlandCodes, ...Object.keys(placeCorrections)].filter((code) => !isKnown(code)),
    ).toEqual([]);
    expect(world.filter(({ code }) => dropped.includes(code))).toEqual([]);
    expect(Object.keys(placeCorrections).filter((code) => dropped.includes(code))).toEqual([]);
    for (const { code } of Object.values(placeCorrections))
      if (code)
        expect(isCountryCode(code.slice(0, 2)) && world.some((place) => place.code === code)).toBe(true);
  });
});

/** Ports of container lines that public lists of ports miss most. */
test.each(
  "CNQDG CNTAO KRBNP VNCMT LKHBA INHZA INMUN EGPSE EGSOK NGLKK QAHMD AEKHL SAKAC PECHY ECPSJ MXLZC COTRB TWTPE UAIZM KELAU OMDQM".split(
    " ",
  ),
)("%s is known", (code) => {
  expect(places.concat(world).filter((place) => place.code === mainCode(code))).not.toEqual([]);
});

describe("loading them", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await loadReference(database.db);
    // As when two processes start at once.
    await Promise.all([loadWorldPlaces(database.db), loadWorldPlaces(database.db)]);
  });
  afterAll(() => database.drop());
  const select = (code: string) =>
    database.db.selectFrom("place").selectAll().where("code", "=", code).executeTakeFirst();

  test("adds them beside ours, whose names, zones and positions stay", async () => {
    expect(await select("CNYTN")).toMatchObject({ name_zh: "盐田", longitude: 114.27, is_well_known: true });
    expect(await select("TRAMB")).toMatchObject({ name_zh: "安巴利", is_well_known: true });
    expect(await select("CLVAP")).toMatchObject({ name: "Valparaiso", kind: "PORT", is_well_known: false });
    expect(await select("KTM")).toMatchObject({ kind: "AIRPORT", country_code: "NP", un_locode: null });
    expect(await select("CNDAL")).toBeUndefined();
    const all = await database.db.selectFrom("place").select("code").execute();
    expect(all.length).toBe(new Set([...places, ...world].map(({ code }) => code)).size);
  });

  test("works under `node --watch` as well, which lets each thread report what it imports", async () => {
    const { db } = database;
    await db.deleteFrom("reference_edition").where("name", "=", "places").execute();
    await db.deleteFrom("place").where("code", "=", "CLVAP").execute();
    vi.stubEnv("WATCH_REPORT_DEPENDENCIES", "1");
    try {
      await loadWorldPlaces(db);
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await select("CLVAP")).toMatchObject({ name: "Valparaiso" });
  });

  test("is done once an edition, and leaves alone what an operator changed", { tags: "slow" }, async () => {
    const { db } = database;
    await db.updateTable("place").set({ name: "Valparaíso" }).where("code", "=", "CLVAP").execute();
    await db.deleteFrom("place").where("code", "=", "KTM").execute();
    await loadWorldPlaces(db);
    expect(await select("KTM")).toBeUndefined();
    await db.updateTable("reference_edition").set({ edition: "older" }).execute();
    await loadWorldPlaces(db);
    expect(await select("KTM")).toBeDefined();
    expect(await select("CLVAP")).toMatchObject({ name: "Valparaíso" });
    const [edition] = await db.selectFrom("reference_edition").select("edition").execute();
    expect(edition).toEqual({ edition: WORLD_EDITION });
  });

  test("gives a code that went to another place its new name and position, unless an operator gave it one", {
    tags: "slow",
  }, async () => {
    const { db } = database;
    const isTecho = { name: "Techo International Airport", latitude: 11.3622 };
    expect(await select("KTI")).toMatchObject(isTecho);
    const kratie = { name: "Kratie Airport", name_zh: "Kratie Airport", latitude: 12.5, longitude: 106.05 };
    for (const [before, after] of [
      [kratie, isTecho],
      [
        { ...kratie, name: "Our airfield" },
        { name: "Our airfield", latitude: 12.5 },
      ],
    ] as const) {
      await db.updateTable("place").set(before).where("code", "=", "KTI").execute();
      await db.updateTable("reference_edition").set({ edition: "older" }).execute();
      await loadWorldPlaces(db);
      expect(await select("KTI")).toMatchObject(after);
    }
  });

  test("gives only time zones that PostgreSQL knows", async () => {
    const { rows } = await database.pool.query(`
      select code, time_zone from place where not exists (
        select from pg_timezone_names z where z.name = place.time_zone)`);
    expect(rows).toEqual([]);
  });
});

function distanceKm(
  a: { latitude: number | null; longitude: number | null },
  b: { latitude: number; longitude: number },
): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(a.latitude!), radians(b.latitude)];
  const half = Math.sin((to - from) / 2) ** 2;
  const across = Math.cos(from) * Math.cos(to) * Math.sin(radians(b.longitude - a.longitude!) / 2) ** 2;
  return 12_742 * Math.asin(Math.sqrt(half + across));
}
