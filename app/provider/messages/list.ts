import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import {
  channelTypes,
  type MessageData,
  type messageList,
  type messageSearch,
  type Topic,
  topics,
} from "#app/contract/message.ts";
import type { chatList, sessionDetail } from "#app/contract/message-session.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";
import { type ChannelRow, type MessageRow, messagesOf } from "./message-row.ts";
import { speakersOf } from "./speaker.ts";
import { openTeam } from "./team.ts";
import { channelsOf } from "./team-list.ts";
import { findTeams, readSubject, readSubjects, subjectOf } from "./team-subject.ts";
import { channelUnread } from "./unread.ts";

/** Maximum count of search results. */
const FOUND_MAX = 1_000;

export async function listMessages(
  { channelId, limit, offset, after, before }: z.output<typeof messageList.request>,
  context: CallerContext,
): Promise<z.input<typeof messageList.response>> {
  const { db, caller, scope } = context;
  const channel = await findOwnRow(db, "channel", scope, channelId);
  // Sequence numbers have no gaps, so that a page's position needs no counting.
  const end = Math.min(before ?? Number.POSITIVE_INFINITY, channel.last_sequence + 1 - offset);
  const [from, until] =
    after === undefined ? [Math.max(1, end - limit), end - 1] : [after + 1, Math.min(after + limit, end - 1)];
  return {
    rows: await readMessages(db, channel.id, { from, until }, context),
    total: channel.last_sequence,
    ...(await channelUnread(db, caller.userId, [channel.id]))(channel.id),
  };
}

async function readMessages(
  db: Kysely<Database>,
  channelId: string,
  { from, until }: { from: number; until: number },
  context: CallerContext,
): Promise<MessageData[]> {
  if (until < from) return [];
  const rows = await db
    .selectFrom("message")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("sequence", ">=", from)
    .where("sequence", "<=", until)
    .orderBy("sequence")
    .execute();
  return messagesOf(db, rows, context);
}

export async function openSession(
  { id, limit }: z.output<typeof sessionDetail.request>,
  context: CallerContext,
): Promise<z.input<typeof sessionDetail.response>> {
  const { db, caller, scope } = context;
  const team = await openTeam(context, id);
  const subject = await readSubject(db, team.id, scope);
  const channels = await channelsOf(db, scope, [team.id]);
  const unread = await channelUnread(
    db,
    caller.userId,
    channels.map((channel) => channel.id),
  );
  const ofTopic = (topic: Topic) => channels.find(({ type }) => type === channelTypes[topic]);
  const checked = lastSpokenIn(channels) ?? topics.map(ofTopic).find(Boolean);
  const groupOf = async (topic: Topic) => {
    const channel = ofTopic(topic);
    if (!channel) return null;
    const { last_sequence: total } = channel;
    const slice = { from: Math.max(1, total - limit + 1), until: total };
    return {
      channelId: channel.id,
      msgList: { rows: await readMessages(db, channel.id, slice, context), total },
      ...unread(channel.id),
      checked: channel === checked ? (1 as const) : (0 as const),
    };
  };
  return {
    id: team.id,
    team: subject,
    shipment: await groupOf("shipment"),
    billing: await groupOf("billing"),
    booking: await groupOf("booking"),
    quote: await groupOf("quote"),
    containBooking: ofTopic("booking") !== undefined,
    isShow: channels.length > 1,
  };
}

function lastSpokenIn(channels: readonly ChannelRow[]): ChannelRow | undefined {
  const spoken = channels.filter(({ last_message_at }) => last_message_at !== null);
  return spoken.sort((a, b) => Number(b.last_message_at) - Number(a.last_message_at))[0];
}

