import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** The forwarder's own role, which a customer's member never gets. */
const STAFF_ROLE = "desk";

/** Roles that people of the company can be given. */
export function rolesFor(
  db: Kysely<Database>,
  { companyId, isForwarder }: { companyId: string; isForwarder: boolean },
) {
  return db
    .selectFrom("role")
    .where((eb) => eb.or([eb("company_id", "is", null), eb("company_id", "=", companyId)]))
    .$if(!isForwarder, (query) => query.where("code", "<>", STAFF_ROLE));
}
