import { type Kysely, sql } from "kysely";
import type { MenuName } from "#app/contract/access.ts";
import type { Database } from "../db/schema.ts";

const SHIPMENTS_MENU: MenuName = "SHIPMENTS";

/** Those of the people who may see shipments. */
export async function seersOfShipments(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
    where u.id = any(${[...userIds]}::bigint[]) and exists (
      select 1 from role_menu rm join menu m on m.id = rm.menu_id
      where rm.role_id = u.role_id and m.menu_flag = 1 and m.name = ${SHIPMENTS_MENU}
    )`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
