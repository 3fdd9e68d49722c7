import type { Kysely, Selectable } from "kysely";
import { sql } from "kysely";
import { z } from "zod";
import type * as auth from "#app/contract/auth.ts";
import {
  CODE_EMAIL_NOT_ATTACHED,
  CODE_INVALID,
  CODE_PASSWORD_TOO_SIMPLE,
  CODE_RESET_LINK_INVALID,
} from "#app/contract/code.ts";
import type { Language } from "#app/contract/user.ts";
import { isAcceptablePassword } from "#app/lib/password-strength.ts";
import { hashToken, makeToken } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { type MailKind, mailTexts, message } from "../texts/message.ts";
import { isBreached } from "./breached-passwords.ts";
import { hashPassword } from "./password.ts";
import { isEasilyGuessed } from "./password-guesses.ts";
import { isPasswordOff } from "./password-policy.ts";
import { endSessions } from "./session.ts";
import { unlock } from "./sign-in-lock.ts";

type User = Selectable<Database["app_user"]>;

const HOUR_MS = 60 * 60_000;
export const RESET_LINK_HOURS = 1;
export const WELCOME_LINK_HOURS = 72;
/** Mails per hour and account, so that nobody's mailbox can be flooded. */
export const LINKS_AN_HOUR = 5;
/** Maximum number of accounts with one e-mail address that get a mail. */
const ACCOUNTS_OF_AN_ADDRESS = 10;

/** Makes a link to the portal that sets the account's password once. Only a hash of its token is stored. */
export async function makeResetLink(
  db: Kysely<Database>,
  user: Pick<User, "id" | "email">,
  hours: number,
  { now, publicUrl }: Pick<CallContext, "now" | "publicUrl">,
): Promise<{ url: string; expiresAt: Date }> {
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  await db
    .insertInto("password_reset")
    .values({
      token_hash: tokenHash,
      user_id: user.id,
      email: user.email ?? "",
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { url: `${publicUrl}/resetPassword?token=${token}`, expiresAt };
}

/** Product 5.2: every well-formed address gets the same answer; each of its accounts gets a mail. */
export async function forgotPassword(
  { email }: z.output<typeof auth.forgotPassword.request>,
  context: CallContext,
): Promise<null> {
  const { db, now, language } = context;
  const address = email.trim();
  if (!z.email().safeParse(address).success) {
    const text = message(address ? "emailFormatError" : "cannotBeEmpty", language);
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path: "email", message: text }] } });
  }
  const users = await db
    .selectFrom("app_user")
    .innerJoin("company", "company.id", "app_user.company_id")
    .selectAll("app_user")
    .select("company.name as company")
    .select((eb) =>
      eb
        .selectFrom("password_reset")
        .whereRef("password_reset.user_id", "=", "app_user.id")
        .where("password_reset.created_at", ">", new Date(now.getTime() - HOUR_MS))
        .select(eb.fn.countAll<string>().as("links"))
        .as("links"),
    )
    .where(sql`lower(app_user.email)`, "=", address.toLowerCase())
    .where("app_user.status", "<>", "DISABLED")
    .orderBy("app_user.id")
    .limit(ACCOUNTS_OF_AN_ADDRESS)
    .execute();
  // Two mails that look the same are taken for one that was sent twice.
  const isOneOfSeveral = users.length > 1;
  for (const user of users) {
    if (Number(user.links) >= LINKS_AN_HOUR) continue;
    const account = { company: user.company, count: users.length };
    if (await isPasswordOff(db, user)) {
      const values = { ...account, link: `${context.publicUrl}/login/company` };
      const kind = isOneOfSeveral ? "mailResetCompanySeveral" : "mailResetCompany";
      await mailToUser(db, user, kind, values, context);
      continue;
    }
    const { url } = await makeResetLink(db, user, RESET_LINK_HOURS, context);
    const values = { ...account, link: url, hours: RESET_LINK_HOURS };
    await mailToUser(db, user, isOneOfSeveral ? "mailResetSeveral" : "mailReset", values, context);
    await recordSecurity(context, "reset.asked", subjectOf(user));
  }
  return null;
}

