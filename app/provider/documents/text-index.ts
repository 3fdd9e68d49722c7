import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { searchText } from "../db/search-text.ts";
import { FileMissing, type FileStore } from "../file-store/store.ts";
import { listFiles } from "../files/stored-file.ts";
import { runPreview } from "../previews/work.ts";

const IDLE_MS = 5_000;
const TEXT_MAX = 300_000;

/** Has the latest version read; until then searches find what the version before it says. */
export async function markUnread(trx: Kysely<Database>, documentId: string): Promise<void> {
  await trx
    .insertInto("document_text")
    .values({ document_id: documentId, version: 0, search_text: "", grams: [], is_pending: true })
    .onConflict((conflict) => conflict.column("document_id").doUpdateSet({ is_pending: true }))
    .execute();
}

/**
 * Reads one document for the search, whose latest version was not read yet. Of two processes that read the
 * same one, both come to the same. @returns false when none is waiting
 */
export async function indexNext(db: Kysely<Database>, files: FileStore): Promise<boolean> {
  const next = await db
    .selectFrom("document_text")
    .select("document_id")
    .where("is_pending", "=", true)
    .orderBy("document_id")
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  const versions = await listFiles(db, { kind: "document", id: next.document_id });
  const latest = versions.at(-1);
  const said = latest ? await textOf(files, latest) : "";
  if (said === null) return false;
  const text = searchText(said).replaceAll("\0", "").replace(/\s+/g, " ").trim();
  await sql`
    update document_text t set version = ${versions.length}, search_text = ${text},
      grams = ${arrayOf(gramsOf(text))}::integer[],
      -- Another version may have come meanwhile.
      is_pending = (select count(*) from stored_file f where f.document_id = t.document_id) > ${versions.length}
    where document_id = ${next.document_id}`.execute(db);
  return true;
}

/** What a file says; empty for one that cannot be read, null while too many others are. */
async function textOf(
  files: FileStore,
  { storage_key, content_type }: { storage_key: string; content_type: string },
): Promise<string | null> {
  if (content_type !== "application/pdf" && content_type !== "text/plain") return "";
  let bytes: Buffer;
  try {
    bytes = await buffer(await files.get(storage_key));
  } catch (error) {
    if (error instanceof FileMissing) return "";
    throw error;
  }
  if (content_type === "text/plain") return bytes.toString().slice(0, TEXT_MAX).toWellFormed();
  const read = await runPreview("text", bytes);
  return read ? read.content.toString() : null;
}

/** Reads waiting documents one after the other; any number of processes may do so. */
export function startTextIndex(
  db: Kysely<Database>,
  files: FileStore,
  log: Logger,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const run = async () => {
    while (!stopped.signal.aborted) {
      const hasRead = await indexNext(db, files).catch((error) => {
        log.warn({ err: error }, "A document could not be read for the search");
        return false;
      });
      if (!hasRead) await sleep(IDLE_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
