import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buttonCodes, menuNames, menuUrls } from "#app/contract/access.ts";
import { type OpenDatabase, openDatabase } from "#app/provider/db/database.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import * as roleGrants from "#app/provider/db/migrations/0008-role-grants.ts";
import * as rights from "#app/provider/db/migrations/0017-rights.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { routes } from "#app/provider/http/server.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { blankDatabase, type TestDatabase, testDatabase } from "#tests/support/database.ts";

/** Menus and rights that the code declares, against the database that the migrations make; and what an operator made of it. */

const FILES = ["/shipment/export", "/shipment/document"];
/** What later migrations grant: a database from before them gets these as well. */
const LATER = ["/lastMile/proof"];
const PAPERS = ["/documents/file", "/documents/zip", "/documents/preview"];
const MEMBERS = ["accountUserList", "addUser", "editUser", "deleteUser", "getResetPwd"].map(
  (call) => `/portalUser/${call}`,
);

/** What each shared role of a new database holds. */
const RIGHTS: Record<string, readonly string[]> = {
  admin: [...menuNames, ...buttonCodes, ...FILES, ...LATER, ...PAPERS, "/shipment/publish", ...MEMBERS],
  operator: [
    ...menuNames.filter((name) => name !== "FREIGHTFORWARDER" && name !== "BILLING"),
    "MessageCenter",
    "REQUESTQUOTE",
    ...FILES,
    ...LATER,
    ...PAPERS,
    "/shipment/publish",
  ],
  finance: [
    "DASHBOARD",
    "SHIPMENTS",
    "BILLING",
    "ANALYTICS",
    "DOCUMENT",
    "ACCOUNT",
    "PROFILE",
    "MessageCenter",
    ...FILES,
    ...PAPERS,
  ],
  booker: [
    "DASHBOARD",
    "BOOKING",
    "SHIPMENTS",
    "DOCUMENT",
    "MessageCenter",
    "BOOKSHIPMENT",
    "TEONLINEBOOKING",
    ...FILES,
    ...PAPERS,
  ],
  viewer: ["DASHBOARD", "SHIPMENTS", "TRACKING", "ACCOUNT", "PROFILE"],
  desk: [...menuNames, "MessageCenter", ...FILES, ...LATER, ...PAPERS, "/dcsa/v3/events"],
};

interface MenuRow {
  name: string;
  menu_flag: 0 | 1;
  url: string | null;
}
const declaredMenus: MenuRow[] = [
  ...menuNames.map((name) => ({ name, menu_flag: 1 as const, url: menuUrls[name] })),
  ...buttonCodes.map((name) => ({ name, menu_flag: 0 as const, url: null })),
];

/** The migration that would bring what is missing, to be copied. */
function howToAdd(
  menus: readonly MenuRow[],
  grants: readonly (readonly [role: string, names: readonly string[]])[],
) {
  const number = String(Object.keys(migrations).length + 1).padStart(4, "0");
  const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
  const lines = [
    ...menus.map(
      ({ name, menu_flag, url }) =>
        `insert into menu (name, menu_flag, url, sort) values ('${name}', ${menu_flag}, ${url ? `'${url}'` : "null"}, <place in the header>);`,
    ),
    ...grants.map(([role, names]) => `select grant_once('${role}', ${quoted(names)});`),
  ];
  return `No migration brings this. Add app/provider/db/migrations/${number}-<topic>.ts with\n${lines.join("\n")}\n`;
}

async function menusIn(db: Kysely<Database>): Promise<MenuRow[]> {
  return db.selectFrom("menu").select(["name", "menu_flag", "url"]).orderBy("sort").execute();
}

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

describe("a new database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  test("holds the menus and buttons that the code names, in their order", async () => {
    const menus = await menusIn(database.db);
    const missing = declaredMenus.filter((menu) => !menus.some(({ name }) => name === menu.name));
    expect(missing, howToAdd(missing, [])).toEqual([]);
    expect(menus).toEqual(declaredMenus);
  });

  test("gives each shared role its rights", async () => {
    const roles = await database.db
      .selectFrom("role")
      .select("code")
      .where("company_id", "is", null)
      .execute();
    expect(roles.map(({ code }) => code).sort()).toEqual(Object.keys(RIGHTS).sort());
    const held: typeof RIGHTS = {};
    for (const role of Object.keys(RIGHTS)) held[role] = await rightsIn(database.db, role);
    const missing = Object.entries(RIGHTS).map(
      ([role, names]) => [role, names.filter((name) => !held[role]!.includes(name))] as const,
    );
    const lacking = missing.filter(([, names]) => names.length > 0);
    expect(lacking, howToAdd([], lacking)).toEqual([]);
    expect(held).toEqual(
      Object.fromEntries(Object.entries(RIGHTS).map(([role, names]) => [role, [...names].sort()])),
    );
  });

  test("gives the administrator every call that asks for its resource url", async () => {
    const asking = routes.flatMap(({ endpoint, needs }) => (needs?.resourceUrl ? [endpoint.path] : []));
    expect(asking).toContain("/shipment/publish");
    const held = await rightsIn(database.db, "admin");
    const missing = asking.filter((path) => !held.includes(path));
    expect(missing, howToAdd([], [["admin", missing]])).toEqual([]);
  });
});

