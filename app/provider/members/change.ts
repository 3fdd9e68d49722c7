import { sql } from "kysely";
import type { z } from "zod";
import {
  CODE_CONFLICT,
  CODE_FORBIDDEN,
  CODE_INVALID,
  CODE_NOT_FOUND,
  CODE_TOO_MANY,
} from "#app/contract/code.ts";
import type * as contract from "#app/contract/member.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import { portalNameFor } from "../brand/sender.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { scopeOf } from "../call/scope.ts";
import { lockCompany } from "../identity/company-lock.ts";
import { isAddressRequested, requestAddressChange } from "../identity/email-change.ts";
import { isKnownToCompany, isPasswordAccount, isPasswordOff } from "../identity/password-policy.ts";
import {
  endResetLinks,
  LINKS_AN_HOUR,
  mailToUser,
  makeResetLink,
  RESET_LINK_HOURS,
  WELCOME_LINK_HOURS,
} from "../identity/reset-link.ts";
import { rolesFor } from "../identity/roles.ts";
import { endSessions } from "../identity/session.ts";
import { readEverythingSaid } from "../messages/unread.ts";
import { publish } from "../realtime/outbox.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { handOverShareLinks } from "../sharing/link.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { type MembersOf, ownCompany } from "./company.ts";
import { forgetName } from "./former.ts";

function fieldFault(code: number, path: string, key: MessageKey, { language }: CallerContext): Refusal {
  return new Refusal(code, key, { data: { fields: [{ path, message: message(key, language) }] } });
}

async function checkPlace(
  input: { roleId: string; departmentId: string | null },
  context: CallerContext,
  of: MembersOf,
): Promise<void> {
  const { db } = context;
  const role = await rolesFor(db, of).select("id").where("id", "=", input.roleId).executeTakeFirst();
  if (!role) throw fieldFault(CODE_INVALID, "roleId", "formatError", context);
  if (input.departmentId === null) return;
  const department = await db
    .selectFrom("department")
    .select("id")
    .where("id", "=", input.departmentId)
    .where("company_id", "=", of.companyId)
    .executeTakeFirst();
  if (!department) throw fieldFault(CODE_INVALID, "departmentId", "formatError", context);
}

/**
 * Finds and locks a member of the company; members of other companies count as missing.
 * @throws Refusal 409 when it stands in another version than the one that is named
 */
