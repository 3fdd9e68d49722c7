import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import {
  MESSAGE_FILE_BYTES,
  type MessageFile,
  type messageDownload,
  type messageUpload,
  teamParams,
} from "#app/contract/message.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { FileMissing } from "../file-store/store.ts";
import { FILE_NAME_BYTES, shownName, storeIncoming, uploadKeyOf } from "../files/incoming.ts";
import { message } from "../texts/message.ts";
import { contentUrlOf } from "./message-row.ts";

const limits = {
  files: LIMITS.attachments,
  megabytes: MESSAGE_FILE_BYTES / 1024 / 1024,
  nameBytes: FILE_NAME_BYTES,
};

/**
 * Takes files one by one, each stored and written down before the next is read; a message names them afterwards. Outside
 * a transaction: a weak link may take minutes.
 */
export async function uploadFiles(
  input: z.output<typeof messageUpload.request>,
  context: CallerContext,
): Promise<z.input<typeof messageUpload.response>> {
  const channel = await findOwnRow(context.db, "channel", context.scope, channelIdOf(input.teamParams));
  const answer: z.input<typeof messageUpload.response> = { files: [], refused: [] };
  let place = 0;
  for await (const file of context.upload?.files ?? []) {
    const name = shownName(file.fileName);
    const uploadKey =
      context.idempotencyKey && `${context.caller.userId}:${uploadKeyOf(context.idempotencyKey, place++)}`;
    const before = uploadKey && (await findUpload(context.db, channel.id, uploadKey));
    if (before) {
      file.content.resume();
      answer.files.push(before);
      continue;
    }
    const stored = await storeIncoming(file, name, context.files);
    // What was not read would hold up the files after it.
    file.content.resume();
    if ("refused" in stored) {
      answer.refused.push({ fileName: name, message: message(stored.refused, context.language, limits) });
      continue;
    }
    const row = { ...stored, channel_id: channel.id, file_name: name, upload_key: uploadKey };
    answer.files.push(await writeDown(row, context));
  }
  return answer;
}

function channelIdOf(text: string): string {
  try {
    return teamParams.parse(JSON.parse(text)).channelId;
  } catch {
    throw new Refusal(CODE_INVALID, "malformedRequest");
  }
}

interface NewFile {
  channel_id: string;
  file_name: string;
  upload_key: string | null;
  storage_key: string;
  size: string;
  content_type: string;
  sha256: Buffer;
  scanned_at: Date | null;
}

/** The row; of two equal uploads at once one is kept. */
async function writeDown(row: NewFile, { db, files, caller, now }: CallerContext): Promise<MessageFile> {
  const insert = () =>
    db
      .insertInto("message_file")
      .values({ ...row, message_id: null, position: null, uploaded_by: caller.userId, uploaded_at: now })
      .onConflict((conflict) => conflict.columns(["channel_id", "upload_key"]).doNothing())
      .returning(["id", "file_name"])
      .executeTakeFirst();
  const kept = await insert().catch(async (error) => {
    await files.remove(row.storage_key).catch(() => {});
    throw error;
  });
  if (kept) return { contentUrl: contentUrlOf(kept.id), name: kept.file_name };
  await files.remove(row.storage_key);
  const before = row.upload_key && (await findUpload(db, row.channel_id, row.upload_key));
  if (!before) throw new Error("An upload that was there is gone");
  return before;
}

async function findUpload(
  db: Kysely<Database>,
  channelId: string,
  uploadKey: string,
): Promise<MessageFile | null> {
  const row = await db
    .selectFrom("message_file")
    .select(["id", "file_name"])
    .where("channel_id", "=", channelId)
    .where("upload_key", "=", uploadKey)
    .executeTakeFirst();
  return row ? { contentUrl: contentUrlOf(row.id), name: row.file_name } : null;
}

/** Of a message: for whoever sees its channel. In none yet: for whoever uploaded it. */
export async function downloadFile(
  { id }: z.output<typeof messageDownload.request>,
  { db, caller, scope, files }: CallerContext,
): Promise<FileAnswer> {
  const row = await db
    .selectFrom("message_file as f")
    .innerJoin("channel as c", "c.id", "f.channel_id")
    .select(["f.file_name", "f.storage_key", "f.content_type"])
    .where("f.id", "=", id)
    .where(seenRows(scope, "c.company_id"))
    .where((eb) => eb.or([eb("f.message_id", "is not", null), eb("f.uploaded_by", "=", caller.userId)]))
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const body = await files.get(row.storage_key).catch((error) => {
    throw error instanceof FileMissing ? new Refusal(CODE_NOT_FOUND, "notFound") : error;
  });
  return { fileName: row.file_name, contentType: row.content_type, body };
}
