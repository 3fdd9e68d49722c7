import type { Kysely } from "kysely";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";

/**
 * Shows a shipment of the own company in the public search, or hides it. False when the company has no such
 * shipment.
 */
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
