import type { Kysely } from "kysely";
import { CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";

/**
 * Whether the person signs in by the company's identity provider only: the company has switched passwords off, and
 * this is not the account that keeps its own.
 */
export async function isPasswordOff(
  db: Kysely<Database>,
  { id, company_id }: { id: string; company_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("company_sign_in")
    .select("company_id")
    .where("company_id", "=", company_id)
    .where("is_on", "=", true)
    .where("password_account_id", "is not", null)
    .where("password_account_id", "<>", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Called after the right password or passkey only. @throws Refusal CODE_SIGN_IN_REFUSED */
export async function refusePasswordOff(
  context: CallContext,
  user: { id: string; company_id: string; user_name: string },
): Promise<void> {
  if (!(await isPasswordOff(context.db, user))) return;
  await recordSecurity(context, "signIn.refused", subjectOf(user), { by: "passwordsOff" });
  throw new Refusal(CODE_SIGN_IN_REFUSED, "passwordsOff");
}

/** Whether the account is the one that keeps its password while those of its company are off. */
export async function isPasswordAccount(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("company_sign_in")
    .select("company_id")
    .where("password_account_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the person has come in by an identity provider, so that the account is in use without a password. */
export async function isKnownToCompany(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("person_identity")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
