import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { StoredFile } from "./stored-file.ts";

/** Files of a conversation: they belong to its channel, and go with the message that names them. */

type MessageFile = Pick<
  StoredFile,
  "id" | "message_id" | "file_name" | "size" | "content_type" | "scanned_at"
>;

/** The files that each of the messages names, in its order. */
export async function filesOfMessages(
  db: Kysely<Database>,
  messageIds: readonly string[],
): Promise<Map<string, MessageFile[]>> {
  if (messageIds.length === 0) return new Map();
  const files = await db
    .selectFrom("stored_file")
    .select(["id", "message_id", "file_name", "size", "content_type", "scanned_at"])
    .where("message_id", "=", sql<string>`any(${messageIds}::bigint[])`)
    .orderBy("position")
    .execute();
  return Map.groupBy(files, (file) => file.message_id!);
}

/**
 * Those of the files, by id, that this person uploaded for the channel and that no message names yet. They are locked, so
 * that of two messages at once one gets them.
 */
export async function lockUnsentFiles(
  db: Kysely<Database>,
  channelId: string,
  { fileIds, uploadedBy }: { fileIds: readonly string[]; uploadedBy: string },
): Promise<Map<string, Pick<StoredFile, "id" | "file_name">>> {
  if (fileIds.length === 0) return new Map();
  const files = await db
    .selectFrom("stored_file")
    .select(["id", "file_name"])
    .where("subject", "=", "channel")
    .where("subject_id", "=", channelId)
    .where("id", "=", sql<string>`any(${fileIds}::bigint[])`)
    .where("uploaded_by", "=", uploadedBy)
    .where("message_id", "is", null)
    .forUpdate()
    .execute();
  return new Map(files.map((file) => [file.id, file]));
}

/** Gives a message the files that it names, in their order. */
export async function assignFiles(
  db: Kysely<Database>,
  messageId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`
    update stored_file set message_id = ${messageId}, position = named.place - 1
    from unnest(${fileIds}::bigint[]) with ordinality named (id, place)
    where stored_file.subject = 'channel' and stored_file.id = named.id`.execute(db);
}
