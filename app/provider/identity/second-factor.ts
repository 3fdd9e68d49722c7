import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_FACTOR_WRONG, CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/second-factor.ts";
import { instantToWire, MINUTE_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { managesMembers } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { message } from "../texts/message.ts";
import {
  addressOf,
  countRecoveryCodes,
  makeRecoveryCodes,
  makeSecret,
  openSecret,
  sealSecret,
  takeTimedCode,
} from "./one-time-code.ts";
import { mailToUser } from "./reset-link.ts";
import { endSessions } from "./session.ts";
import { attemptCode, finishAttempt, nameKeyOf, unlockCodes } from "./sign-in-lock.ts";

const ownRow = ({ db, caller }: CallerContext) =>
  db.selectFrom("app_user").selectAll().where("id", "=", caller.userId).executeTakeFirstOrThrow();

const hasFactor = ({ caller }: CallerContext) => caller.session?.hasFactor ?? false;

/** `portalUser/factorState` */
export async function factorState({
  db,
  caller,
}: CallerContext): Promise<z.input<typeof contract.factorState.response>> {
  const { confirmed_at, isRequired } = await db
    .selectFrom("company as c")
    .leftJoin("second_factor as f", (join) => join.on("f.user_id", "=", caller.userId))
    .select(["f.confirmed_at", "c.requires_second_factor as isRequired"])
    .where("c.id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  return {
    since: instantToWire(confirmed_at),
    recoveryCodesLeft: await countRecoveryCodes(db, caller.userId),
    isRequired,
    isRequiredByOperator: caller.session?.isFactorRequiredByOperator ?? false,
    mayRequire: managesMembers(caller),
  };
}

/** Within this time a set-up that was not finished goes on with its secret, so that a page can be shown again. */
const SET_UP_MS = 30 * MINUTE_MS;

/** `portalUser/factorStart`: begins a set-up, or goes on with one. */
export async function startFactor(
  context: CallerContext,
): Promise<z.input<typeof contract.factorStart.response>> {
  const { db, caller, now, secrets, publicUrl } = context;
  if (hasFactor(context)) throw new Refusal(CODE_CONFLICT, "factorThere");
  const begun = await db
    .selectFrom("second_factor")
    .select("secret")
    .where("user_id", "=", caller.userId)
    .where("created_at", ">", new Date(now.getTime() - SET_UP_MS))
    .executeTakeFirst();
  const known = begun && openSecret(secrets, caller.userId, begun.secret);
  const secret = known ?? makeSecret();
  const answer = { secret, address: addressOf(secret, new URL(publicUrl).host, caller.userName) };
  if (known) return answer;
  const row = { secret: sealSecret(secrets, caller.userId, secret), created_at: now, last_step: "0" };
  await db
    .insertInto("second_factor")
    .values({ user_id: caller.userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  return answer;
}

/** The refusal of a code, which commits its count. */
export function codeWrong({ language }: Pick<CallerContext, "language">): Refusal {
  return new Refusal(CODE_FACTOR_WRONG, "factorWrong", {
    data: { fields: [{ path: "code", message: message("factorWrong", language) }] },
    keepsChanges: true,
  });
}

/** `portalUser/factorConfirm`: from now on it is asked for, and other sessions have to prove themselves anew. */
export async function confirmFactor(
  { code }: z.output<typeof contract.factorConfirm.request>,
  context: CallerContext,
): Promise<{ recoveryCodes: string[] }> {
  const { db, caller, now, secrets, publicUrl } = context;
  if (hasFactor(context)) throw new Refusal(CODE_CONFLICT, "factorThere");
  const plain = code.replace(/\s/g, "");
  const attempt = await attemptCode(db, caller.userId, now, () =>
    takeTimedCode(db, secrets, caller.userId, plain, now),
  );
  if (!(await finishAttempt(attempt))) throw codeWrong(context);
  await db
    .updateTable("second_factor")
    .set({ confirmed_at: now })
    .where("user_id", "=", caller.userId)
    .execute();
  await db
    .updateTable("auth_token")
    .set({ proved_at: null })
    .where("user_id", "=", caller.userId)
    .where("token_hash", "<>", caller.tokenHash)
    .execute();
  const recoveryCodes = await makeRecoveryCodes(db, secrets, caller.userId, now);
  await recordSecurity(context, "factor.added", caller);
  await mailToUser(db, await ownRow(context), "mailFactorAdded", { link: publicUrl }, context);
  return { recoveryCodes };
}

/** `portalUser/recoveryRenew` */
export async function renewRecoveryCodes(context: CallerContext): Promise<{ recoveryCodes: string[] }> {
  const { db, caller, now, secrets } = context;
  if (!hasFactor(context)) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const recoveryCodes = await makeRecoveryCodes(db, secrets, caller.userId, now);
  await recordSecurity(context, "factor.codesRenewed", caller);
  return { recoveryCodes };
}

async function deleteFactor(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("second_factor").where("user_id", "=", userId).execute();
  await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await unlockCodes(db, userId);
}

/** `portalUser/factorRemove` */
export async function removeFactor(context: CallerContext): Promise<null> {
  const { db, caller, publicUrl } = context;
  const { isRequired, isRequiredByOperator } = await factorState(context);
  if (isRequired || isRequiredByOperator) throw new Refusal(CODE_CONFLICT, "factorRequired");
  await deleteFactor(db, caller.userId);
  await recordSecurity(context, "factor.removed", caller);
  await mailToUser(db, await ownRow(context), "mailFactorRemoved", { link: publicUrl }, context);
  return null;
}

/** Only for administrators with a second factor, so that nobody asks of others what they do not do. */
function mustHaveFactor(context: CallerContext): void {
  if (!hasFactor(context)) throw new Refusal(CODE_CONFLICT, "ownFactorFirst");
}

/** `portalUser/factorRequire`: members without one set it up before anything else. */
export async function requireFactor(
  { isRequired }: z.output<typeof contract.factorRequire.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  mustHaveFactor(context);
  await db
    .updateTable("company")
    .set({ requires_second_factor: isRequired })
    .where("id", "=", caller.companyId)
    .execute();
  await recordSecurity(context, isRequired ? "factor.required" : "factor.notRequired", caller);
  return null;
}

/** `portalUser/factorReset`: for a member who has lost it. Their sessions end, and they are told. */
export async function resetFactor(
  { userId }: z.output<typeof contract.factorReset.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  const member = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", userId)
    .where("company_id", "=", caller.companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (member.id === caller.userId) throw new Refusal(CODE_FORBIDDEN, "notOnYourself");
  mustHaveFactor(context);
  await withdraw(context, member, caller.userName);
  return null;
}

type Occasion = Pick<CallerContext, "db" | "now" | "clientAddress" | "publicUrl" | "language">;

async function withdraw(context: Occasion, member: Selectable<Database["app_user"]>, by: string) {
  const { db, now, publicUrl } = context;
  await deleteFactor(db, member.id);
  await db.deleteFrom("passkey").where("user_id", "=", member.id).execute();
  await endSessions(db, member.id, now);
  await recordSecurity(context, "factor.reset", subjectOf(member), { by });
  await mailToUser(db, member, "mailFactorRemoved", { link: publicUrl }, context);
}

/**
 * The operator's reset, for whom no administrator can help: as `resetFactor`, by account name in any case.
 * @returns false when there is no such account
 */
export async function withdrawFactors(context: Occasion, userName: string): Promise<boolean> {
  const member = await context.db
    .selectFrom("app_user")
    .selectAll()
    .where(sql`lower(user_name)`, "=", nameKeyOf(userName))
    .forUpdate()
    .executeTakeFirst();
  if (member) await withdraw(context, member, "operator");
  return member !== undefined;
}

/**
 * Removes what was encrypted with a key that is lost.
 * @returns how many people had a second factor
 */
export async function forgetSealed(db: Kysely<Database>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("second_factor").executeTakeFirst();
  await db.deleteFrom("recovery_code").execute();
  await db.deleteFrom("secrets_key").execute();
  return Number(numDeletedRows);
}
