import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buttonCodes, menuUrls } from "#app/contract/access.ts";
import { unLocodeOf } from "#app/lib/un-locode.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import * as roleGrants from "#app/provider/db/migrations/0008-role-grants.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { carriers, oceanCarriers } from "#app/provider/reference/carriers.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { places } from "#app/provider/reference/places.ts";
import { vessels } from "#app/provider/reference/vessels.ts";
import { blankDatabase, type TestDatabase, testDatabase } from "#tests/support/database.ts";

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

  test("no code stands for two things", () => {
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

  const menusOf = async (code: string) =>
    (
      await database.db
        .selectFrom("role")
        .innerJoin("role_menu", "role_menu.role_id", "role.id")
        .innerJoin("menu", "menu.id", "role_menu.menu_id")
        .select(["menu.name", "menu.menu_flag"])
        .where("role.code", "=", code)
        .orderBy("menu.sort")
        .execute()
    ).map(({ name }) => name);

  test("gives roles the menus and buttons that the accounts need", async () => {
    expect(await menusOf("admin")).toEqual([...Object.keys(menuUrls), ...buttonCodes]);
    expect(await menusOf("viewer")).toEqual(["DASHBOARD", "SHIPMENTS", "TRACKING", "ACCOUNT", "PROFILE"]);
    expect(await menusOf("booker")).toEqual([
      ...["DASHBOARD", "BOOKING", "SHIPMENTS", "DOCUMENT"],
      ...["MessageCenter", "BOOKSHIPMENT", "TEONLINEBOOKING"],
    ]);
  });

  test("leaves alone what an operator changed", async () => {
    const { db } = database;
    await db.updateTable("place").set({ name: "Port of Shanghai" }).where("code", "=", "CNSHA").execute();
    await db
      .deleteFrom("role_menu")
      .where("role_id", "in", (query) => query.selectFrom("role").select("id").where("code", "=", "finance"))
      .execute();
    await loadReference(db);
    const place = await db.selectFrom("place").select("name").where("code", "=", "CNSHA").executeTakeFirst();
    expect(place?.name).toBe("Port of Shanghai");
    expect(await menusOf("finance")).toEqual([]);
    expect(await menusOf("operator")).not.toEqual([]);
  });

  test("gives roles that were there before what this version adds, and nothing that an operator took away", async () => {
    const { db } = database;
    const operator = db.selectFrom("role").select("id").where("code", "=", "operator");
    // The state left by a version that had neither the button nor the call.
    const added = ["REQUESTQUOTE", "/shipment/export"];
    await db.deleteFrom("role_grant").where("role_id", "in", operator).where("name", "in", added).execute();
    await db.deleteFrom("role_resource").where("role_id", "in", operator).execute();
    await db
      .deleteFrom("role_menu")
      .where("role_id", "in", operator)
      .where(
        "menu_id",
        "in",
        db.selectFrom("menu").select("id").where("name", "in", ["REQUESTQUOTE", "QUOTES"]),
      )
      .execute();
    await loadReference(db);
    expect(await menusOf("operator")).toContain("REQUESTQUOTE");
    expect(await menusOf("operator")).not.toContain("QUOTES");
    const urls = await db
      .selectFrom("role_resource")
      .select("url")
      .where("role_id", "in", operator)
      .execute();
    expect(urls).toEqual([{ url: "/shipment/export" }]);
  });
});

test("a database of the version before roles had a book comes to the same rights as a new one", async () => {
  const { connection, drop } = await blankDatabase();
  const { db, close } = openDatabase(connection, { isUnhurried: true });
  const fresh = await testDatabase();
  try {
    await loadReference(fresh.db);
    await migrate(connection);
    await loadReference(db);
    // The state before the migration, with the roles of that version.
    await sql`drop table role_grant`.execute(db);
    await sql`drop trigger role_menu_lost on role_menu`.execute(db);
    await sql`drop function tell_messages_lost`.execute(db);
    await db.deleteFrom("role_menu").where("role_id", "in", roleNamed(db, "finance")).execute();
    await roleGrants.up(db as unknown as Kysely<unknown>);
    await loadReference(db);
    expect(await rightsIn(db, "finance")).not.toContain("BILLING");
    for (const code of ["admin", "operator", "booker", "viewer", "desk"])
      expect([code, await rightsIn(db, code)]).toEqual([code, await rightsIn(fresh.db, code)]);
    expect(await grantsIn(db)).toEqual(await grantsIn(fresh.db));
  } finally {
    await close();
    await fresh.drop();
    await drop();
  }
});

const roleNamed = (db: Kysely<Database>, code: string) =>
  db.selectFrom("role").select("id").where("code", "=", code);

async function rightsIn(db: Kysely<Database>, code: string): Promise<string[]> {
  const menus = await db
    .selectFrom("role_menu")
    .innerJoin("menu", "menu.id", "role_menu.menu_id")
    .select("menu.name")
    .where("role_id", "in", roleNamed(db, code))
    .execute();
  const urls = await db
    .selectFrom("role_resource")
    .select("url")
    .where("role_id", "in", roleNamed(db, code))
    .execute();
  return [...menus.map(({ name }) => name), ...urls.map(({ url }) => url)].sort();
}

async function grantsIn(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom("role_grant")
    .innerJoin("role", "role.id", "role_grant.role_id")
    .select(["role.code", "role_grant.name"])
    .execute();
  return rows.map(({ code, name }) => `${code} ${name}`).sort();
}

function offsetMinutes(timeZone: string): number {
  const january = new Date("2026-01-15T12:00:00Z");
  const shown = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(january)
    .find((part) => part.type === "timeZoneName")!.value;
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown)!;
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}
