import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Deletes old events with their deliveries, whatever became of these. */
export async function purgeWebhooks(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom("webhook_event").where("handed_out_at", "<", before).execute();
}
