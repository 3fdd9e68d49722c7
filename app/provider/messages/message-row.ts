import type { Kysely, Selectable } from "kysely";
import type { MessageData } from "#app/contract/message.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { avatarsOf } from "../access/avatar.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { filesOfMessages } from "../files/message-files.ts";
import { personName } from "../texts/message.ts";

export type MessageRow = Selectable<Database["message"]>;
export type ChannelRow = Selectable<Database["channel"]>;

/** Where a file is fetched, below `{api}`; the shape of `messageDownload`'s path. */
export const contentUrlOf = (fileId: string) => `/message/attachment/${fileId}`;
export function fileIdOf(contentUrl: string): string | null {
  return /^\/message\/attachment\/(\d{1,18})$/.exec(contentUrl)?.[1] ?? null;
}

/** Messages as one person sees them, in the order given. */
export async function messagesOf(
  db: Kysely<Database>,
  rows: readonly MessageRow[],
  { caller: { userId }, language }: Pick<CallerContext, "caller" | "language">,
): Promise<MessageData[]> {
  const avatars = await avatarsOf(
    db,
    rows.map(({ sender_id }) => sender_id).filter((id) => id !== userId),
  );
  const filesOf = await filesOfMessages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...messageOf(row, language),
    avatar: (row.sender_id && avatars.get(row.sender_id)) ?? null,
    isOwn: row.sender_id === userId,
    contentUrl: (filesOf.get(row.id) ?? []).map((file) => ({
      contentUrl: contentUrlOf(file.id),
      name: file.file_name,
      size: Number(file.size),
      contentType: file.content_type,
      isScanned: file.scanned_at !== null,
    })),
  }));
}

/** A message without files as its sender sees it. */
export const messageOf = (
  row: Omit<MessageRow, "channel_id" | "company_id" | "sender_id" | "search_text">,
  language: Language,
): MessageData => ({
  id: row.id,
  sequence: row.sequence,
  createTime: instantToWire(row.created_at)!,
  msName: personName(row.sender_name, language),
  avatar: null,
  isOwn: true,
  isForwarder: row.is_forwarder,
  text: row.body,
  contentUrl: [],
  clientId: row.client_id,
});
