import type { Kysely } from "kysely";
import { LIMITS } from "#app/contract/freight-code.ts";
import type { CallerContext } from "../call/context.ts";
import type { IncomingFile } from "../call/upload.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { cleanFileName, digestOf, FILE_NAME_BYTES, storeIncoming, uploadKeyOf } from "./incoming.ts";
import { type FileSubject, findUpload, insertFile } from "./stored-file.ts";

type Row = NonNullable<Awaited<ReturnType<typeof insertFile>>>;
type Outcome = { kept: Row } | { refused: MessageKey };

/** The locked subject while one more file is recorded, inside that transaction. */
interface OpenSubject {
  /**
   * The reason why the subject takes no more files; null when it does. @throws Refusal that ends the whole
   * upload
   */
  refusal(): Promise<MessageKey | null>;
  /** Logs that the file was added. */
  record(fileName: string): Promise<void>;
}

export interface Reception {
  subject: FileSubject;
  /** Size limit of a file; refusals name it. */
  fileBytes: number;
  /** Prefix of upload keys, where several people upload to one subject. */
  keyPrefix?: string;
  /** Locks the subject, where an upload changes more than the list of files. */
  open?(trx: Kysely<Database>): Promise<OpenSubject>;
}

/**
 * Receives the files of a multipart call one by one: each is checked, stored and recorded before the next is
 * read. The call's Idempotency-Key and the file's position in the form identify a file, so that a repeat adds
 * nothing, and another file there is refused. Runs outside a transaction, because a slow connection may take minutes.
 */
export async function receiveFiles(
  context: CallerContext,
  reception: Reception,
): Promise<{ kept: Row[]; refused: { fileName: string; message: string }[] }> {
  const limits = {
    files: LIMITS.attachments,
    megabytes: reception.fileBytes / 1024 / 1024,
    nameBytes: FILE_NAME_BYTES,
  };
  const storedRows: Row[] = [];
  const refused: { fileName: string; message: string }[] = [];
  let position = 0;
  for await (const file of context.upload?.files ?? []) {
    const fileName = cleanFileName(file.fileName);
    const key = context.idempotencyKey && uploadKeyOf(context.idempotencyKey, position++);
    const uploadKey = key && `${reception.keyPrefix ?? ""}${key}`;
    const outcome = await receiveFile(file, fileName, uploadKey, context, reception);
    // An unread file would block the files after it.
    file.content.resume();
    if ("kept" in outcome) storedRows.push(outcome.kept);
    else refused.push({ fileName, message: message(outcome.refused, context.language, limits) });
  }
  return { kept: storedRows, refused };
}

async function receiveFile(
  file: IncomingFile,
  fileName: string,
  uploadKey: string | null,
  context: CallerContext,
  reception: Reception,
): Promise<Outcome> {
  const before = uploadKey && (await findUpload(context.db, reception.subject, uploadKey));
  if (before) return repeatOf(before, { file_name: fileName, sha256: await digestOf(file.content) });
  const stored = await storeIncoming(file, fileName, context.files);
  if ("refused" in stored) return stored;
  const row = { ...stored, file_name: fileName, upload_key: uploadKey };
  const outcome = await insertUnderLock(row, context, reception).catch(async (error) => {
    await context.files.remove(stored.storage_key).catch(() => {});
    throw error;
  });
  if (!("kept" in outcome) || outcome.kept.storage_key !== stored.storage_key)
    await context.files.remove(stored.storage_key);
  return outcome;
}

type Known = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Another file under the same key is not the first one again: taken for it, it would be lost and said to be there. */
function repeatOf(before: Known, sent: Pick<Known, "file_name" | "sha256">): Outcome {
  const isSame = before.file_name === sent.file_name && before.sha256.equals(sent.sha256);
  return isSame ? { kept: before } : { refused: "idempotencyKeyReused" };
}

/**
 * Inserts the row, under the subject's lock where it has one. Of two equal uploads at the same time one is
 * kept.
 */
async function insertUnderLock(
  row: Pick<Parameters<typeof insertFile>[2], "file_name" | "upload_key"> &
    Exclude<Awaited<ReturnType<typeof storeIncoming>>, { refused: MessageKey }>,
  { db, caller, now }: CallerContext,
  { subject, open }: Reception,
): Promise<Outcome> {
  const uploaded = {
    uploaded_by: caller.userId,
    uploaded_by_name: caller.name,
    uploaded_at: now,
    is_of_forwarder: caller.isForwarder,
  };
  return transaction(
    db as Kysely<Database>,
    async (trx) => {
      const opened = await open?.(trx);
      const findBefore = async () => row.upload_key && (await findUpload(trx, subject, row.upload_key));
      const before = await findBefore();
      if (before) return repeatOf(before, row);
      const refused = await opened?.refusal();
      if (refused) return { refused };
      const storedRow = await insertFile(trx, subject, { ...row, ...uploaded });
      if (storedRow) {
        await opened?.record(row.file_name);
        return { kept: storedRow };
      }
      const other = await findBefore();
      if (!other) throw new Error("The earlier upload with the same key was deleted meanwhile");
      return repeatOf(other, row);
    },
    { isRepeatable: row.upload_key !== null },
  );
}
