import type { Kysely, Selectable } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import type { Database } from "../db/schema.ts";
import { FileMissing } from "../file-store/store.ts";

/**
 * What a file belongs to. The room of the subject checks permission: a person's rights to the files are those
 * to the subject.
 */
export interface FileSubject {
  kind: Database["stored_file"]["subject"];
  id: string;
}

/** A row of the file table. Ids are unique among the files of one kind of subject. */
export type StoredFile = Selectable<Database["stored_file"]>;

const COLUMNS = [
  "id",
  "subject_id",
  "message_id",
  "file_name",
  "storage_key",
  "size",
  "content_type",
  "uploaded_by",
  "uploaded_at",
  "scanned_at",
] as const;
type FileRow = Pick<StoredFile, (typeof COLUMNS)[number]>;

/** The files of a subject that were not removed, in the order of upload. */
export async function listFiles(db: Kysely<Database>, subject: FileSubject): Promise<FileRow[]> {
  return filesOf(db, subject).where("removed_at", "is", null).orderBy("id").execute();
}

/** The number of files that `listFiles` returns. */
export async function countFiles(db: Kysely<Database>, { kind, id }: FileSubject): Promise<number> {
  const { count } = await db
    .selectFrom("stored_file")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("subject", "=", kind)
    .where("subject_id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The file of an earlier upload with this key, and the hash of its content, even if it was removed since. */
export async function findUpload(
  db: Kysely<Database>,
  subject: FileSubject,
  uploadKey: string,
): Promise<(FileRow & Pick<StoredFile, "sha256">) | undefined> {
  return filesOf(db, subject).select("sha256").where("upload_key", "=", uploadKey).executeTakeFirst();
}

/** Finds a file of a kind of subject by its id. The caller has to check access by `subject_id`. */
export async function findFile(
  db: Kysely<Database>,
  kind: FileSubject["kind"],
  fileId: string,
): Promise<FileRow | undefined> {
  return db
    .selectFrom("stored_file")
    .select(COLUMNS)
    .where("subject", "=", kind)
    .where("id", "=", fileId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** Inserts a file's row; undefined when its key exists already. */
export async function insertFile(
  db: Kysely<Database>,
  { kind, id }: FileSubject,
  file: Omit<
    StoredFile,
    | "id"
    | "subject"
    | "subject_id"
    | `${"booking" | "channel" | "delivery" | "document" | "message"}_id`
    | "position"
    | "removed_at"
    | "is_of_forwarder"
  > & { is_of_forwarder?: boolean },
): Promise<FileRow | undefined> {
  return db
    .insertInto("stored_file")
    .values({ ...file, subject: kind, subject_id: id })
    .onConflict((conflict) => conflict.columns(["subject", "subject_id", "upload_key"]).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/**
 * Removes a file from its subject. The next purge deletes the content, when the removal can no longer be
 * rolled back. @returns its name
 * @throws Refusal CODE_NOT_FOUND
 */
export async function removeFile(
  { db, now }: Pick<CallContext, "db" | "now">,
  { kind, id }: FileSubject,
  fileId: string,
): Promise<string> {
  const removed = await db
    .updateTable("stored_file")
    .set({ removed_at: now })
    .where("subject", "=", kind)
    .where("subject_id", "=", id)
    .where("id", "=", fileId)
    .where("removed_at", "is", null)
    .returning("file_name")
    .executeTakeFirst();
  if (!removed) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return removed.file_name;
}

/**
 * Sends a file unchanged under its original name.
 * @throws Refusal CODE_NOT_FOUND, also when the store no longer has it
 */
export async function sendFile(
  { files }: Pick<CallContext, "files">,
  file: FileRow | undefined,
): Promise<FileAnswer> {
  if (!file) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const body = await files.get(file.storage_key).catch((error) => {
    throw error instanceof FileMissing ? new Refusal(CODE_NOT_FOUND, "notFound") : error;
  });
  return { fileName: file.file_name, contentType: file.content_type, body };
}

function filesOf(db: Kysely<Database>, { kind, id }: FileSubject) {
  return db
    .selectFrom("stored_file")
    .select(COLUMNS)
    .where("subject", "=", kind)
    .where("subject_id", "=", id);
}
