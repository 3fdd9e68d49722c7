import { buffer } from "node:stream/consumers";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { startLoop } from "#app/lib/worker-loop.ts";
import { transaction } from "../db/database.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { FileMissing, type FileStore } from "../file-store/store.ts";
import { runPreview } from "../previews/work.ts";
import { indexGoods } from "./goods-index.ts";
import { spacedText } from "./spaced-text.ts";
import { lockDocument, versionsOf } from "./versions.ts";

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
  const { document_id: id } = next;
  const latest = (await versionsOf(db, id)).at(-1);
  const said = latest ? await textOf(files, latest) : "";
  if (said === null) return false;
  const text = spacedText(said);
  await transaction(
    db,
    async (trx) => {
      await lockDocument(trx, id);
      // Another version may have come meanwhile, and is read next; of one that was removed nothing is kept.
      if ((await versionsOf(trx, id)).at(-1)?.id !== latest?.id) return;
      await sql`
        update document_text set version = ${latest?.version ?? 0}, search_text = ${text},
          grams = ${arrayOf(gramsOf(text))}::integer[], is_pending = false
        where document_id = ${id}`.execute(trx);
    },
    { isRepeatable: true },
  );
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

/** Reads waiting documents and descriptions of goods one after the other; any number of processes may do so. */
export function startTextIndex(
  db: Kysely<Database>,
  files: FileStore,
  log: Logger,
): { stop(): Promise<void> } {
  const every = {
    name: "text-index",
    pauseMs: IDLE_MS,
    onError: (error: unknown) => log.warn({ err: error }, "A document could not be read for the search"),
  };
  const loops = [startLoop(() => indexNext(db, files), every), startLoop(() => indexGoods(db), every)];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
