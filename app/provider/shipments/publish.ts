import type { Kysely } from "kysely";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";

/** Lets the public search find a shipment of the own company, or no longer. False when it has no such shipment. */
export async function setPublic(
  db: Kysely<Database>,
  { companyId }: Scope,
  id: string,
  isPublic: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("shipment")
    .set({ is_public: isPublic })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
