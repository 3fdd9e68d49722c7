import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  MESSAGE_FILE_BYTES,
  type messageDownload,
  type messageUpload,
  teamParams,
} from "#app/contract/message.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { seenRows } from "../call/scope.ts";
import { receiveFiles } from "../files/receive.ts";
import { findFile, sendFile } from "../files/stored-file.ts";
import { contentUrlOf } from "./message-row.ts";

/** Receives files for a channel; a message attaches them later. */
export async function uploadFiles(
  input: z.output<typeof messageUpload.request>,
  context: CallerContext,
): Promise<z.input<typeof messageUpload.response>> {
  const channel = await findOwnRow(context.db, "channel", context.scope, channelIdOf(input.teamParams));
  const { kept: storedFiles, refused } = await receiveFiles(context, {
    subject: { kind: "channel", id: channel.id },
    fileBytes: MESSAGE_FILE_BYTES,
    keyPrefix: `${context.caller.userId}:`,
  });
  return {
    files: storedFiles.map((file) => ({ contentUrl: contentUrlOf(file.id), name: file.file_name })),
    refused,
  };
}

function channelIdOf(text: string): string {
  try {
    return teamParams.parse(JSON.parse(text)).channelId;
  } catch {
    throw new Refusal(CODE_INVALID, "malformedRequest");
  }
}

/** An attached file is for everybody who sees its channel, an unattached one for its uploader. */
export async function downloadFile(
  { id }: z.output<typeof messageDownload.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { db, caller, scope } = context;
  const file = await findFile(db, "channel", id);
  const channel =
    file &&
    (await db
      .selectFrom("channel")
      .select("id")
      .where("id", "=", file.subject_id)
      .where(seenRows(scope, "company_id"))
      .executeTakeFirst());
  const isNamed = file?.message_id !== null || file.uploaded_by === caller.userId;
  if (!channel || !isNamed) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return sendFile(context, file);
}
