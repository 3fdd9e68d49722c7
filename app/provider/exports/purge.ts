import type { Kysely } from "kysely";
import { KEPT_MS } from "#app/lib/retention.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";

/** Deletes files that can no longer be fetched, and later what was asked; a file before the row that names it. */
export async function purgeExports(db: Kysely<Database>, files: FileStore, now: Date): Promise<void> {
  const forgottenBefore = new Date(now.getTime() - KEPT_MS.exportJobs);
  const ended = await db
    .selectFrom("export_job")
    .select(["id", "file_key", "state", "user_id"])
    .where(({ or, and, eb }) =>
      or([
        eb("state", "=", "removed"),
        eb("user_id", "is", null),
        eb("company_id", "is", null),
        and([eb("state", "=", "ready"), eb("expires_at", "<=", now)]),
      ]),
    )
    .limit(1_000)
    .execute();
  for (const { id, file_key, state, user_id } of ended) {
    if (file_key) await files.remove(file_key);
    if (state === "ready" && user_id !== null)
      await db
        .updateTable("export_job")
        .set({ state: "expired", file_key: null })
        .where("id", "=", id)
        .where("state", "=", "ready")
        .execute();
    else await db.deleteFrom("export_job").where("id", "=", id).execute();
  }
  await db
    .deleteFrom("export_job")
    .where(({ or, and, eb }) =>
      or([
        and([eb("state", "=", "expired"), eb("expires_at", "<", forgottenBefore)]),
        and([eb("state", "=", "failed"), eb("finished_at", "<", forgottenBefore)]),
      ]),
    )
    .execute();
}
