import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";

/** Deletes the content of removed files; their rows stay, because the log refers to them. */
export async function purgeRemoved(db: Kysely<Database>, files: FileStore, before: Date): Promise<void> {
  const rows = await db
    .selectFrom("stored_file")
    .select(["subject", "id", "storage_key"])
    .where("removed_at", "<", before)
    .where("storage_key", "not like", "gone-%")
    .limit(1_000)
    .execute();
  for (const { subject, id, storage_key } of rows) {
    await files.remove(storage_key);
    await db
      .updateTable("stored_file")
      .set({ storage_key: `gone-${subject}-${id}` })
      .where("subject", "=", subject)
      .where("id", "=", id)
      .execute();
  }
}

/**
 * Deletes files that were uploaded for a message that was never sent. The row is deleted first, so that no
 * message can attach it.
 */
export async function purgeUnattached(db: Kysely<Database>, files: FileStore, before: Date): Promise<void> {
  const rows = await db
    .deleteFrom("stored_file")
    .where("subject", "=", "channel")
    .where("message_id", "is", null)
    .where("uploaded_at", "<", before)
    .returning("storage_key")
    .execute();
  for (const { storage_key } of rows) await files.remove(storage_key);
}
