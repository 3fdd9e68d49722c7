import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { type ChannelType, channelTypes } from "#app/contract/message.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { searchText } from "../db/search-text.ts";
import { type Case, caseOf, channelTypesOf, numbersOf } from "./case.ts";

export type TeamRow = Selectable<Database["team"]>;

export const notFound = () => new Refusal(CODE_NOT_FOUND, "notFound");

/** Condition: the scope sees the booking of a team `t`. */
export const seenBookingOf = (scope: Scope) =>
  sql`exists (select from booking sb where sb.id = t.booking_id and ${seenBookings(scope, "sb")})`;

/**
 * Condition: the scope sees a team `t`. The forwarder sees a conversation about a draft once it has a
 * message.
 */
export function seenTeams(scope: Scope): RawBuilder<boolean> {
  const own = seenRows(scope, "t.company_id");
  if (!scope.isEveryCompany) return own;
  return sql<boolean>`(${own} and (t.booking_id is null or t.quote_id is not null or t.shipment_id is not null
    or ${seenBookingOf(scope)} or exists (select from channel sc where sc.team_id = t.id and sc.last_sequence > 0)))`;
}

/** Locks the creation of a company's teams, so that two requests at once make one team. */
async function lockTeams(trx: Kysely<Database>, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fairlead teams'), ${companyId}::bigint::int)`.execute(trx);
}

/**
 * Finds the team that has one of the case's records and no other record in its place: two shipments of one
 * booking number are two cases, of which the first has the booking.
 */
export async function findTeam(db: Kysely<Database>, conversation: Case): Promise<TeamRow | undefined> {
  const { rows } = await sql<TeamRow>`
    select * from team
    where (quote_id = ${conversation.quoteId} or booking_id = ${conversation.bookingId} or shipment_id = ${conversation.shipmentId})
      and coalesce(quote_id = ${conversation.quoteId}, true)
      and coalesce(booking_id = ${conversation.bookingId}, true)
      and coalesce(shipment_id = ${conversation.shipmentId}, true)
    order by shipment_id = ${conversation.shipmentId} desc nulls last, id limit 1`.execute(db);
  return rows[0];
}

/** Whether the team has all records that its case has by now. */
const isWhole = (team: TeamRow, conversation: Case) =>
  [
    [team.quote_id, conversation.quoteId],
    [team.booking_id, conversation.bookingId],
    [team.shipment_id, conversation.shipmentId],
  ].every(([has, wants]) => wants === null || has !== null);

/** Finds the team of the case, and creates or completes it when necessary. Call it in a transaction. */
export async function ensureTeam(
  trx: Kysely<Database>,
  conversation: Case,
  by: { userId: string; now: Date },
): Promise<TeamRow> {
  const known = await findTeam(trx, conversation);
  if (known && isWhole(known, conversation)) return known;
  await lockTeams(trx, conversation.companyId);
  const team = await findTeam(trx, conversation);
  // A second shipment of one booking is a case of its own: records of another team are not taken from it.
  const free = async (column: "quote_id" | "booking_id" | "shipment_id", id: string | null) => {
    if (id === null) return null;
    const taken = await trx.selectFrom("team").select("id").where(column, "=", id).executeTakeFirst();
    return taken && taken.id !== team?.id ? null : id;
  };
  const parts = {
    quoteId: team?.quote_id ?? (await free("quote_id", conversation.quoteId)),
    bookingId: team?.booking_id ?? (await free("booking_id", conversation.bookingId)),
    shipmentId: team?.shipment_id ?? (await free("shipment_id", conversation.shipmentId)),
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
          company_id: conversation.companyId,
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

/** Finds a team of the caller's scope and adds the records that its case has gained since. */
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
  const conversationCase = await caseOfTeam(db, scope, team);
  if (!conversationCase || isWhole(team, conversationCase)) return team;
  return transaction(
    db as Kysely<Database>,
    (trx) => ensureTeam(trx, conversationCase, { userId: scope.userId, now }),
    {
      isRepeatable: true,
    },
  );
}

/** The case of the latest record that the team has, which leads to the others. */
async function caseOfTeam(db: Kysely<Database>, scope: Scope, team: TeamRow): Promise<Case | null> {
  if (team.shipment_id) return caseOf(db, scope, channelTypes.shipment, team.shipment_id);
  if (team.booking_id) return caseOf(db, scope, channelTypes.booking, team.booking_id);
  if (team.quote_id) return caseOf(db, scope, channelTypes.quote, team.quote_id);
  return null;
}
