import type { Kysely } from "kysely";
import type { z } from "zod";
import type { signIn as signInEndpoint } from "#app/contract/auth.ts";
import { CODE_PASSWORD_WRONG, CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import type * as contract from "#app/contract/second-factor.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, type SecuritySubject, subjectOf } from "../security-log/record.ts";
import { message } from "../texts/message.ts";
import { originOfChallenge, personOfChallenge, spendChallenge } from "./challenge.ts";
import { takeRecoveryCode, takeTimedCode } from "./one-time-code.ts";
import { isPassword } from "./password.ts";
import { mailToUser } from "./reset-link.ts";
import { codeWrong } from "./second-factor.ts";
import { openSession } from "./session.ts";
import { type Attempt, attemptCode, attemptPassword, finishAttempt } from "./sign-in-lock.ts";

type Holder = Parameters<typeof mailToUser>[1] & { id: string; user_name: string; company_id: string };

/** Checks a timed or a recovery code, and counts a wrong one. The person is told of a recovery code. */
async function attemptFactor(
  db: Kysely<Database>,
  holder: Holder,
  typed: string,
  context: CallContext,
): Promise<Attempt> {
  const { now, secrets, publicUrl } = context;
  const code = typed.replace(/\s/g, "");
  const isTimed = /^\d{6}$/.test(code);
  const take = isTimed ? takeTimedCode : takeRecoveryCode;
  const attempt = await attemptCode(db, holder.id, now, () => take(db, secrets, holder.id, code, now));
  if (attempt.outcome === "right" && !isTimed) {
    await recordSecurity({ ...context, db }, "factor.recoveryUsed", subjectOf(holder));
    await mailToUser(db, holder, "mailRecoveryUsed", { link: publicUrl }, context);
  }
  return attempt;
}

async function recordWrong(
  context: CallContext,
  { outcome }: Attempt,
  subject: SecuritySubject,
  at: string,
): Promise<void> {
  if (outcome !== "right") await recordSecurity(context, "factor.wrong", subject, { at, outcome });
}

/** `auth/secondFactor`: the second step of a sign-in. */
export async function signInWithCode(
  { challenge, code }: z.output<typeof contract.secondFactor.request>,
  context: CallContext,
): Promise<z.input<typeof signInEndpoint.response>> {
  const { db, now } = context;
  const user = await personOfChallenge(db, challenge, now);
  const origin = await originOfChallenge(context, challenge);
  const { attempt, isSpent } = await transaction(db as Kysely<Database>, async (trx) => {
    const attempt = await attemptFactor(trx, user, code, context);
    return {
      attempt,
      isSpent: attempt.outcome === "right" && (await spendChallenge(trx, challenge, now)),
    };
  });
  await recordWrong(context, attempt, subjectOf(user), "signIn");
  if (!(await finishAttempt(attempt))) throw codeWrong(context);
  if (!isSpent) throw new Refusal(CODE_SIGN_IN_REFUSED, "challengeOver");
  return openSession(context, user, origin);
}

/** Notes in the session that its holder has proved who they are; other sessions stay as they are. */
export async function noteProof({ db, caller, now }: CallerContext): Promise<void> {
  await db
    .updateTable("auth_token")
    .set({ proved_at: now })
    .where("token_hash", "=", caller.tokenHash)
    .execute();
}

/** `portalUser/prove`: by a code, or by the password for people without a second factor. */
export async function prove(
  { code, password }: z.output<typeof contract.prove.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language } = context;
  const user = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  if (caller.session?.hasFactor) {
    const attempt = await attemptFactor(db, user, code ?? "", context);
    await recordWrong(context, attempt, caller, "prove");
    if (!(await finishAttempt(attempt))) throw codeWrong(context);
  } else {
    const attempt = await attemptPassword(db, user.user_name, now, () =>
      isPassword(user.password_hash, password ?? ""),
    );
    if (!(await finishAttempt(attempt))) {
      await recordSecurity(context, "password.wrong", caller, { at: "prove" });
      throw new Refusal(CODE_PASSWORD_WRONG, "passwordWrong", {
        data: { fields: [{ path: "password", message: message("passwordWrong", language) }] },
        keepsChanges: true,
      });
    }
  }
  await noteProof(context);
  return null;
}
