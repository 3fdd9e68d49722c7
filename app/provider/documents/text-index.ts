import { buffer } from "node:stream/consumers";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { PaperReading } from "#app/lib/paper-check.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { transaction } from "../db/database.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { FileMissing, type FileStore } from "../file-store/store.ts";
import { readLines } from "../files/table-read.ts";
import { PDF_TYPE } from "../output/pdf-sheet.ts";
import { XLSX_TYPE } from "../output/xlsx-stream.ts";
import { readPaper } from "../papers/facts.ts";
import { PAPER_ROWS, type PaperRow, paperRows, rowsOfCells, rowsOfText } from "../papers/rows.ts";
import { type ReadText, runPreview } from "../previews/work.ts";
import { indexGoods } from "./goods-index.ts";
import { spacedText } from "./spaced-text.ts";
import { paperOf } from "./uploaded-papers.ts";
import { lockDocument, type Version, versionsOf } from "./versions.ts";

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
  const read = latest ? await readFile(files, latest) : NOTHING;
  if (read === null) return false;
  const text = spacedText(read.text);
  const paper = latest && (await readingOf(db, id, latest.version, read.rows));
  await transaction(
    db,
    async (trx) => {
      await lockDocument(trx, id);
      // Another version may have come meanwhile, and is read next; of one that was removed nothing is kept.
      if ((await versionsOf(trx, id)).at(-1)?.id !== latest?.id) return;
      await sql`
        update document_text set version = ${latest?.version ?? 0}, search_text = ${text},
          grams = ${arrayOf(gramsOf(text))}::integer[], is_pending = false,
          paper_reading = ${paper ? JSON.stringify(paper) : null}::jsonb
        where document_id = ${id}`.execute(trx);
    },
    { isRepeatable: true },
  );
  return true;
}

const NOTHING: ReadText = { text: "", rows: [] };

/** What a file says; nothing of one that cannot be read, null while too many others are. */
async function readFile(
  files: FileStore,
  { storage_key, content_type, file_name }: Pick<Version, "storage_key" | "content_type" | "file_name">,
): Promise<ReadText | null> {
  const isTable = content_type === XLSX_TYPE || /\.[ct]sv$/i.test(file_name);
  if (!isTable && content_type !== PDF_TYPE && content_type !== "text/plain") return NOTHING;
  let bytes: Buffer;
  try {
    bytes = await buffer(await files.get(storage_key));
  } catch (error) {
    if (error instanceof FileMissing) return NOTHING;
    throw error;
  }
  if (content_type === PDF_TYPE) {
    const read = await runPreview("text", bytes);
    if (read?.state === "ready") return JSON.parse(read.content.toString());
    return read && NOTHING;
  }
  const text = content_type === "text/plain" ? bytes.toString().slice(0, TEXT_MAX).toWellFormed() : "";
  if (!isTable) return { text, rows: rowsOfText(text) };
  const lines = await readLines(bytes, PAPER_ROWS);
  return lines && { text, rows: rowsOfCells(lines) };
}

/** Null of a document of which nothing is compared. */
async function readingOf(
  db: Kysely<Database>,
  id: string,
  version: number,
  rows: readonly PaperRow[],
): Promise<PaperReading | null> {
  const { document_type } = await db
    .selectFrom("shipment_document")
    .select("document_type")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const paper = paperOf(document_type);
  return (
    paper && {
      version,
      isReadable: rows.some(({ length }) => length > 0),
      sayings: readPaper(paperRows(rows), paper),
    }
  );
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
