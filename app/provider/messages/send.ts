import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type { MessageData, messageSend } from "#app/contract/message.ts";
import { isBlankText } from "#app/lib/blank-text.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import type { KeyRow } from "../call/idempotency.ts";
import { Refusal } from "../call/refusal.ts";
import { changeableRows } from "../call/scope.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { RealtimeEvent } from "../db/realtime-event.ts";
import { searchText } from "../db/search-text.ts";
import { assignFiles, lockUnsentFiles } from "../files/message-files.ts";
import { REALTIME_NOTIFICATION } from "../realtime/outbox.ts";
import { message } from "../texts/message.ts";
import { fileIdOf, messageOf, messagesOf } from "./message-row.ts";

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
    const text = message("emptyMessage", language);
    throw new Refusal(CODE_INVALID, "emptyMessage", { data: { fields: [{ path: "text", message: text }] } });
  }
}

export async function sendMessage(outgoing: Outgoing, context: CallerContext): Promise<MessageData> {
  return post(outgoing, context);
}

/** `sendMessage` with the answer for its key, by one statement. Undefined when it takes more. */
export async function sendAtOnce(
  outgoing: Outgoing,
  context: CallerContext,
  key: KeyRow,
): Promise<MessageData | undefined> {
  mustSaySomething(outgoing, context);
  return outgoing.contentUrl.length === 0 ? append(outgoing, [], context, key) : undefined;
}

/**
 * Appends a message to its channel, in the transaction of `context.db`. The channel's row is locked meanwhile: numbers
 * have no gaps and stand in the order of commits. The same sender and `clientId` is the same message, whenever it comes.
 */
export async function post(outgoing: Outgoing, context: Context): Promise<MessageData> {
  const { db, scope } = context;
  mustSaySomething(outgoing, context);
  const hasFiles = outgoing.contentUrl.length > 0;
  const storedMessage = hasFiles ? undefined : await append(outgoing, [], context);
  if (storedMessage) return storedMessage;
  const channel = await findOwnRow(db, "channel", scope, outgoing.channelId, { isLocked: true });
  const files = hasFiles && (await lockFiles(outgoing, channel.id, context));
  const withFiles = files && (await append(outgoing, files, context));
  if (!withFiles) return sentBefore(outgoing, channel.id, context);
  await assignFiles(
    db,
    withFiles.id,
    files.map(({ id }) => id),
  );
  return (await findSent(context, channel.id, outgoing.clientId))!;
}

/**
 * The message, what it is found by, its number, the times of channel and team, word to every process and the answer for
 * its key, in one statement: at a hundred messages a second it is the round trips that people wait for. The channel is
 * locked by it, and read as it is then, though the statement has begun before. Nothing when the channel may not be
 * written to, or the message or its key came before.
 * @returns the message without its files
 */
async function append(
  outgoing: Outgoing,
  files: readonly { file_name: string }[],
  { db, caller, scope, now, language }: Context,
  key?: KeyRow,
): Promise<MessageData | undefined> {
  const event: Omit<Extract<RealtimeEvent, { kind: "message" }>, "companyId"> = {
    kind: "message",
    channelId: outgoing.channelId,
    senderId: caller.userId,
  };
  const unnumbered = messageOf(
    {
      id: "",
      sequence: 0,
      sender_name: caller.name,
      is_forwarder: caller.isForwarder,
      body: outgoing.text,
      client_id: outgoing.clientId,
      created_at: now,
    },
    language,
  );
  const searched = searchText(outgoing.text, ...files.map(({ file_name }) => file_name));
  const isKeyFree = key
    ? sql`not exists (select from idempotency_key k where k.caller = ${key.caller} and k.key = ${key.key})`
    : sql`true`;
  const answered = key
    ? sql`, answered as (
      insert into idempotency_key (caller, key, endpoint, request_hash, answer)
      select ${key.caller}, ${key.key}, ${key.endpoint}, ${key.request_hash}, jsonb_build_object('data',
        ${JSON.stringify(unnumbered)}::jsonb || jsonb_build_object('id', id::text, 'sequence', sequence)) from said
    )`
    : sql``;
  const { rows } = await sql<{ id: string; sequence: number }>`
    ${cachedPlan} with place as (
      select id, company_id, team_id, last_sequence from channel
      where id = ${outgoing.channelId} and ${changeableRows(scope, "channel.company_id")} and ${isKeyFree}
      for update
    ), said as (
      insert into message (channel_id, company_id, sequence, sender_id, sender_name, is_forwarder, body, search_text,
        client_id, created_at)
      select id, company_id, last_sequence + 1, ${caller.userId}, ${caller.name}, ${caller.isForwarder},
        ${outgoing.text}, ${searched}, ${outgoing.clientId}, ${now}
      from place
      on conflict (channel_id, sender_id, client_id) do nothing
      returning id, company_id, channel_id, sequence, created_at
    ), indexed as (
      insert into message_search (message_id, company_id, grams)
      select id, company_id, ${arrayOf(gramsOf(searched))}::integer[] from said
    ), counted as (
      update channel set last_sequence = said.sequence, last_message_at = said.created_at
      from said where channel.id = said.channel_id
    ), dated as (
      update team set last_message_at = greatest(team.last_message_at, said.created_at)
      from said, place where team.id = place.team_id
    ), told as (
      insert into realtime_outbox (event)
      select ${JSON.stringify(event)}::jsonb || jsonb_build_object('companyId', company_id::text) from said returning 1
    ), woken as (
      select pg_notify(${REALTIME_NOTIFICATION}, '') from told
    )${answered}
    select said.id, said.sequence from said, woken`.execute(db);
  const [storedMessage] = rows;
  return storedMessage && { ...unnumbered, ...storedMessage };
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
