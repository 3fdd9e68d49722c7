import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Switches a company's sign-in off, which gives all members their passwords back. @returns whether it was on */
export async function switchOff(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const off = await db
    .updateTable("company_sign_in")
    .set({ is_on: false, password_account_id: null })
    .where("company_id", "=", companyId)
    .where("is_on", "=", true)
    .returning("company_id")
    .executeTakeFirst();
  return off !== undefined;
}

/** Whether the company has proved a domain. */
export async function hasProvedDomain(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom("company_domain")
    .select("id")
    .where("company_id", "=", companyId)
    .where("proved_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
