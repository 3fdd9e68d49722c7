import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** The shipment to which the one with this id has gone over; null when it has not. */
export async function mergedInto(db: Kysely<Database>, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("shipment_merge")
    .select("kept_id")
    .where("gone_id", "=", id)
    .executeTakeFirst();
  return row?.kept_id ?? null;
}
