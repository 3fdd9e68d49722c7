import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import {
  type ChannelType,
  channelTypes,
  type TeamData,
  type teamChannels,
  type teamCreate,
  type teamList,
  type teamOfSubject,
  topics,
} from "#app/contract/message.ts";
import type { CallerContext } from "../call/context.ts";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { caseOf } from "./case.ts";
import type { ChannelRow } from "./message-row.ts";
import { channelIdOf, ensureTeam, findTeam, notFound, openTeam, seenBookingOf } from "./team.ts";
import { findTeams, readSubject, subjectOf } from "./team-subject.ts";
import { channelUnread } from "./unread.ts";

type ChannelWire = TeamData["channels"][number];

/** The channels of teams that the scope sees; those about a draft only when they have messages. */
export async function channelsOf(
  db: Kysely<Database>,
  scope: Scope,
  teamIds: readonly string[],
): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select c.* from channel c join team t on t.id = c.team_id
    where c.team_id = any(${[...teamIds]}::bigint[]) and (c.type <> ${channelTypes.booking} or c.last_sequence > 0
      or t.booking_id is null or ${seenBookingOf(scope)})`.execute(db);
  return rows;
}

/** The channels of teams in the order of the tabs, with the caller's unread counts. */
async function readChannels(
  db: Kysely<Database>,
  teamIds: readonly string[],
  scope: Scope,
): Promise<Map<string, ChannelWire[]>> {
  const rows = await channelsOf(db, scope, teamIds);
  const unread = await channelUnread(
    db,
    scope.userId,
    rows.map(({ id }) => id),
  );
  const order = topics.map((topic): ChannelType => channelTypes[topic]);
  const channels = new Map<string, ChannelWire[]>();
  for (const row of rows.sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))) {
    const { id: channelId, type, last_sequence: total } = row;
    const list = channels.get(row.team_id) ?? [];
    list.push({ channelId, type, unReadNum: unread(channelId).unReadNum, total });
    channels.set(row.team_id, list);
  }
  return channels;
}

export async function listTeams(
  { keyword, page, pageSize }: z.output<typeof teamList.request>,
  { db, scope }: CallerContext,
): Promise<z.input<typeof teamList.response>> {
  const { rows, total } = await findTeams(db, scope, {
    keyword,
    order: sql`coalesce(s.house_number, b.booking_number, q.quote_number, t.subject) collate "C", t.id`,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  const channels = await readChannels(
    db,
    rows.map(({ id }) => id),
    scope,
  );
  return {
    rows: rows.map((row) => ({
      ...subjectOf(row, scope),
      id: row.id,
      channels: channels.get(row.id) ?? [],
    })),
    total,
    isTotalCapped: false,
  };
}

export async function listChannels(
  { id }: z.output<typeof teamChannels.request>,
  context: CallerContext,
): Promise<z.input<typeof teamChannels.response>> {
  const team = await openTeam(context, id);
  return (await readChannels(context.db, [team.id], context.scope)).get(team.id) ?? [];
}

export async function createTeam(
  { type, subjectId }: z.output<typeof teamCreate.request>,
  { db, scope, now }: CallerContext,
): Promise<z.input<typeof teamCreate.response>> {
  const conversationCase = await caseOf(db, scope, type, subjectId);
  if (!conversationCase) throw notFound();
  const team = await ensureTeam(db, conversationCase, { userId: scope.userId, now });
  const channelId = await channelIdOf(db, team.id, type);
  if (channelId === null) throw notFound();
  return { id: team.id, channelId };
}

export async function teamOf(
  { a, b }: z.output<typeof teamOfSubject.request>,
  context: CallerContext,
): Promise<z.input<typeof teamOfSubject.response>> {
  const { db, scope } = context;
  const conversationCase = await caseOf(db, scope, a, b);
  if (!conversationCase) throw notFound();
  const teamRow = await findTeam(db, conversationCase);
  if (!teamRow) return null;
  const team = await openTeam(context, teamRow.id);
  return {
    ...(await readSubject(db, team.id, scope)),
    id: team.id,
    channels: (await readChannels(db, [team.id], scope)).get(team.id) ?? [],
  };
}
