import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type { MessageData, messageSend } from "#app/contract/message.ts";
import { isBlankText } from "#app/lib/blank-text.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { RealtimeEvent } from "../db/realtime-event.ts";
import { searchText } from "../db/search-text.ts";
import { assignFiles, lockUnsentFiles } from "../files/message-files.ts";
import { REALTIME_NOTIFICATION } from "../realtime/outbox.ts";
import { message } from "../texts/message.ts";
import { type ChannelRow, fileIdOf, type MessageRow, messagesOf } from "./message-row.ts";

type Outgoing = z.output<typeof messageSend.request>;
type Context = Pick<CallerContext, "db" | "caller" | "scope" | "now" | "language">;

const fault = (path: string, text: string) =>
  new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path, message: text }] } });

/** Product 5.7: "Can't send empty information". */
export function mustSaySomething(
  { text, contentUrl }: Pick<Outgoing, "text" | "contentUrl">,
  { language }: Pick<Context, "language">,
): void {
  if (isBlankText(text) && contentUrl.length === 0) {
    const said = message("emptyMessage", language);
    throw new Refusal(CODE_INVALID, "emptyMessage", { data: { fields: [{ path: "text", message: said }] } });
  }
}

export async function sendMessage(outgoing: Outgoing, context: CallerContext): Promise<MessageData> {
  return post(outgoing, context);
}

/**
 * Appends a message to its channel, in the transaction of `context.db`. The channel's row is locked meanwhile: numbers
 * have no gaps and stand in the order of commits. The same sender and `clientId` is the same message, whenever it comes.
 */
export async function post(outgoing: Outgoing, context: Context): Promise<MessageData> {
  const { db, scope } = context;
  mustSaySomething(outgoing, context);
  const channel = await findOwnRow(db, "channel", scope, outgoing.channelId, { isLocked: true });
  const files = await lockFiles(outgoing, channel.id, context);
  const row = files && (await append(outgoing, channel, files, context));
  if (!row) return sentBefore(outgoing, channel.id, context);
  await assignFiles(
    db,
    row.id,
    files.map(({ id }) => id),
  );
  const [sent] = await messagesOf(db, [row], context, { hasFiles: files.length > 0 });
  return sent as MessageData;
}

/**
 * The message, what it is found by, its number, the times of channel and team, and word to every process, in one statement: at a hundred
 * messages a second it is the round trips that people wait for. Nothing when it was sent before.
 */
async function append(
  outgoing: Outgoing,
  channel: ChannelRow,
  files: readonly { file_name: string }[],
  { db, caller, now }: Context,
): Promise<MessageRow | undefined> {
  const event: RealtimeEvent = {
    ...{ kind: "message", companyId: channel.company_id },
    ...{ channelId: channel.id, senderId: caller.userId },
  };
  const searched = searchText(outgoing.text, ...files.map(({ file_name }) => file_name));
  const { rows } = await sql<MessageRow>`
    with said as (
      insert into message (channel_id, company_id, sequence, sender_id, sender_name, is_forwarder, body, search_text,
        client_id, created_at)
      values (${channel.id}, ${channel.company_id}, ${channel.last_sequence + 1}, ${caller.userId}, ${caller.name},
        ${caller.isForwarder}, ${outgoing.text}, ${searched}, ${outgoing.clientId}, ${now})
      on conflict (channel_id, sender_id, client_id) do nothing
      returning *
    ), indexed as (
      insert into message_search (message_id, company_id, grams)
      select id, company_id, ${arrayOf(gramsOf(searched))}::integer[] from said
    ), counted as (
      update channel set last_sequence = said.sequence, last_message_at = said.created_at
      from said where channel.id = said.channel_id
    ), dated as (
      update team set last_message_at = greatest(last_message_at, said.created_at)
      from said where team.id = ${channel.team_id}
    ), told as (
      insert into realtime_outbox (event) select ${JSON.stringify(event)}::jsonb from said returning 1
    ), woken as (
      select pg_notify(${REALTIME_NOTIFICATION}, '') from told
    )
    select said.* from said, woken`.execute(db);
  return rows[0];
}

/** @throws Refusal 409 when the name stands for another message */
async function sentBefore(outgoing: Outgoing, channelId: string, context: Context): Promise<MessageData> {
  const before = await findSent(context, channelId, outgoing.clientId);
  const named = (files: readonly { contentUrl: string }[]) =>
    files.map(({ contentUrl }) => contentUrl).join();
  if (before?.text === outgoing.text && named(before.contentUrl) === named(outgoing.contentUrl))
    return before;
  throw new Refusal(CODE_CONFLICT, "idempotencyKeyReused");
}

async function findSent(
  context: Context,
  channelId: string,
  clientId: string,
): Promise<MessageData | undefined> {
  const { db, caller } = context;
  const rows = await db
    .selectFrom("message")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("sender_id", "=", caller.userId)
    .where("client_id", "=", clientId)
    .execute();
  return (await messagesOf(db, rows, context))[0];
}

/**
 * The files that the message names, in its order: of this sender, for this channel, and in no message yet. Null when the
 * message was sent before, with which its files went.
 */
async function lockFiles(outgoing: Outgoing, channelId: string, context: Context) {
  const { db, caller, language } = context;
  const ids = outgoing.contentUrl.map((file) => fileIdOf(file.contentUrl) ?? "0");
  if (ids.length === 0) return [];
  const byId = await lockUnsentFiles(db, channelId, { fileIds: ids, uploadedBy: caller.userId });
  const files = ids.flatMap((id) => {
    const row = byId.get(id);
    // Named twice in one message as well.
    return row && byId.delete(id) ? [row] : [];
  });
  if (files.length === ids.length) return files;
  if (await findSent(context, channelId, outgoing.clientId)) return null;
  throw fault("contentUrl", message("fileUnknown", language));
}
