import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type ChannelType,
  channelTypes,
  type TeamData,
  type TeamSubject,
  type teamChannels,
  type teamCreate,
  type teamList,
  type teamOfSubject,
  topics,
} from "#app/contract/message.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";
import { type Case, caseOf, channelTypesOf, numbersOf } from "./case.ts";
import type { ChannelRow } from "./message-row.ts";
import { channelUnread } from "./unread.ts";

export type TeamRow = Selectable<Database["team"]>;

export const notFound = () => new Refusal(CODE_NOT_FOUND, "notFound");

/** Whether the scope sees the booking of a team `t`. */
const seenBookingOf = (scope: Scope) =>
  sql`exists (select from booking sb where sb.id = t.booking_id and ${seenBookings(scope, "sb")})`;

/** Condition on a team `t`. A conversation about a draft is the forwarder's to see once something has been said in it. */
function seenTeams(scope: Scope): RawBuilder<boolean> {
  const own = seenRows(scope, "t.company_id");
  if (!scope.isEveryCompany) return own;
  return sql<boolean>`(${own} and (t.booking_id is null or t.quote_id is not null or t.shipment_id is not null
    or ${seenBookingOf(scope)} or exists (select from channel sc where sc.team_id = t.id and sc.last_sequence > 0)))`;
}

/** The channels of teams that the scope sees; that of a draft only when something has been said in it. */
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

/** Teams are few and made once: a company's are made one after the other, so that two at once make one. */
async function lockTeams(trx: Kysely<Database>, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fairlead teams'), ${companyId}::bigint::int)`.execute(trx);
}

/**
 * The team that has one of the case's parts and no other part in its place: two shipments of one booking number are two
 * cases, of which the first has the booking.
 */
async function findTeam(db: Kysely<Database>, given: Case): Promise<TeamRow | undefined> {
  const { rows } = await sql<TeamRow>`
    select * from team
    where (quote_id = ${given.quoteId} or booking_id = ${given.bookingId} or shipment_id = ${given.shipmentId})
      and coalesce(quote_id = ${given.quoteId}, true)
      and coalesce(booking_id = ${given.bookingId}, true)
      and coalesce(shipment_id = ${given.shipmentId}, true)
    order by shipment_id = ${given.shipmentId} desc nulls last, id limit 1`.execute(db);
  return rows[0];
}

/** Whether the team has taken in everything that its case has by now. */
const isWhole = (team: TeamRow, given: Case) =>
  [
    [team.quote_id, given.quoteId],
    [team.booking_id, given.bookingId],
    [team.shipment_id, given.shipmentId],
  ].every(([has, wants]) => wants === null || has !== null);