/** Mails in the person's preferred language, else in that of the request. */
export async function mailToUser(
  db: Kysely<Database>,
  user: Pick<User, "email" | "name" | "user_name" | "language_preference">,
  kind: MailKind,
  values: Record<string, string | number>,
  { language, now }: { language: Language; now: Date },
): Promise<void> {
  if (!user.email) return;
  const inLanguage = user.language_preference ?? language;
  const texts = mailTexts(kind, inLanguage, { name: user.name, userName: user.user_name, ...values });
  await queueMail(db, { recipient: user.email, ...texts }, now);
}

/** Finds the account of a valid link. @throws Refusal for any other link, and for a deleted account */
async function userOfLink(db: Kysely<Database>, token: string, now: Date, isLocked: boolean): Promise<User> {
  const link = await db
    .selectFrom("password_reset")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!link || link.used_at || link.expires_at <= now)
    throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  const user =
    link.user_id === null
      ? undefined
      : await db.selectFrom("app_user").selectAll().where("id", "=", link.user_id).executeTakeFirst();
  // The link belongs to its address, whatever its case.
  if (!user || (user.email ?? "").toLowerCase() !== link.email.toLowerCase())
    throw new Refusal(CODE_EMAIL_NOT_ATTACHED, "emailNotAttached");
  if (user.status === "DISABLED") throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  return user;
}

/**
 * Tells whose password the link sets. Refused with 1101 (unknown, used, expired) or 1102 (the account was
 * deleted).
 */
export async function resetPasswordValidate(
  { token }: z.output<typeof auth.resetPasswordValidate.request>,
  { db, now }: CallContext,
): Promise<z.input<typeof auth.resetPasswordValidate.response>> {
  const user = await userOfLink(db, token, now, false);
  return { userName: user.user_name, isFirst: user.password_hash === null };
}

/** Sets the password, ends all sessions of the account and invalidates all its links. */
export async function resetPassword(
  { token, password }: z.output<typeof auth.resetPassword.request>,
  context: CallContext,
): Promise<null> {
  const { db, now } = context;
  const user = await userOfLink(db, token, now, true);
  // The link may be older than the company's decision.
  if (await isPasswordOff(db, user)) throw new Refusal(CODE_RESET_LINK_INVALID, "passwordsOff");
  await storePassword(db, user, password, context);
  // Using the link proves that the address belongs to the person.
  if (user.status === "AWAITING_CONFIRMATION")
    await db.updateTable("app_user").set({ status: "ACTIVE" }).where("id", "=", user.id).execute();
  await endSessions(db, user.id, now);
  await unlock(db, user.user_name);
  await recordSecurity(context, "reset.done", subjectOf(user));
  return null;
}

/**
 * Stores a new password that is strong enough and not breached, invalidates the account's links, and notifies
 * the person by mail.
 */
export async function storePassword(
  db: Kysely<Database>,
  user: User,
  password: string,
  context: CallContext,
): Promise<void> {
  const { now, publicUrl, productName } = context;
  if (!isAcceptablePassword(password, user.user_name))
    throw new Refusal(CODE_PASSWORD_TOO_SIMPLE, "passwordTooSimple");
  if (isBreached(password)) throw new Refusal(CODE_PASSWORD_TOO_SIMPLE, "passwordBreached");
  const company = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", user.company_id)
    .executeTakeFirstOrThrow();
  if (isEasilyGuessed(password, [user.user_name, user.name, user.email, company.name, productName ?? null]))
    throw new Refusal(CODE_PASSWORD_TOO_SIMPLE, "passwordTooSimple");
  await db
    .updateTable("app_user")
    .set({
      password_hash: await hashPassword(password),
      password_changed_at: now,
      password_reminder_after: null,
    })
    .where("id", "=", user.id)
    .execute();
  await endResetLinks(db, user.id, now);
  await endAddressChanges(db, user.id, now);
  if (user.password_hash !== null)
    await mailToUser(db, user, "mailPasswordChanged", { link: `${publicUrl}/forgotPassword` }, context);
}

/** Invalidates the account's links that set a password. */
export async function endResetLinks(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  await db
    .updateTable("password_reset")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

/** Invalidates links that were sent to new addresses. */
export async function endAddressChanges(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  await db
    .updateTable("email_change")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}