describe("a database from before the migration", () => {
  let opened: OpenDatabase;
  let drop: () => Promise<void>;
  let db: Kysely<Database>;
  let connection: Awaited<ReturnType<typeof blankDatabase>>["connection"];

  async function migratedTo(name: string): Promise<void> {
    ({ connection, drop } = await blankDatabase());
    opened = openDatabase(connection, { isUnhurried: true });
    db = opened.db;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateTo(name);
    expect(error).toBeUndefined();
  }
  /** The starts of versions up to 0016 wrote what 0017 brings to a new database. */
  async function startAsBefore(): Promise<void> {
    await migratedTo("0016_stored_files");
    await rights.up(db as unknown as Kysely<unknown>);
    await sql`drop function grant_once`.execute(db);
  }
  const withoutLater = (names: readonly string[]) =>
    names.filter((name) => ![...LATER, ...PAPERS].some((later) => name.endsWith(later)));
  const takeMenu = (role: string, ...names: string[]) =>
    db
      .deleteFrom("role_menu")
      .where("role_id", "in", roleNamed(db, role))
      .where("menu_id", "in", db.selectFrom("menu").select("id").where("name", "in", names))
      .execute();
  const takeUrls = (role: string) =>
    db.deleteFrom("role_resource").where("role_id", "in", roleNamed(db, role)).execute();

  async function end(): Promise<void> {
    await opened.close();
    await drop();
  }

  test("keeps what its operator changed: rights taken away, roles added, menus moved", {
    tags: "slow",
  }, async () => {
    await startAsBefore();
    try {
      await takeMenu("finance", ...menuNames);
      await takeMenu("operator", "QUOTES");
      await takeUrls("booker");
      await db.updateTable("menu").set({ url: "/papers", sort: 5 }).where("name", "=", "DOCUMENT").execute();
      await sql`update role set name = 'Buchhaltung' where code = 'finance'`.execute(db);
      await sql`
        with added as (
          insert into role (code, name, name_zh) values ('planner', 'Planner', '计划员') returning id)
        insert into role_menu select added.id, menu.id from added, menu where menu.name = 'SHIPMENTS'`.execute(
        db,
      );
      const asItStood = async () => ({
        menus: await menusIn(db),
        roles: await db
          .selectFrom("role")
          .select(["id", "company_id", "code", "name", "name_zh"])
          .orderBy("code")
          .execute(),
        rights: await Promise.all(
          [...Object.keys(RIGHTS), "planner"].map(async (role) => [
            role,
            withoutLater(await rightsIn(db, role)),
          ]),
        ),
        grants: withoutLater(await grantsIn(db)),
      });
      const before = await asItStood();
      await migrate(connection);
      expect(await asItStood()).toEqual(before);
      // And every start after it.
      await loadReference(db);
      expect(await asItStood()).toEqual(before);
      expect(await rightsIn(db, "finance")).toEqual(["MessageCenter", ...FILES, ...PAPERS].sort());
      expect(await rightsIn(db, "planner")).toEqual(["SHIPMENTS"]);
    } finally {
      await end();
    }
  });

  test("gets the rights that a version adds, and none that an operator removed", async () => {
    await startAsBefore();
    try {
      // As a version left it that knew neither the button nor the call.
      const added = ["REQUESTQUOTE", "/shipment/export"];
      await db
        .deleteFrom("role_grant")
        .where("role_id", "in", roleNamed(db, "operator"))
        .where("name", "in", added)
        .execute();
      await takeUrls("operator");
      await takeMenu("operator", "REQUESTQUOTE", "QUOTES");
      await migrate(connection);
      const held = await rightsIn(db, "operator");
      expect(held).toContain("REQUESTQUOTE");
      expect(held).not.toContain("QUOTES");
      expect(held.filter((name) => name.startsWith("/")).sort()).toEqual(
        [...LATER, ...PAPERS, "/shipment/export"].sort(),
      );
    } finally {
      await end();
    }
  });

  test("gets the same rights as a new one when no grants were recorded yet", { tags: "slow" }, async () => {
    await migratedTo("0017_rights");
    const fresh = await testDatabase();
    try {
      // Back to the version before 0008, with its roles as it gave them.
      await sql`drop table role_grant`.execute(db);
      await sql`drop trigger role_menu_lost on role_menu`.execute(db);
      await sql`drop function tell_messages_lost, grant_once`.execute(db);
      await sql`delete from role_resource where url = '/shipment/publish'`.execute(db);
      await takeMenu("finance", ...menuNames, ...buttonCodes);
      for (const { up } of [roleGrants, rights]) await up(db as unknown as Kysely<unknown>);
      await migrate(connection);
      expect(await rightsIn(db, "finance")).not.toContain("BILLING");
      for (const code of ["admin", "operator", "booker", "viewer", "desk"])
        expect([code, await rightsIn(db, code)]).toEqual([code, await rightsIn(fresh.db, code)]);
      expect(await grantsIn(db)).toEqual(await grantsIn(fresh.db));
    } finally {
      await fresh.drop();
      await end();
    }
  });
});
