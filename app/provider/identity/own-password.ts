import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_INVALID, CODE_PASSWORD_WRONG } from "#app/contract/code.ts";
import type * as contract from "#app/contract/user.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Caller, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";
import { message } from "../texts/message.ts";
import { isPassword } from "./password.ts";
import { storePassword } from "./reset-link.ts";
import { endSessions } from "./session.ts";
import { attemptPassword, finishAttempt } from "./sign-in-lock.ts";

const REMINDER_QUIET_MS = 7 * DAY_MS;

function ownRow(db: Kysely<Database>, caller: Caller) {
  return db.selectFrom("app_user").selectAll().where("id", "=", caller.userId).executeTakeFirstOrThrow();
}

/**
 * `portalUser/validatePassword` (product 7.2). Failures count as sign-in failures, so that an open session
 * cannot be used to guess the password.
 */
export async function validatePassword(
  { password }: z.output<typeof contract.validatePassword.request>,
  context: CallerContext,
): Promise<{ isValid: boolean }> {
  const { db, caller, now } = context;
  const attempt = await transaction(db, async (trx) => {
    const user = await ownRow(trx, caller);
    return attemptPassword(trx, user.user_name, now, () => isPassword(user.password_hash, password));
  });
  const isValid = await finishAttempt(attempt);
  if (!isValid) await recordSecurity(context, "password.wrong", caller, { at: "validatePassword" });
  return { isValid };
}

/** 'Not now': no reminder for 7 days (product 8.5). */
export async function rejectUpdatePassword({ db, caller, now }: CallerContext): Promise<null> {
  await db
    .updateTable("app_user")
    .set({ password_reminder_after: new Date(now.getTime() + REMINDER_QUIET_MS) })
    .where("id", "=", caller.userId)
    .execute();
  return null;
}

/**
 * `portalUser/resetPwd` (product 7.2): changes the password after checking the present one; ends the
 * account's other sessions.
 */
export async function changePassword(
  { oldPassword, newPassword }: z.output<typeof contract.resetPwd.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language } = context;
  const user = await ownRow(db, caller);
  const attempt = await attemptPassword(db, user.user_name, now, () =>
    isPassword(user.password_hash, oldPassword),
  );
  if (!(await finishAttempt(attempt))) {
    await recordSecurity(context, "password.wrong", caller, { at: "resetPwd" });
    throw new Refusal(CODE_PASSWORD_WRONG, "passwordWrong", {
      data: { fields: [{ path: "oldPassword", message: message("passwordWrong", language) }] },
      keepsChanges: true,
    });
  }
  if (await isPassword(user.password_hash, newPassword))
    throw new Refusal(CODE_INVALID, "passwordUnchanged", {
      data: { fields: [{ path: "newPassword", message: message("passwordUnchanged", language) }] },
    });
  await storePassword(db, user, newPassword, context);
  await recordSecurity(context, "password.changed", caller);
  await endSessions(db, user.id, now, { spared: caller.tokenHash });
  return null;
}
