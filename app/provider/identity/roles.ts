import type { Kysely } from "kysely";
import { DESK_ROLE } from "#app/contract/access.ts";
import type { Database } from "../db/schema.ts";

/** Roles that people of the company can be given: a customer's member never gets the forwarder's own. */
export function rolesFor(
  db: Kysely<Database>,
  { companyId, isForwarder }: { companyId: string; isForwarder: boolean },
) {
  return db
    .selectFrom("role")
    .where((eb) => eb.or([eb("company_id", "is", null), eb("company_id", "=", companyId)]))
    .$if(!isForwarder, (query) => query.where("code", "<>", DESK_ROLE));
}
