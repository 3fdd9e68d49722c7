import { type Kysely, sql } from "kysely";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { EXPORTS_WAITING_MAX, type ExportedList } from "#app/contract/export-job-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";

interface NewExport {
  list: ExportedList;
  /** The name of a saved report. */
  title?: string | null;
  /** Name of the endpoint. */
  call: string;
  /** As its handler takes it. */
  request: unknown;
}

/** Adds a job in a transaction of its own. @returns its id */
export function queueExport(
  { db, caller, language, now }: CallerContext,
  exportRequest: NewExport,
): Promise<string> {
  return transaction(db, (trx) => addExport(trx, caller, { ...exportRequest, language }, now));
}

/**
 * Adds a job; the same request that still waits or runs is not added twice.
 * @throws Refusal when too many of the caller's jobs wait
 */
export async function addExport(
  trx: Kysely<Database>,
  { userId, companyId }: CallerContext["caller"],
  { list, title = null, call, request, language }: NewExport & { language: Language },
  now: Date,
): Promise<string> {
  // The person's other calls wait here, so that the number is true.
  await trx.selectFrom("app_user").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const text = JSON.stringify(request);
  const waiting = await trx
    .selectFrom("export_job")
    .select([
      "id",
      sql<boolean>`call = ${call} and request = ${text}::jsonb and language = ${language}`.as("is_same"),
    ])
    .where("user_id", "=", userId)
    .where("company_id", "=", companyId)
    .where("state", "in", ["queued", "running"])
    .execute();
  const same = waiting.find(({ is_same }) => is_same);
  if (same) return same.id;
  if (waiting.length >= EXPORTS_WAITING_MAX)
    throw new Refusal(CODE_CONFLICT, "exportsWaiting", { values: { count: EXPORTS_WAITING_MAX } });
  const { id } = await trx
    .insertInto("export_job")
    .values({
      user_id: userId,
      company_id: companyId,
      list,
      title,
      call,
      request: text,
      language,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
