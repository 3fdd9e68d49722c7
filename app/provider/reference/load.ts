import { type Kysely, sql } from "kysely";
import { buttonCodes, menuNames, menuUrls } from "#app/contract/access.ts";
import type { Database } from "../db/schema.ts";
import { roles } from "./access.ts";
import { carriers } from "./carriers.ts";
import { places } from "./places.ts";
import { vessels } from "./vessels.ts";

/**
 * Places, carriers, vessels, menus and shared roles: what every database needs, an operator's too. Runs after the
 * migrations at each start, in one transaction under a lock of its own, so that several processes can start at once.
 * A row that exists keeps what an operator changed about a place, carrier or vessel. A role is given each right of its
 * list once (`role_grant`): what a version adds reaches existing databases, and what an operator took away stays away.
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
    await trx
      .insertInto("role")
      .values(roles.map(({ code, name, nameZh }) => ({ company_id: null, code, name, name_zh: nameZh })))
      .onConflict((oc) => oc.columns(["company_id", "code"]).doNothing())
      .execute();
    await grantRights(trx);
  });
}

/** Gives each shared role what it has never been given: all to a new one, to an old one what this version adds. */
async function grantRights(trx: Kysely<Database>): Promise<void> {
  for (const { code, menus, buttons, resourceUrls } of roles) {
    const listed = [...menus, ...buttons, ...resourceUrls];
    await sql`
      with granted as (
        insert into role_grant (role_id, name)
        select r.id, x.name from role r, unnest(${listed}::text[]) x (name)
        where r.company_id is null and r.code = ${code}
        on conflict do nothing returning role_id, name
      ), opened as (
        insert into role_menu (role_id, menu_id)
        select g.role_id, m.id from granted g join menu m on m.name = g.name on conflict do nothing
      )
      insert into role_resource (role_id, url)
      select role_id, name from granted where name like '/%' on conflict do nothing`.execute(trx);
  }
}
