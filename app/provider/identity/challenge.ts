import type { Kysely, Selectable } from "kysely";
import { CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { hashToken, makeToken, refuseByStatus } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { type CompanyOrigin, openOrigin, sealOrigin } from "./company-origin.ts";

/** Time between the two steps of a sign-in. */
const CHALLENGE_MS = 10 * MINUTE_MS;

/** Whether one-time codes are asked of the person. */
export async function hasFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("second_factor")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The token that stands for the first step of a sign-in, which was right. */
export async function makeChallenge(
  { db, now, secrets }: Pick<CallContext, "db" | "now" | "secrets">,
  userId: string,
  origin: CompanyOrigin | null = null,
): Promise<string> {
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await db
    .insertInto("sign_in_challenge")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      expires_at: expiresAt,
      company_session: origin && sealOrigin(secrets, tokenHash, origin),
    })
    .execute();
  return token;
}

/**
 * The person of a challenge that waits. The password may have changed since, which ends the challenge.
 * @throws Refusal CODE_SIGN_IN_REFUSED, and of the account's state
 */
export async function personOfChallenge(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<Selectable<Database["app_user"]>> {
  const user = await db
    .selectFrom("sign_in_challenge as c")
    .innerJoin("app_user as u", "u.id", "c.user_id")
    .selectAll("u")
    .where("c.token_hash", "=", hashToken(token))
    .where("c.used_at", "is", null)
    .where("c.expires_at", ">", now)
    .whereRef("u.password_changed_at", "<=", "c.created_at")
    .executeTakeFirst();
  if (!user) throw new Refusal(CODE_SIGN_IN_REFUSED, "challengeOver");
  refuseByStatus(user.status);
  return user;
}

/** Where the sign-in of a challenge began, if that was the company's identity provider. */
export async function originOfChallenge(
  { db, secrets }: Pick<CallContext, "db" | "secrets">,
  token: string,
): Promise<CompanyOrigin | null> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom("sign_in_challenge")
    .select("company_session")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.company_session ? openOrigin(secrets, tokenHash, row.company_session) : null;
}

/** Spends a challenge, once. @returns whether this call did */
export async function spendChallenge(db: Kysely<Database>, token: string, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable("sign_in_challenge")
    .set({ used_at: now })
    .where("token_hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return spent !== undefined;
}
