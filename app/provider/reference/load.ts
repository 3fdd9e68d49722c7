import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { buttonCodes, menuNames, menuUrls, roles } from "./access.ts";
import { carriers } from "./carriers.ts";
import { places } from "./places.ts";
import { vessels } from "./vessels.ts";

/**
 * Places, carriers, vessels, menus and shared roles: what every database needs, an operator's too. Runs after the
 * migrations at each start, in one transaction under a lock of its own, so that several processes can start at once.
 * A row that exists keeps what an operator changed about a place, carrier or vessel; a role keeps the menus that it
 * was given, and only a new role gets those of this list.
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

    const menuRows = [
      ...menuNames.map((name, index) => ({
        name: name as string,
        menu_flag: 1 as const,
        url: menuUrls[name] as string | null,
        sort: (index + 1) * 10,
      })),
      ...buttonCodes.map((name, index) => ({
        name: name as string,
        menu_flag: 0 as const,
        url: null,
        sort: 1000 + index * 10,
      })),
    ];
    await trx
      .insertInto("menu")
      .values(menuRows)
      .onConflict((oc) => oc.columns(["name", "menu_flag"]).doNothing())
      .execute();
    const newRoles = await trx
      .insertInto("role")
      .values(roles.map(({ code, name, nameZh }) => ({ company_id: null, code, name, name_zh: nameZh })))
      .onConflict((oc) => oc.columns(["company_id", "code"]).doNothing())
      .returning(["id", "code"])
      .execute();
    if (newRoles.length === 0) return;

    const menus = await trx.selectFrom("menu").select(["id", "name", "menu_flag"]).execute();
    const menuId = new Map(menus.map(({ id, name, menu_flag }) => [`${menu_flag} ${name}`, id]));
    const seedOf = new Map(roles.map((role) => [role.code, role]));
    await trx
      .insertInto("role_menu")
      .values(
        newRoles.flatMap(({ id: role_id, code }) => {
          const role = seedOf.get(code)!;
          return [
            ...role.menus.map((name) => ({ role_id, menu_id: menuId.get(`1 ${name}`)! })),
            ...role.buttons.map((name) => ({ role_id, menu_id: menuId.get(`0 ${name}`)! })),
          ];
        }),
      )
      .execute();
    const urls = newRoles.flatMap(({ id: role_id, code }) =>
      seedOf.get(code)!.resourceUrls.map((url) => ({ role_id, url })),
    );
    if (urls.length > 0) await trx.insertInto("role_resource").values(urls).execute();
  });
}
