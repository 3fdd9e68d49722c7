import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/person.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { recordSecurity } from "../security-log/record.ts";
import { endSessions } from "./session.ts";

/** More sessions than a person has; beyond, the oldest are not listed, but end with all others. */
const MOST_LISTED = 100;

/** `portalUser/sessionList`: what the caller has open, this session included. */
export async function listSessions({
  db,
  caller,
  now,
}: CallerContext): Promise<z.input<typeof contract.sessionList.response>> {
  const rows = await db
    .selectFrom("auth_token")
    .select(["id", "token_hash", "user_agent", "client_address", "created_at", "last_used_at"])
    .where("user_id", "=", caller.userId)
    .where("revoked_at", "is", null)
    .where("seen_by_token", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_LISTED)
    .execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    isThis: row.token_hash.equals(caller.tokenHash),
    userAgent: row.user_agent,
    address: row.client_address || null,
    signedInAt: instantToWire(row.created_at)!,
    lastUsedAt: instantToWire(row.last_used_at)!,
  }));
  return { sessions };
}

/** `portalUser/sessionEnd`: the session in use stays; signing out ends it. */
export async function endSession(
  { id }: z.output<typeof contract.sessionEnd.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  const ended = await endSessions(db, caller.userId, now, { spared: caller.tokenHash, id });
  if (id !== null && ended === 0) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await recordSecurity(context, "session.ended", caller, { count: ended });
  return null;
}
