import type { Kysely } from "kysely";
import { KEPT_MS } from "#app/lib/retention.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";

/** Deletes files that can no longer be fetched, entries that are old, and what accounts that are gone did not share. */
export async function purgeReports(db: Kysely<Database>, files: FileStore, now: Date): Promise<void> {
  const ended = await db
    .selectFrom("report_run")
    .select(["id", "file_key"])
    .where("file_key", "is not", null)
    .where(({ or, eb }) => or([eb("expires_at", "<=", now), eb("user_id", "is", null)]))
    .limit(1_000)
    .execute();
  for (const { id, file_key } of ended) {
    await files.remove(file_key!);
    await db.updateTable("report_run").set({ file_key: null }).where("id", "=", id).execute();
  }
  await db
    .deleteFrom("report_run")
    .where("file_key", "is", null)
    .where(({ or, eb }) =>
      or([eb("user_id", "is", null), eb("ran_at", "<", new Date(now.getTime() - KEPT_MS.reportRuns))]),
    )
    .execute();
  await db
    .deleteFrom("report_link")
    .where("opened_at", "<", new Date(now.getTime() - KEPT_MS.reportLinks))
    .execute();
  await db
    .deleteFrom("report_template")
    .where("owner_id", "is", null)
    .where("is_shared", "=", false)
    .execute();
}
