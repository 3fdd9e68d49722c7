import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { deskAnswerFile, deskAnswerFileRemove, deskAnswerUpload } from "#app/contract/desk-talk.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { MESSAGE_FILE_BYTES } from "#app/contract/message.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import type { Database } from "../db/schema.ts";
import { receiveFiles } from "../files/receive.ts";
import {
  countFiles,
  findFile,
  findUpload,
  insertFile,
  removeFile,
  type StoredFile,
  sendFile,
} from "../files/stored-file.ts";
import { message } from "../texts/message.ts";

const filesOf = (id: string) => ({ kind: "answer" as const, id });
type AnswerFile = Pick<StoredFile, "id" | "file_name" | "size">;
const toFile = ({ id, file_name, size }: AnswerFile) => ({ id, name: file_name, size: Number(size) });

/** The files of written answers, by answer. */
export async function filesOfAnswers(
  db: Kysely<Database>,
): Promise<Map<string, ReturnType<typeof toFile>[]>> {
  const rows = await db
    .selectFrom("stored_file")
    .select(["id", "subject_id", "file_name", "size"])
    .where("subject", "=", "answer")
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  const byAnswer = Map.groupBy(rows, (row) => row.subject_id);
  return new Map([...byAnswer].map(([id, files]) => [id, files.map(toFile)]));
}

/** @throws Refusal 404 for an answer that was removed */
export async function uploadAnswerFiles(
  { id }: z.output<typeof deskAnswerUpload.request>,
  context: CallerContext,
): Promise<z.input<typeof deskAnswerUpload.response>> {
  await requireAnswer(context.db, id, false);
  const { kept: storedFiles, refused } = await receiveFiles(context, {
    subject: filesOf(id),
    fileBytes: MESSAGE_FILE_BYTES,
    keyPrefix: `${context.caller.userId}:`,
    open: async (trx) => {
      await requireAnswer(trx, id, true);
      return {
        refusal: async () =>
          (await countFiles(trx, filesOf(id))) >= LIMITS.attachments ? "tooManyFiles" : null,
        record: async () => {},
      };
    },
  });
  return { files: storedFiles.map(toFile), refused };
}

async function requireAnswer(db: Kysely<Database>, id: string, isLocked: boolean): Promise<void> {
  const answer = await db
    .selectFrom("desk_answer")
    .select("id")
    .where("id", "=", id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!answer) throw new Refusal(CODE_NOT_FOUND, "deskAnswerGone");
}

export async function removeAnswerFile(
  { id, fileId }: z.output<typeof deskAnswerFileRemove.request>,
  context: CallerContext,
): Promise<null> {
  await removeFile(context, filesOf(id), fileId);
  return null;
}

/** When an answer goes, its files go with it. */
export async function removeFilesOfAnswer({ db, now }: CallerContext, id: string): Promise<void> {
  await sql`
    update stored_file set removed_at = ${now}
    where subject = 'answer' and subject_id = ${id} and removed_at is null`.execute(db);
}

export async function sendAnswerFile(
  { id }: z.output<typeof deskAnswerFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  return sendFile(context, await findFile(context.db, "answer", id));
}

/**
 * Copies files of written answers for a message in the channel, once for each `clientId`.
 * @returns the ids of the copies, in the order of `fileIds`
 * @throws Refusal 400 for a file that was removed meanwhile
 */
export async function copyAnswerFiles(
  { channelId, clientId, fileIds }: { channelId: string; clientId: string; fileIds: readonly string[] },
  context: CallerContext,
): Promise<string[]> {
  const copies: string[] = [];
  for (const [index, fileId] of fileIds.entries())
    copies.push(await copyFile(fileId, { channelId, key: `${clientId}:answer-${index}` }, context));
  return copies;
}

async function copyFile(
  fileId: string,
  { channelId, key }: { channelId: string; key: string },
  { db, caller, now, files, language }: CallerContext,
): Promise<string> {
  const subject = { kind: "channel" as const, id: channelId };
  const uploadKey = `${caller.userId}:${key}`;
  const before = await findUpload(db, subject, uploadKey);
  if (before) return before.id;
  const file = await db
    .selectFrom("stored_file")
    .select(["file_name", "storage_key", "size", "content_type", "sha256", "scanned_at"])
    .where("subject", "=", "answer")
    .where("id", "=", fileId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (!file) {
    const text = message("fileUnknown", language);
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path: "fileIds", message: text }] } });
  }
  const storageKey = randomUUID();
  await files.put(storageKey, await files.get(file.storage_key));
  const row = await insertFile(db, subject, {
    ...file,
    storage_key: storageKey,
    upload_key: uploadKey,
    uploaded_by: caller.userId,
    uploaded_by_name: caller.name,
    uploaded_at: now,
    is_of_forwarder: true,
  }).catch(async (error) => {
    await files.remove(storageKey).catch(() => {});
    throw error;
  });
  if (!row) throw new Error("The same message is being sent twice at once");
  return row.id;
}
