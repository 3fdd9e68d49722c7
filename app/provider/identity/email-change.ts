import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type * as auth from "#app/contract/auth.ts";
import {
  CODE_INVALID,
  CODE_PASSWORD_WRONG,
  CODE_RESET_LINK_INVALID,
  CODE_TOO_MANY,
} from "#app/contract/code.ts";
import type { changeEmail as changeEmailEndpoint } from "#app/contract/user.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { hashToken, makeToken } from "../call/caller.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { message } from "../texts/message.ts";
import { isPassword } from "./password.ts";
import { endAddressChanges, mailToUser } from "./reset-link.ts";
import { attemptPassword, finishAttempt } from "./sign-in-lock.ts";

type User = Selectable<Database["app_user"]>;

const LINK_HOURS = 24;
/** Requests per hour and account, so that nobody's mailbox can be flooded. */
const CHANGES_AN_HOUR = 5;

/**
 * Requests a new e-mail address for the caller's account: checks the password, mails a link to the new
 * address and a notice to the old one. Nothing changes until the link is used. An address of another company
 * gets the same answer as any other.
 */
export async function changeEmail(
  { email, password }: z.output<typeof changeEmailEndpoint.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language } = context;
  const user = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  const attempt = await attemptPassword(db, user.user_name, now, () =>
    isPassword(user.password_hash, password),
  );
  if (!(await finishAttempt(attempt))) {
    await recordSecurity(context, "password.wrong", caller, { at: "changeEmail" });
    throw new Refusal(CODE_PASSWORD_WRONG, "passwordWrong", {
      data: { fields: [{ path: "password", message: message("passwordWrong", language) }] },
      keepsChanges: true,
    });
  }
  if (email.toLowerCase() === user.email?.toLowerCase())
    throw new Refusal(CODE_INVALID, "emailUnchanged", {
      data: { fields: [{ path: "email", message: message("emailUnchanged", language) }] },
    });
  await requestAddressChange(user, email, context);
  return null;
}

/** Mails the link and the notice, and cancels earlier requests. */
export async function requestAddressChange(user: User, email: string, context: CallerContext): Promise<void> {
  const { db, caller, now, publicUrl } = context;
  const { asked: changeCount } = await db
    .selectFrom("email_change")
    .select((eb) => eb.fn.countAll<string>().as("asked"))
    .where("user_id", "=", user.id)
    .where("created_at", ">", new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (Number(changeCount) >= CHANGES_AN_HOUR)
    throw new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: HOUR_MS / 1000 } });
  await endAddressChanges(db, user.id, now);
  const { token, tokenHash } = makeToken();
  await db
    .insertInto("email_change")
    .values({
      token_hash: tokenHash,
      user_id: user.id,
      old_email: user.email ?? "",
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_HOURS * HOUR_MS),
    })
    .execute();
  const link = `${publicUrl}/confirmEmail?token=${token}`;
  // The owner of an address that has an account elsewhere gets a mail without a link.
  const text = (await isOfAnotherCompany(db, user, email)) ? "mailEmailTaken" : "mailEmailConfirm";
  await mailToUser(db, { ...user, email }, text, { link, hours: LINK_HOURS }, context);
  const values = { email, link: `${publicUrl}/forgotPassword` };
  await mailToUser(db, user, "mailEmailAsked", values, context);
  await recordSecurity(context, "email.asked", subjectOf(user), { by: caller.userName });
}

/** Whether the account waits for confirmation of this address. */
export async function isAddressRequested(
  db: Kysely<Database>,
  userId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const change = await db
    .selectFrom("email_change")
    .select("email")
    .where("user_id", "=", userId)
    .where("email", "=", email)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return change !== undefined;
}

async function isOfAnotherCompany(db: Kysely<Database>, user: User, email: string): Promise<boolean> {
  const other = await db
    .selectFrom("app_user")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("company_id", "<>", user.company_id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Finds the account and address of a valid link. @throws Refusal for any other link */
async function changeOfLink(db: Kysely<Database>, token: string, now: Date, isLocked: boolean) {
  const change = await db
    .selectFrom("email_change")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  const user =
    change && !change.used_at && change.expires_at > now
      ? await db.selectFrom("app_user").selectAll().where("id", "=", change.user_id).executeTakeFirst()
      : undefined;
  const isUsable =
    user?.status === "ACTIVE" &&
    (user.email ?? "") === change?.old_email &&
    !(await isOfAnotherCompany(db, user, change.email));
  if (!user || !change || !isUsable) throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  return { user, email: change.email };
}

/** Tells which account gets which address; changes nothing. */
export async function confirmEmailValidate(
  { token }: z.output<typeof auth.confirmEmailValidate.request>,
  { db, now }: CallContext,
): Promise<z.input<typeof auth.confirmEmailValidate.response>> {
  const { user, email } = await changeOfLink(db, token, now, false);
  return { userName: user.user_name, email };
}

/** Sets the account's address, cancels links to the old address, and notifies the old address. */
export async function confirmEmail(
  { token }: z.output<typeof auth.confirmEmail.request>,
  context: CallContext,
): Promise<null> {
  const { db, now, publicUrl } = context;
  const { user, email } = await changeOfLink(db, token, now, true);
  await db.updateTable("app_user").set({ email }).where("id", "=", user.id).execute();
  await endAddressChanges(db, user.id, now);
  const values = { email, link: `${publicUrl}/forgotPassword` };
  await mailToUser(db, user, "mailEmailChanged", values, context);
  await recordSecurity(context, "email.changed", subjectOf(user));
  return null;
}