export async function listChats(
  { keyword, isUnreadOnly, limit, offset }: z.output<typeof chatList.request>,
  context: CallerContext,
): Promise<z.input<typeof chatList.response>> {
  const { db, caller, scope } = context;
  const hasUnread = sql`exists (
    select from channel c left join channel_read r on r.user_id = ${caller.userId} and r.channel_id = c.id
    where c.team_id = t.id and c.last_sequence > coalesce(r.last_read_sequence, 0)
      and exists (select from message m where m.channel_id = c.id
        and m.sequence > coalesce(r.last_read_sequence, 0) and m.sender_id is distinct from ${caller.userId}))`;
  const { rows, total } = await findTeams(db, scope, {
    keyword,
    isSpeakerFound: true,
    isWanted: isUnreadOnly ? hasUnread : undefined,
    order: sql`t.last_message_at desc, t.id desc`,
    limit,
    offset,
  });
  const ids = rows.map(({ id }) => id);
  const speakers = await speakersOf(db, scope, ids, keyword ?? "");
  const channels = await channelsOf(db, scope, ids);
  const unread = await channelUnread(
    db,
    caller.userId,
    channels.map(({ id }) => id),
  );
  const byTeam = Map.groupBy(channels, (channel) => channel.team_id);
  const last = new Map(
    ids.flatMap((id) => {
      const channel = lastSpokenIn(byTeam.get(id) ?? []);
      return channel ? [[id, channel] as const] : [];
    }),
  );
  const spoken = await lastMessages(db, [...last.values()], context);
  return {
    rows: rows.map((row) => {
      const channel = last.get(row.id);
      const lastMessage = channel && spoken.get(channel.id);
      const own = byTeam.get(row.id) ?? [];
      const unReadNum = own.reduce((sum, { id }) => sum + unread(id).unReadNum, 0);
      return {
        ...subjectOf(row, scope),
        id: row.id,
        readStatus: unReadNum === 0 ? (1 as const) : (0 as const),
        unReadNum,
        lastMessage: channel && lastMessage ? { ...lastMessage, type: channel.type } : null,
        matchedName: speakers.get(row.id) ?? "",
      };
    }),
    total,
  };
}

/** The newest message of each channel. */
async function lastMessages(
  db: Kysely<Database>,
  channels: readonly ChannelRow[],
  context: CallerContext,
): Promise<Map<string, MessageData>> {
  const { rows } = await sql<MessageRow>`
    select m.* from unnest(${channels.map(({ id }) => id)}::bigint[],
      ${channels.map(({ last_sequence }) => last_sequence)}::int[]) as x (channel_id, sequence)
    join message m on m.channel_id = x.channel_id and m.sequence = x.sequence`.execute(db);
  const messages = await messagesOf(db, rows, context);
  return new Map(rows.flatMap((row, index) => (messages[index] ? [[row.channel_id, messages[index]]] : [])));
}

interface HitRow extends MessageRow {
  team_id: string;
  type: ChannelRow["type"];
}

export async function searchMessages(
  { keyword, limit, offset }: z.output<typeof messageSearch.request>,
  context: CallerContext,
): Promise<z.input<typeof messageSearch.response>> {
  const { db, scope } = context;
  const { ids, total } = await findMessages(db, scope, searchText(keyword), { limit, offset });
  const { rows } = await sql<HitRow>`
    select m.*, c.team_id, c.type from message m join channel c on c.id = m.channel_id
    where m.id = any(${ids}::bigint[]) order by m.created_at desc, m.id desc`.execute(db);
  const messages = await messagesOf(db, rows, context);
  const subjects = await readSubjects(
    db,
    rows.map(({ team_id }) => team_id),
    scope,
  );
  return {
    rows: rows.flatMap((row, index) => {
      const team = subjects.get(row.team_id);
      const lastMessage = messages[index];
      return team && lastMessage
        ? [{ ...lastMessage, teamId: row.team_id, channelId: row.channel_id, type: row.type, team }]
        : [];
    }),
    total,
  };
}

/**
 * Ids of the messages that contain a text, newest first, and their number up to `FOUND_MAX`. Rare texts are
 * found by n-grams and then sorted; frequent ones by scanning back in time, which soon finds enough.
 */
async function findMessages(
  db: Kysely<Database>,
  scope: Scope,
  text: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const newestFirst = sql`order by created_at desc, id desc`;
  const matches = sql`m.search_text like ${containing(text)}
    and ${seenRows(scope, "m.company_id")}`;
  const grams = gramsOf(text);
  const byPieces = sql`message_search x join message m on m.id = x.message_id
    where x.grams @> ${arrayOf(grams)}::integer[]
      and ${seenRows(scope, "x.company_id")} and ${matches}`;
  const backInTime = sql`message m where ${matches} ${newestFirst}`;
  const pageOf = async (source: RawBuilder<unknown>, most: number) => {
    const { rows } = await sql<{ ids: string[]; total: number }>`
      with hit as materialized (select m.id, m.created_at from ${source} limit ${most})
      select (select count(*)::int from hit) as total,
        array(select id from hit ${newestFirst} limit ${limit} offset ${offset})::text[] as ids`.execute(db);
    return rows[0] ?? { ids: [], total: 0 };
  };
  if (grams.length === 0) return pageOf(backInTime, FOUND_MAX);
  const page = await pageOf(byPieces, FOUND_MAX);
  if (page.total < FOUND_MAX) return page;
  return { ...(await pageOf(backInTime, Math.min(offset + limit, FOUND_MAX))), total: FOUND_MAX };
}
