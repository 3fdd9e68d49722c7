import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Company codes of the demonstration begin with it, so that it is told from an operator's own. */
export const DEMO_PREFIX = "DEMO-";

/** Whether the demonstration was loaded into the database. */
export async function hasDemo(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom("company")
    .select("id")
    .where("code", "like", `${DEMO_PREFIX}%`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
