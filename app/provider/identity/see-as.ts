import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { SEE_AS_MINUTES, type seeAsBegin, type seeAsWhom } from "#app/contract/see-as.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { makeToken } from "../call/caller.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";

/** `desk.seeAsWhom`. @throws Refusal 404 for people who are no customer's */
export async function whomToSee(
  { userId }: z.output<typeof seeAsWhom.request>,
  { db, language }: CallerContext,
): Promise<z.input<typeof seeAsWhom.response>> {
  const row = await personToSee(db, userId);
  return {
    userId: row.id,
    userName: row.user_name,
    name: row.name,
    roleName: language === "zh" ? row.role_name_zh : row.role_name,
    companyId: row.company_id,
    companyName: row.company_name,
    isActive: row.status === "ACTIVE",
  };
}

async function personToSee(db: Kysely<Database>, userId: string) {
  const row = await db
    .selectFrom("app_user as u")
    .innerJoin("company as c", "c.id", "u.company_id")
    .innerJoin("role as r", "r.id", "u.role_id")
    .select(["u.id", "u.user_name", "u.name", "u.status", "u.company_id"])
    .select(["c.name as company_name", "r.name as role_name", "r.name_zh as role_name_zh"])
    .where("u.id", "=", userId)
    // Colleagues see each other's work at the desk.
    .where("c.is_forwarder", "=", false)
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

/**
 * `desk.seeAs`: a token of the person that reads only (`refuseSeen`), for `SEE_AS_MINUTES` and not longer than the
 * caller's own session. Both companies' activity tells it.
 */
export async function beginSeeing(
  { userId }: z.output<typeof seeAsBegin.request>,
  context: CallerContext,
): Promise<z.input<typeof seeAsBegin.response>> {
  const { db, caller, now, clientAddress, userAgent } = context;
  const person = await whomToSee({ userId }, context);
  if (!person.isActive) throw new Refusal(CODE_CONFLICT, "seenNotActive");
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(now.getTime() + SEE_AS_MINUTES * 60_000);
  await db
    .insertInto("auth_token")
    .values({
      token_hash: tokenHash,
      user_id: person.userId,
      seen_by_token: caller.tokenHash,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      user_agent: userAgent,
      client_address: clientAddress,
    })
    .execute();
  const subject = { userId: person.userId, userName: person.userName, companyId: person.companyId };
  const by = { by: caller.userName, byId: caller.userId };
  // The address is a member of staff's, which is nothing to the customer.
  await recordSecurity({ ...context, clientAddress: "" }, "seeAs.begun", subject, by);
  await recordSecurity(context, "seeAs.begun", { ...subject, companyId: caller.companyId }, by);
  return { ...person, token, expiresAt: instantToWire(expiresAt)! };
}