async function lockMember(
  { db }: CallerContext,
  userId: string,
  { companyId }: MembersOf,
  version?: number | null,
) {
  const member = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", userId)
    .where("company_id", "=", companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (version != null && version !== member.version) throw new Refusal(CODE_CONFLICT, "memberChanged");
  return member;
}

/**
 * Invites a member: the account has no password until the mailed link is used. One address has one open
 * invitation of a company, whatever its case.
 */
export async function addMember(
  input: z.output<typeof contract.addUser.request>,
  context: CallerContext,
  of = ownCompany(context),
): Promise<{ userId: string }> {
  const { db, caller, now } = context;
  const userName = input.userName.normalize("NFKC");
  if (!isAccountName(userName)) throw fieldFault(CODE_INVALID, "userName", "accountNameLength", context);
  await lockCompany(context, of.companyId);
  await checkPlace(input, context, of);
  if (await isInvited(context, of, input.email))
    throw fieldFault(CODE_CONFLICT, "email", "invitedAlready", context);
  const added = await db
    .insertInto("app_user")
    .values({
      company_id: of.companyId,
      role_id: input.roleId,
      department_id: input.departmentId,
      user_name: userName,
      name: input.name,
      email: input.email,
      status: "AWAITING_CONFIRMATION",
      password_changed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(user_name)`).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) throw fieldFault(CODE_CONFLICT, "userName", "userNameTaken", context);
  await readEverythingSaid(db, scopeOf({ ...of, userId: added.id }, "act"), now);
  await mailWelcome(added, context);
  await recordSecurity(context, "member.added", subjectOf(added), {
    by: caller.userName,
    byId: caller.userId,
    roleTo: input.roleId,
  });
  return { userId: added.id };
}

/** Whether the company has an open invitation to the address. */
async function isInvited(
  { db }: CallerContext,
  { companyId }: MembersOf,
  email: string,
  exceptId = "0",
): Promise<boolean> {
  const invited = await db
    .selectFrom("app_user")
    .select("id")
    .where("company_id", "=", companyId)
    .where("status", "=", "AWAITING_CONFIRMATION")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return invited !== undefined;
}

/** Mails the link by which a new member sets the first password, or the way to the company's sign-in. */
async function mailWelcome(
  member: Parameters<typeof mailToUser>[1] & { id: string; company_id: string },
  context: CallerContext,
): Promise<void> {
  const { db, caller, language, productName } = context;
  const nameOf = async (id: string) =>
    (await db.selectFrom("company").select("name").where("id", "=", id).executeTakeFirstOrThrow()).name;
  const invitation = {
    inviter: caller.name,
    inviterCompany: await nameOf(caller.companyId),
    company: await nameOf(member.company_id),
    product: await portalNameFor(db, member.company_id, member.language_preference ?? language, productName),
  };
  if (await isPasswordOff(db, member)) {
    const link = `${context.publicUrl}/login/company`;
    await mailToUser(db, member, "mailWelcomeCompany", { ...invitation, link }, context);
    return;
  }
  const { url } = await makeResetLink(db, member, WELCOME_LINK_HOURS, context);
  const values = { ...invitation, link: url, hours: WELCOME_LINK_HOURS };
  await mailToUser(db, member, "mailWelcome", values, context);
}

/** Nobody's mailbox is flooded. */
async function refuseManyLinks(userId: string, { db, now }: CallerContext): Promise<void> {
  const { links } = await db
    .selectFrom("password_reset")
    .select((eb) => eb.fn.countAll<string>().as("links"))
    .where("user_id", "=", userId)
    .where("created_at", ">", new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (Number(links) >= LINKS_AN_HOUR)
    throw new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: HOUR_MS / 1000 } });
}

/** Mails an invitation again; the links of earlier ones end. */
export async function inviteAgain(
  { userId }: z.output<typeof contract.inviteAgain.request>,
  context: CallerContext,
  of = ownCompany(context),
): Promise<null> {
  const { db, caller, now } = context;
  const member = await lockMember(context, userId, of);
  if (member.status !== "AWAITING_CONFIRMATION") throw new Refusal(CODE_CONFLICT, "notInvited");
  await refuseManyLinks(member.id, context);
  await endResetLinks(db, member.id, now);
  await mailWelcome(member, context);
  await recordSecurity(context, "member.invited", subjectOf(member), {
    by: caller.userName,
    byId: caller.userId,
  });
  return null;
}

/**
 * Nobody can disable themselves or remove their own administrator role, so that a company always has an
 * administrator. Another role or state ends the member's sessions.
 */
export async function editMember(
  input: z.output<typeof contract.editUser.request>,
  context: CallerContext,
  of = ownCompany(context),
): Promise<null> {
  const { db, caller, now } = context;
  await lockCompany(context, of.companyId);
  const member = await lockMember(context, input.userId, of, input.version);
  await checkPlace(input, context, of);
  const isSelf = member.id === caller.userId;
  if (isSelf && (input.status === "DISABLED" || input.roleId !== member.role_id))
    throw new Refusal(CODE_FORBIDDEN, "notOnYourself");
  const isOtherAddress = input.email.toLowerCase() !== member.email?.toLowerCase();
  if (isSelf && isOtherAddress) throw fieldFault(CODE_INVALID, "email", "emailNeedsPassword", context);
  // Without a password, or the company's sign-in, the old address was never confirmed either.
  const isUnused = member.password_hash === null && !(await isKnownToCompany(db, member.id));
  await sparePasswordAccount(context, member, input);
  if (isUnused && (await isInvited(context, of, input.email, member.id)))
    throw fieldFault(CODE_CONFLICT, "email", "invitedAlready", context);
  const status = isUnused && input.status === "ACTIVE" ? "AWAITING_CONFIRMATION" : input.status;
  await db
    .updateTable("app_user")
    .set({
      name: input.name,
      email: isUnused || !isOtherAddress ? input.email : member.email,
      role_id: input.roleId,
      department_id: input.departmentId,
      status,
    })
    .where("id", "=", member.id)
    .execute();
  if (isOtherAddress && isUnused) await mailWelcome({ ...member, email: input.email }, context);
  else if (isOtherAddress && !(await isAddressRequested(db, member.id, input.email, now)))
    await requestAddressChange(member, input.email, context);
  await recordSecurity(context, "member.changed", subjectOf(member), {
    by: caller.userName,
    byId: caller.userId,
    roleFrom: member.role_id,
    roleTo: input.roleId,
    statusFrom: member.status,
    statusTo: status ?? member.status,
  });
  const isOtherStatus = status !== undefined && status !== member.status;
  if (isOtherStatus || input.roleId !== member.role_id) await endSessions(db, member.id, now);
  return null;
}

/** The company's last way in without its identity provider stays. @param becomes null: the account is deleted */
async function sparePasswordAccount(
  { db }: CallerContext,
  member: { id: string; role_id: string },
  becomes: { roleId: string; status?: string } | null,
): Promise<void> {
  const stays = becomes?.roleId === member.role_id && becomes.status !== "DISABLED";
  if (!stays && (await isPasswordAccount(db, member.id)))
    throw new Refusal(CODE_CONFLICT, "passwordAccountKept");
}

/** Confirmed by typing the member's account name (product 5.9); sessions and sockets end at once. */
export async function deleteMember(
  { id, accountName }: z.output<typeof contract.deleteUser.request>,
  context: CallerContext,
  of = ownCompany(context),
): Promise<null> {
  const { db, caller } = context;
  await lockCompany(context, of.companyId);
  const member = await lockMember(context, id, of);
  if (member.id === caller.userId) throw new Refusal(CODE_FORBIDDEN, "notOnYourself");
  await sparePasswordAccount(context, member, null);
  if (accountName.normalize("NFKC").trim() !== member.user_name)
    throw fieldFault(CODE_INVALID, "accountName", "accountNameDiffers", context);
  await forgetName(db, member.id);
  await handOverShareLinks(context, member);
  await db.deleteFrom("app_user").where("id", "=", member.id).execute();
  await recordSecurity(context, "member.deleted", subjectOf(member), {
    by: caller.userName,
    byId: caller.userId,
  });
  await publish(db, { kind: "person-out", userId: member.id });
  return null;
}

/** `portalUser/getResetPwd` (product 7.2): returns the link itself, for an administrator to pass on. */
export async function memberResetLink(
  { userId }: z.output<typeof contract.getResetPwd.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.getResetPwd.response>> {
  const member = await lockMember(context, userId, ownCompany(context));
  if (member.status === "DISABLED") throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (await isPasswordOff(context.db, member)) throw new Refusal(CODE_CONFLICT, "passwordsOff");
  const { url, expiresAt } = await makeResetLink(context.db, member, RESET_LINK_HOURS, context);
  const { userName: by, userId: byId } = context.caller;
  await recordSecurity(context, "reset.linkMade", subjectOf(member), { by, byId });
  const values = { link: `${context.publicUrl}/forgotPassword` };
  await mailToUser(context.db, member, "mailLinkMade", values, context);
  return { url, expiresAt: instantToWire(expiresAt)! };
}

/**
 * Mails a member the link that resets the password; who asks for it never sees the link. The one that was mailed before
 * goes on working until it is used or runs out.
 */
export async function mailMemberReset(userId: string, context: CallerContext, of: MembersOf): Promise<void> {
  const { db, caller } = context;
  const member = await lockMember(context, userId, of);
  if (member.status === "AWAITING_CONFIRMATION" || member.status === "DISABLED" || !member.email)
    throw new Refusal(CODE_CONFLICT, "resetNotPossible");
  if (await isPasswordOff(db, member)) throw new Refusal(CODE_CONFLICT, "memberPasswordsOff");
  await refuseManyLinks(member.id, context);
  const { url } = await makeResetLink(db, member, RESET_LINK_HOURS, context);
  await mailToUser(db, member, "mailReset", { link: url, hours: RESET_LINK_HOURS }, context);
  await recordSecurity(context, "reset.linkMade", subjectOf(member), {
    by: caller.userName,
    byId: caller.userId,
  });
}
