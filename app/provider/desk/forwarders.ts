import type { z } from "zod";
import { ADMIN_ROLE, DESK_ROLE } from "#app/contract/access.ts";
import type { forwarderList } from "#app/contract/forwarder.ts";
import type { CallerContext } from "../call/context.ts";

/** People of a forwarder that are named. */
const CONTACTS_MAX = 100;

/** The forwarders of this provider with the people of their desks; never their addresses. */
export async function listForwarders({
  db,
  caller,
}: Pick<CallerContext, "db" | "caller">): Promise<z.input<typeof forwarderList.response>> {
  const forwarders = await db
    .selectFrom("company")
    .select(["id", "name", "address", "city", "state", "country_code", "customer_service"])
    .where("is_forwarder", "=", true)
    .orderBy("name")
    .execute();
  const people = await db
    .selectFrom("app_user as u")
    .innerJoin("company as c", "c.id", "u.company_id")
    .innerJoin("role as r", "r.id", "u.role_id")
    .leftJoin("department as d", "d.id", "u.department_id")
    .select(["u.id", "u.name", "u.company_id", "d.name as department"])
    .where("c.is_forwarder", "=", true)
    .where("u.status", "=", "ACTIVE")
    .where("r.code", "in", [DESK_ROLE, ADMIN_ROLE])
    .orderBy("d.name")
    .orderBy("u.name")
    .orderBy("u.id")
    .limit(CONTACTS_MAX)
    .execute();
  const own = await db
    .selectFrom("company")
    .select("customer_service")
    .where("id", "=", caller.companyId)
    .executeTakeFirst();
  return {
    forwarders: forwarders.map((row) => ({
      id: row.id,
      name: row.name,
      address: row.address,
      city: row.city,
      state: row.state,
      countryCode: row.country_code,
      customerService: own?.customer_service ?? row.customer_service,
      contacts: people
        .filter(({ company_id }) => company_id === row.id)
        .map(({ id, name, department }) => ({ userId: id, name, department })),
    })),
  };
}
