import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Prefix of the demonstration's company codes, which distinguishes them from an operator's companies. */
export const DEMO_PREFIX = "DEMO-";

/** Whether the database holds the demonstration. */
export async function hasDemo(db: Kysely<Database>): Promise<boolean> {
  const company = await db
    .selectFrom("company")
    .select("id")
    .where("code", "like", `${DEMO_PREFIX}%`)
    .limit(1)
    .executeTakeFirst();
  return company !== undefined;
}
