import type { Kysely } from "kysely";
import { CODE_INVALID } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

/** @throws Refusal CODE_INVALID for a company that is not there, or is the forwarder itself */
export async function requireCompany(db: Kysely<Database>, id: string): Promise<void> {
  const company = await db
    .selectFrom("company")
    .select("is_forwarder")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!company || company.is_forwarder) throw new Refusal(CODE_INVALID, "customerUnknown");
}