/** The team of the case, made or completed when it has to be. Call it in a transaction. */
export async function ensureTeam(
  trx: Kysely<Database>,
  given: Case,
  by: { userId: string; now: Date },
): Promise<TeamRow> {
  const known = await findTeam(trx, given);
  if (known && isWhole(known, given)) return known;
  await lockTeams(trx, given.companyId);
  const team = await findTeam(trx, given);
  // A second shipment of one booking is a case of its own: what another team holds is not taken from it.
  const free = async (column: "quote_id" | "booking_id" | "shipment_id", id: string | null) => {
    if (id === null) return null;
    const taken = await trx.selectFrom("team").select("id").where(column, "=", id).executeTakeFirst();
    return taken && taken.id !== team?.id ? null : id;
  };
  const parts = {
    quoteId: team?.quote_id ?? (await free("quote_id", given.quoteId)),
    bookingId: team?.booking_id ?? (await free("booking_id", given.bookingId)),
    shipmentId: team?.shipment_id ?? (await free("shipment_id", given.shipmentId)),
  };
  const columns = {
    quote_id: parts.quoteId,
    booking_id: parts.bookingId,
    shipment_id: parts.shipmentId,
    search_text: searchText(await numbersOf(trx, parts), team?.subject ?? ""),
  };
  const row = team
    ? await trx
        .updateTable("team")
        .set(columns)
        .where("id", "=", team.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto("team")
        .values({
          ...columns,
          company_id: given.companyId,
          created_by: by.userId,
          created_at: by.now,
          last_message_at: by.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  await addChannels(trx, row, channelTypesOf(parts));
  return row;
}

export async function addChannels(
  trx: Kysely<Database>,
  team: { id: string; company_id: string },
  types: readonly ChannelType[],
): Promise<void> {
  if (types.length === 0) return;
  await trx
    .insertInto("channel")
    .values(
      types.map((type) => ({ team_id: team.id, company_id: team.company_id, type, last_message_at: null })),
    )
    .onConflict((conflict) => conflict.columns(["team_id", "type"]).doNothing())
    .execute();
}

export async function channelIdOf(
  db: Kysely<Database>,
  teamId: string,
  type: ChannelType,
): Promise<string | null> {
  const row = await db
    .selectFrom("channel")
    .select("id")
    .where("team_id", "=", teamId)
    .where("type", "=", type)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A team of the caller's scope; what its case has gained since is taken in. */
export async function openTeam(
  { db, scope, now }: Pick<CallerContext, "db" | "scope" | "now">,
  id: string,
): Promise<TeamRow> {
  const team = await db
    .selectFrom("team as t")
    .selectAll("t")
    .where("t.id", "=", id)
    .where(seenTeams(scope))
    .executeTakeFirst();
  if (!team) throw notFound();
  const given = await caseOfTeam(db, scope, team);
  if (!given || isWhole(team, given)) return team;
  return transaction(db as Kysely<Database>, (trx) => ensureTeam(trx, given, { userId: scope.userId, now }), {
    isRepeatable: true,
  });
}

/** Of the latest part that the team has: it leads to the others. */
async function caseOfTeam(db: Kysely<Database>, scope: Scope, team: TeamRow): Promise<Case | null> {
  if (team.shipment_id) return caseOf(db, scope, channelTypes.shipment, team.shipment_id);
  if (team.booking_id) return caseOf(db, scope, channelTypes.booking, team.booking_id);
  if (team.quote_id) return caseOf(db, scope, channelTypes.quote, team.quote_id);
  return null;
}

interface SubjectRow {
  id: string;
  subject: string;
  shipment_id: string | null;
  house_number: string | null;
  booking_id: string | null;
  booking_number: string | null;
  quote_id: string | null;
  quote_number: string | null;
  company_name: string;
}

/** Joins that give a team `t` its numbers; select them by `subjectColumns`. */
const subjectJoins = (scope: Scope) => sql`
  join company co on co.id = t.company_id
  left join shipment s on s.id = t.shipment_id
  left join booking b on b.id = t.booking_id and ${seenBookings(scope, "b")}
  left join quote q on q.id = t.quote_id`;
/** What is about a draft alone goes by its number, which whoever wrote about it has named. */
const subjectColumns = sql`t.id, t.shipment_id, s.house_number, b.id as booking_id, b.booking_number,
  t.quote_id, q.quote_number, co.name as company_name,
  coalesce(nullif(t.subject, ''), case when b.id is null and s.id is null and q.id is null
    then (select d.booking_number from booking d where d.id = t.booking_id) end, '') as subject`;

export function subjectOf(row: SubjectRow, scope: Scope): TeamSubject {
  return {
    shipment: row.shipment_id ? { id: row.shipment_id, houseNumber: row.house_number ?? "" } : null,
    booking: row.booking_id ? { id: row.booking_id, bookingNumber: row.booking_number ?? "" } : null,
    quote: row.quote_id ? { id: row.quote_id, quoteNumber: row.quote_number ?? "" } : null,
    subject: row.subject,
    companyName: scope.isEveryCompany ? row.company_name : "",
  };
}
export type { SubjectRow };

export async function readSubjects(
  db: Kysely<Database>,
  teamIds: readonly string[],
  scope: Scope,
): Promise<Map<string, TeamSubject>> {
  const { rows } = await sql<SubjectRow>`
    select ${subjectColumns} from team t ${subjectJoins(scope)} where t.id = any(${[...teamIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, subjectOf(row, scope)]));
}

/** Some of the teams that a keyword finds in the caller's scope, with their numbers (`subjectJoins`); and of how many. */
export async function findTeams(
  db: Kysely<Database>,
  scope: Scope,
  {
    keyword,
    isWanted = sql`true`,
    order,
    limit,
    offset,
  }: { keyword: string | undefined; isWanted?: Sql; order: Sql; limit: number; offset: number },
): Promise<{ rows: SubjectRow[]; total: number }> {
  const found = sql`${seenTeams(scope)} and ${matchesKeyword(keyword, scope)} and ${isWanted}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from team t where ${found}`.execute(db);
  const { rows } = await sql<SubjectRow>`
    select ${subjectColumns} from team t ${subjectJoins(scope)} where ${found}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Of one team that was just found; @throws Refusal when it has gone meanwhile */
export async function readSubject(db: Kysely<Database>, teamId: string, scope: Scope): Promise<TeamSubject> {
  const subject = (await readSubjects(db, [teamId], scope)).get(teamId);
  if (!subject) throw notFound();
  return subject;
}

type Sql = RawBuilder<unknown>;
type ChannelWire = TeamData["channels"][number];

/** The channels of teams in the order of the tabs, with what the caller has not read. */
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

/** Condition on a team `t`: its numbers, its subject, and for the forwarder the customer's name. */
function matchesKeyword(keyword: string | undefined, scope: Scope) {
  const text = searchText(keyword ?? "").trim();
  if (!text) return sql`true`;
  const pattern = containing(text);
  const ofCompany = scope.isEveryCompany
    ? sql`or t.company_id in (select id from company where lower(name) like ${pattern})`
    : sql``;
  return sql`(t.search_text like ${pattern} ${ofCompany})`;
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
  const given = await caseOf(db, scope, type, subjectId);
  if (!given) throw notFound();
  const team = await ensureTeam(db, given, { userId: scope.userId, now });
  const channelId = await channelIdOf(db, team.id, type);
  if (channelId === null) throw notFound();
  return { id: team.id, channelId };
}

export async function teamOf(
  { a, b }: z.output<typeof teamOfSubject.request>,
  context: CallerContext,
): Promise<z.input<typeof teamOfSubject.response>> {
  const { db, scope } = context;
  const given = await caseOf(db, scope, a, b);
  if (!given) throw notFound();
  const found = await findTeam(db, given);
  if (!found) return null;
  const team = await openTeam(context, found.id);
  return {
    ...(await readSubject(db, team.id, scope)),
    id: team.id,
    channels: (await readChannels(db, [team.id], scope)).get(team.id) ?? [],
  };
}
