import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { messageAllRead, messageRead } from "#app/contract/message.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { publish } from "../realtime/outbox.ts";
import { unreadCountsOf } from "../realtime/unread.ts";

interface ChannelUnread {
  unReadNum: number;
  /** Sequence number of the first unread message. */
  firstUnread: number | null;
}
const NOTHING_UNREAD: ChannelUnread = { unReadNum: 0, firstUnread: null };

/** Counts messages of others after the last one that the person has read, by channel. */
export async function channelUnread(
  db: Kysely<Database>,
  userId: string,
  channelIds: readonly string[],
): Promise<(channelId: string) => ChannelUnread> {
  const { rows } = await sql<ChannelUnread & { id: string }>`
    select c.id, c.last_sequence - coalesce(r.last_read_sequence, 0) - (
      select count(*)::int from message m
      where m.channel_id = c.id and m.sender_id = ${userId} and m.sequence > coalesce(r.last_read_sequence, 0)
    ) as "unReadNum", (
      select m.sequence from message m
      where m.channel_id = c.id and m.sequence > coalesce(r.last_read_sequence, 0)
        and m.sender_id is distinct from ${userId}
      order by m.sequence limit 1
    ) as "firstUnread"
    from channel c left join channel_read r on r.user_id = ${userId} and r.channel_id = c.id
    where c.id = any(${[...channelIds]}::bigint[]) and c.last_sequence > coalesce(r.last_read_sequence, 0)`.execute(
    db,
  );
  const unread = new Map(
    rows.map(({ id, unReadNum, firstUnread }) => [id, { unReadNum, firstUnread }] as const),
  );
  return (channelId) => unread.get(channelId) ?? NOTHING_UNREAD;
}

export async function countUnread({ db, caller }: CallerContext): Promise<number> {
  return (await unreadCountsOf(db, [caller.userId])).counts.get(caller.userId) ?? 0;
}

/** For a new member, earlier messages count as read. */
export async function readEverythingSaid(db: Kysely<Database>, scope: Scope, now: Date): Promise<void> {
  await sql`
    insert into channel_read (user_id, channel_id, last_read_sequence, updated_at)
    select ${scope.userId}, c.id, c.last_sequence, ${now} from channel c
    where c.last_sequence > 0 and ${seenRows(scope, "c.company_id")}
    on conflict do nothing`.execute(db);
}

/** Never moves backwards: what was read on another device stays read. */
async function markRead(
  { db, caller, now }: CallerContext,
  upTo: ReturnType<typeof sql>,
): Promise<{ channel_id: string }[]> {
  const { rows } = await sql<{ channel_id: string }>`
    insert into channel_read as r (user_id, channel_id, last_read_sequence, updated_at)
    select ${caller.userId}::bigint, x.id, x.last_read, ${now}::timestamptz from (${upTo}) x order by x.id
    on conflict (user_id, channel_id) do update set
      last_read_sequence = excluded.last_read_sequence, updated_at = excluded.updated_at
      where r.last_read_sequence < excluded.last_read_sequence
    returning r.channel_id`.execute(db);
  return rows;
}

export async function readChannel(
  { channelId, sequence }: z.output<typeof messageRead.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope } = context;
  const channel = await findOwnRow(db, "channel", scope, channelId);
  const changed = await markRead(
    context,
    sql`select c.id, least(c.last_sequence, ${sequence ?? null}::int) as last_read
      from channel c where c.id = ${channel.id} and c.last_sequence > 0`,
  );
  if (changed.length > 0) await publish(db, { kind: "read", userId: caller.userId, channelId });
  return null;
}

/** For a team outside the caller's scope it does nothing, without an error. */
export async function readAll(
  { id }: z.output<typeof messageAllRead.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope } = context;
  const changed = await markRead(
    context,
    sql`select c.id, c.last_sequence as last_read from channel c
      where c.last_sequence > 0 and ${seenRows(scope, "c.company_id")}
        and ${id === undefined ? sql`true` : sql`c.team_id = ${id}`}`,
  );
  if (changed.length > 0) await publish(db, { kind: "read", userId: caller.userId, channelId: null });
  return null;
}
