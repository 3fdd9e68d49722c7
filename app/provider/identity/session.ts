import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { MenuItem, signIn as signInEndpoint } from "#app/contract/auth.ts";
import { CODE_SECOND_FACTOR, CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { makeToken, refuseByStatus } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { inTurn, limitTo } from "../call/in-turn.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { publish } from "../realtime/outbox.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { hasFactor, makeChallenge } from "./challenge.ts";
import { type CompanyOrigin, keepOrigin } from "./company-origin.ts";
import { isPassword } from "./password.ts";
import { refusePasswordOff } from "./password-policy.ts";
import { attemptPassword, finishAttempt, nameKeyOf } from "./sign-in-lock.ts";

const SESSION_MS = 12 * 60 * 60_000;
/** Password age at which a new one is required (product 9.1). */
const PASSWORD_AGE_MS = 90 * DAY_MS;

// Hashing is slow and holds a connection: a flood of sign-ins must not use up the pool.
const withHashSlot = limitTo(4, 500);

/**
 * SQL expression: menus and buttons of a role in display order. The forwarder's own people begin with their desk: a sign-in
 * leads to the first menu (product 2.5).
 */
export function menuListOf(
  roleId: RawBuilder<unknown>,
  companyId: RawBuilder<unknown>,
): RawBuilder<MenuItem[]> {
  return sql`(
    select coalesce(
      json_agg(json_build_object('name', m.name, 'menuFlag', m.menu_flag, 'url', m.url) order by
        m.name = 'FREIGHTFORWARDER' and (select is_forwarder from company where id = ${companyId}) desc,
        m.sort, m.id),
      '[]'
    )
    from role_menu rm join menu m on m.id = rm.menu_id
    where rm.role_id = ${roleId}
  )`;
}

/**
 * Whether the reminder of product 8.5 is due: the password is older than 90 days, and the person has not
 * postponed it lately.
 */
export function isPasswordUpdateDue(
  user: { password_changed_at: Date; password_reminder_after: Date | null },
  now: Date,
): boolean {
  const isOld = now.getTime() - user.password_changed_at.getTime() > PASSWORD_AGE_MS;
  return isOld && (user.password_reminder_after === null || user.password_reminder_after <= now);
}

/**
 * `auth/token` (product 7.2). An unknown name is delayed, counted, locked and refused like a known one; the
 * account's state is told only after the right password. With a second factor the answer is a challenge.
 */
export async function signIn(
  input: z.output<typeof signInEndpoint.request>,
  context: CallContext,
): Promise<z.input<typeof signInEndpoint.response>> {
  const { db, now } = context;
  const nameKey = nameKeyOf(input.userName);
  const signedIn = await inTurn(`sign in ${nameKey}`, async () => {
    const { attempt, user } = await withHashSlot(() =>
      transaction(db, async (trx) => {
        const user = await trx
          .selectFrom("app_user")
          .selectAll()
          .where(sql`lower(user_name)`, "=", nameKey)
          .executeTakeFirst();
        const attempt = await attemptPassword(trx, nameKey, now, () =>
          isPassword(user?.password_hash, input.password),
        );
        return { attempt, user };
      }),
    );
    if (attempt.outcome !== "right") {
      const kind = attempt.outcome === "locked" ? "signIn.locked" : "signIn.refused";
      await recordSecurity(context, kind, user ? subjectOf(user) : null);
    }
    return (await finishAttempt(attempt)) ? user : undefined;
  });
  if (!signedIn) throw new Refusal(CODE_SIGN_IN_REFUSED, "signInRefused");
  if (signedIn.status !== "ACTIVE") {
    await recordSecurity(context, "signIn.refused", subjectOf(signedIn), { status: signedIn.status });
    refuseByStatus(signedIn.status);
  }
  await refusePasswordOff(context, signedIn);
  return openSessionOrAsk(context, signedIn);
}

/** Makes a session, or asks those who have a second factor for it. @throws Refusal CODE_SECOND_FACTOR */
export async function openSessionOrAsk(
  context: CallContext,
  user: Selectable<Database["app_user"]>,
  origin: CompanyOrigin | null = null,
): Promise<z.input<typeof signInEndpoint.response>> {
  if (await hasFactor(context.db, user.id)) {
    const challenge = await makeChallenge(context, user.id, origin);
    throw new Refusal(CODE_SECOND_FACTOR, "secondFactorNeeded", { data: { challenge } });
  }
  return openSession(context, user, origin);
}

/**
 * Makes a session for somebody who has proved who they are.
 * @param origin where it began, if that was the company's identity provider
 */
export async function openSession(
  context: CallContext,
  user: Selectable<Database["app_user"]>,
  origin: CompanyOrigin | null = null,
): Promise<z.input<typeof signInEndpoint.response>> {
  const { db, now } = context;
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  await transaction(
    db,
    async (trx) => {
      await trx
        .insertInto("auth_token")
        .values({
          token_hash: tokenHash,
          user_id: user.id,
          created_at: now,
          expires_at: expiresAt,
          last_used_at: now,
          proved_at: now,
          user_agent: context.userAgent,
          client_address: context.clientAddress,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      if (origin) await keepOrigin(trx, tokenHash, origin, context.secrets);
      const detail: Record<string, string> = origin ? { by: "company" } : {};
      await recordSecurity({ ...context, db: trx }, "signIn.done", subjectOf(user), detail);
      await trx.updateTable("app_user").set({ last_sign_in_at: now }).where("id", "=", user.id).execute();
    },
    { isRepeatable: true },
  );
  const { menuList } = await db
    .selectNoFrom(menuListOf(sql`${user.role_id}::bigint`, sql`${user.company_id}::bigint`).as("menuList"))
    .executeTakeFirstOrThrow();
  return {
    token,
    expiresAt: instantToWire(expiresAt)!,
    userId: user.id,
    username: user.user_name,
    languagePreference: user.language_preference,
    menuList,
    isPasswordUpdateDue: isPasswordUpdateDue(user, now),
  };
}

/** Revokes the caller's token: every process refuses it from the next call on, and its sockets close. */
export async function signOut(context: CallerContext): Promise<null> {
  const { db, caller, now } = context;
  await endTokens(db, [caller.tokenHash], now);
  const seer = caller.session?.seenBy;
  const ended = { ...context, clientAddress: "" };
  if (seer) await recordSecurity(ended, "seeAs.ended", caller, { by: seer.userName, byId: seer.userId });
  else await recordSecurity(context, "signOut", caller);
  return null;
}

/**
 * Ends the sessions of an account, except the one with the hash `spared`, or only the one with the `id`.
 * @returns how many there were
 */
export async function endSessions(
  db: Kysely<Database>,
  userId: string,
  now: Date,
  { spared = null, id = null }: { spared?: Buffer | null; id?: string | null } = {},
): Promise<number> {
  const ended = await db
    .updateTable("auth_token")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(spared !== null, (query) => query.where("token_hash", "<>", spared!))
    .$if(id !== null, (query) => query.where("id", "=", id!))
    .returning("token_hash")
    .execute();
  await publishEndedTokens(
    db,
    ended.map(({ token_hash }) => token_hash),
  );
  return ended.length;
}

/** Ends the sessions of these tokens. */
export async function endTokens(db: Kysely<Database>, hashes: readonly Buffer[], now: Date): Promise<void> {
  if (hashes.length === 0) return;
  await db
    .updateTable("auth_token")
    .set({ revoked_at: now })
    .where("token_hash", "in", hashes)
    .where("revoked_at", "is", null)
    .execute();
  await publishEndedTokens(db, hashes);
}

/** Closes the sockets of the tokens at once, in every process, and forgets what their sessions began with. */
async function publishEndedTokens(db: Kysely<Database>, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.deleteFrom("company_session").where("token_hash", "in", hashes).execute();
  await publish(db, { kind: "tokens-ended", tokenHashes: hashes.map((hash) => hash.toString("base64url")) });
}
