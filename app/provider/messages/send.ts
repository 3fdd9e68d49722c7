import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type { MessageData, messageSend } from "#app/contract/message.ts";
import type { Database } from "../db/schema.ts";
import { type Caller, type CallerContext, Refusal } from "../http/handler.ts";
import { message } from "../message.ts";
import { publish } from "../realtime/outbox.ts";
import { searchText } from "../search-text.ts";
import { findChannel } from "./channel.ts";
import { fileIdOf, messagesOf } from "./message-row.ts";
import { mustUseMessages } from "./permission.ts";

type Outgoing = z.output<typeof messageSend.request>;
type Context = Pick<CallerContext, "db" | "caller" | "now" | "language">;

const fault = (path: string, text: string) =>
  new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path, message: text }] } });

/** Spec 5: "Can't send empty information". */
export function mustSaySomething(
  { text, contentUrl }: Pick<Outgoing, "text" | "contentUrl">,
  { language }: Pick<Context, "language">,
): void {
  if (text.trim() === "" && contentUrl.length === 0) {
    const said = message("emptyMessage", language);
    throw new Refusal(CODE_INVALID, "emptyMessage", { data: { fields: [{ path: "text", message: said }] } });
  }
}

export async function sendMessage(outgoing: Outgoing, context: CallerContext): Promise<MessageData> {
  mustUseMessages(context.caller);
  return post(outgoing, context);
}

/**
 * Appends a message to its channel, in the transaction of `context.db`. The channel's row is locked meanwhile: numbers
 * have no gaps and stand in the order of commits. The same sender and `clientId` is the same message, whenever it comes.
 */
export async function post(outgoing: Outgoing, context: Context): Promise<MessageData> {
  const { db, caller, now } = context;
  mustSaySomething(outgoing, context);
  const channel = await findChannel(db, caller, outgoing.channelId, { isLocked: true });
  const before = await findSent(db, caller, channel.id, outgoing.clientId);
  if (before) {
    const files = before.contentUrl.map(({ contentUrl }) => contentUrl).join();
    if (before.text === outgoing.text && files === outgoing.contentUrl.map((file) => file.contentUrl).join())
      return before;
    throw new Refusal(CODE_CONFLICT, "idempotencyKeyReused");
  }
  const files = await lockFiles(outgoing, channel.id, context);
  const row = await db
    .insertInto("message")
    .values({
      channel_id: channel.id,
      company_id: channel.company_id,
      sequence: channel.last_sequence + 1,
      sender_id: caller.userId,
      sender_name: caller.name,
      is_forwarder: caller.isForwarder,
      body: outgoing.text,
      search_text: searchText(outgoing.text, ...files.map(({ file_name }) => file_name)),
      client_id: outgoing.clientId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const [position, file] of files.entries()) {
    await db
      .updateTable("message_file")
      .set({ message_id: row.id, position })
      .where("id", "=", file.id)
      .execute();
  }
  await db
    .updateTable("channel")
    .set({ last_sequence: row.sequence, last_message_at: now })
    .where("id", "=", channel.id)
    .execute();
  await db
    .updateTable("team")
    .set({ last_message_at: sql`greatest(last_message_at, ${now})` })
    .where("id", "=", channel.team_id)
    .execute();
  await publish(db, {
    ...{ kind: "message", companyId: channel.company_id },
    ...{ channelId: channel.id, senderId: caller.userId },
  });
  const [sent] = await messagesOf(db, [row], caller.userId);
  return sent as MessageData;
}

async function findSent(
  db: Kysely<Database>,
  caller: Caller,
  channelId: string,
  clientId: string,
): Promise<MessageData | undefined> {
  const rows = await db
    .selectFrom("message")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("sender_id", "=", caller.userId)
    .where("client_id", "=", clientId)
    .execute();
  return (await messagesOf(db, rows, caller.userId))[0];
}

/** The files that the message names, in its order: of this sender, for this channel, and in no message yet. */
async function lockFiles({ contentUrl }: Outgoing, channelId: string, { db, caller, language }: Context) {
  const ids = contentUrl.map((file) => fileIdOf(file.contentUrl) ?? "0");
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("message_file")
    .select(["id", "file_name"])
    .where("id", "=", sql<string>`any(${ids}::bigint[])`)
    .where("channel_id", "=", channelId)
    .where("uploaded_by", "=", caller.userId)
    .where("message_id", "is", null)
    .forUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    // Named twice in one message as well.
    if (!row || !byId.delete(id)) throw fault("contentUrl", message("fileUnknown", language));
    return row;
  });
}
