import { type Kysely, sql } from "kysely";
import { TICKET_LIFETIME_MS } from "#app/contract/realtime.ts";
import { hashToken, makeToken } from "../call/caller.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database } from "../db/schema.ts";

/** The person behind a socket. The socket closes when the bearer token that requested the ticket ends. */
export interface TicketHolder {
  userId: string;
  userName: string;
  companyId: string;
  isForwarder: boolean;
  /** SHA-256 as base64url, as in events. */
  tokenHash: string;
  tokenEndsAt: Date;
}

/** Makes a ticket for one socket; only its hash is stored. */
export async function makeTicket(
  db: Kysely<Database>,
  caller: { userId: string; tokenHash: Buffer },
  now: Date,
): Promise<string> {
  const { token, tokenHash } = makeToken();
  await db
    .insertInto("realtime_ticket")
    .values({
      ticket_hash: tokenHash,
      auth_token_hash: caller.tokenHash,
      user_id: caller.userId,
      expires_at: new Date(now.getTime() + TICKET_LIFETIME_MS),
    })
    .execute();
  return token;
}

/**
 * Takes a ticket, whichever process made it; a second use finds nothing.
 * @returns null when it is unknown, used or expired, or when its bearer token or person is no longer allowed
 */
export async function takeTicket(
  db: Kysely<Database>,
  ticket: string | null,
  now: Date,
): Promise<TicketHolder | null> {
  if (!/^[\w-]{43}$/.test(ticket ?? "")) return null;
  const { rows } = await sql<{
    user_id: string;
    user_name: string;
    company_id: string;
    is_forwarder: boolean;
    token_hash: Buffer;
    token_ends_at: Date;
  }>`
    ${cachedPlan} with taken as (
      delete from realtime_ticket where ticket_hash = ${hashToken(ticket as string)}
      returning auth_token_hash, user_id, expires_at
    )
    select u.id as user_id, u.user_name, u.company_id, c.is_forwarder, t.token_hash, t.expires_at as token_ends_at
    from taken
    join auth_token t on t.token_hash = taken.auth_token_hash and t.user_id = taken.user_id
    join app_user u on u.id = taken.user_id
    join company c on c.id = u.company_id
    where taken.expires_at > ${now} and t.expires_at > ${now} and t.revoked_at is null and u.status = 'ACTIVE'`.execute(
    db,
  );
  const row = rows[0];
  return row
    ? {
        userId: row.user_id,
        userName: row.user_name,
        companyId: row.company_id,
        isForwarder: row.is_forwarder,
        tokenHash: row.token_hash.toString("base64url"),
        tokenEndsAt: row.token_ends_at,
      }
    : null;
}
