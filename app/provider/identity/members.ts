import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { ButtonCode } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/user.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { Caller, CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { scopeOf } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";
import { readEverythingSaid } from "../messages/unread.ts";
import { publish } from "../realtime/outbox.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { isAddressRequested, requestAddressChange } from "./email-change.ts";
import { mailToUser, makeResetLink, RESET_LINK_HOURS, WELCOME_LINK_HOURS } from "./reset-link.ts";
import { endSessions } from "./session.ts";

/** The forwarder's own role, which a customer's member never gets. */
const STAFF_ROLE = "desk";

function fieldFault(code: number, path: string, key: MessageKey, { language }: CallerContext): Refusal {
  return new Refusal(code, key, { data: { fields: [{ path, message: message(key, language) }] } });
}

/**
 * Members of the caller's company, sorted by user name; the keyword is searched in names and addresses
 * (product 7.2).
 */
export async function listMembers(
  { page, pageSize, keyword }: z.output<typeof contract.accountUserList.request>,
  { db, caller, language }: CallerContext,
): Promise<z.input<typeof contract.accountUserList.response>> {
  const wanted = keyword?.trim();
  const matching = db
    .selectFrom("app_user as u")
    .where("u.company_id", "=", caller.companyId)
    .$if(Boolean(wanted), (query) =>
      query.where((eb) =>
        eb.or([
          eb("u.user_name", "ilike", containing(wanted!)),
          eb("u.name", "ilike", containing(wanted!)),
          eb("u.email", "ilike", containing(wanted!)),
        ]),
      ),
    );
  const { total } = await matching
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin("role as r", "r.id", "u.role_id")
    .leftJoin("department as d", "d.id", "u.department_id")
    .selectAll("u")
    .select(["r.name as role_name", "r.name_zh as role_name_zh", "d.name as department_name"])
    .orderBy(sql`lower(u.user_name)`)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    rows: rows.map((row) => ({
      userId: row.id,
      userName: row.user_name,
      name: row.name,
      email: row.email,
      roleId: row.role_id,
      roleName: language === "zh" ? row.role_name_zh : row.role_name,
      departmentId: row.department_id,
      departmentName: row.department_name,
      status: row.status,
      createdAt: instantToWire(row.created_at)!,
      lastSignInAt: instantToWire(row.last_sign_in_at),
    })),
    total: Number(total),
    isTotalCapped: false,
  };
}

/** Roles of every company, and those of the caller's company. */
function rolesFor(db: Kysely<Database>, caller: Caller) {
  return db
    .selectFrom("role")
    .where((eb) => eb.or([eb("company_id", "is", null), eb("company_id", "=", caller.companyId)]))
    .$if(!caller.isForwarder, (query) => query.where("code", "<>", STAFF_ROLE));
}

/** The roles that the caller may give to a member. */
export async function listRoles({
  db,
  caller,
  language,
}: CallerContext): Promise<z.input<typeof contract.fontRoleList.response>> {
  const roles = await rolesFor(db, caller).select(["id", "code", "name", "name_zh"]).orderBy("id").execute();
  return roles.map(({ id, code, name, name_zh }) => ({ id, code, name: language === "zh" ? name_zh : name }));
}

/** A flat list with parent ids (product 3.12). */
export async function listDepartments({
  db,
  caller,
}: CallerContext): Promise<z.input<typeof contract.fontDeptList.response>> {
  return db
    .selectFrom("department")
    .select(["id", "parent_id as pId", "name"])
    .where("company_id", "=", caller.companyId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

async function checkPlace(
  input: { roleId: string; departmentId: string | null },
  context: CallerContext,
): Promise<void> {
  const { db, caller } = context;
  const role = await rolesFor(db, caller).select("id").where("id", "=", input.roleId).executeTakeFirst();
  if (!role) throw fieldFault(CODE_INVALID, "roleId", "formatError", context);
  if (input.departmentId === null) return;
  const department = await db
    .selectFrom("department")
    .select("id")
    .where("id", "=", input.departmentId)
    .where("company_id", "=", caller.companyId)
    .executeTakeFirst();
  if (!department) throw fieldFault(CODE_INVALID, "departmentId", "formatError", context);
}

/** Finds and locks a member of the caller's company; members of other companies count as missing. */
async function lockMember({ db, caller }: CallerContext, userId: string) {
  const member = await db
    .selectFrom("app_user")
    .selectAll()
    .where("id", "=", userId)
    .where("company_id", "=", caller.companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return member;
}

/** Adds a member without a password and mails a link to set one. */
export async function addMember(
  input: z.output<typeof contract.addUser.request>,
  context: CallerContext,
): Promise<{ userId: string }> {
  const { db, caller, now } = context;
  const userName = input.userName.normalize("NFKC");
  if (!isAccountName(userName)) throw fieldFault(CODE_INVALID, "userName", "accountNameLength", context);
  await checkPlace(input, context);
  const added = await db
    .insertInto("app_user")
    .values({
      company_id: caller.companyId,
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
  await readEverythingSaid(db, scopeOf({ ...caller, userId: added.id }, "act"), now);
  await mailWelcome(added, context);
  await recordSecurity(context, "member.added", subjectOf(added), {
    by: caller.userName,
    roleTo: input.roleId,
  });
  return { userId: added.id };
}

/** Mails the link by which a new member sets the first password. */
async function mailWelcome(
  member: Parameters<typeof mailToUser>[1] & { id: string },
  context: CallerContext,
): Promise<void> {
  const { url } = await makeResetLink(context.db, member, WELCOME_LINK_HOURS, context);
  await mailToUser(context.db, member, "mailWelcome", { link: url, hours: WELCOME_LINK_HOURS }, context);
}

/**
 * Nobody can disable themselves or remove their own administrator role, so that a company always has an
 * administrator.
 */
export async function editMember(
  input: z.output<typeof contract.editUser.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  await lockCompany(context);
  const member = await lockMember(context, input.userId);
  await checkPlace(input, context);
  const isSelf = member.id === caller.userId;
  if (isSelf && (input.status === "DISABLED" || input.roleId !== member.role_id))
    throw new Refusal(CODE_FORBIDDEN, "notOnYourself");
  const isOtherAddress = input.email.toLowerCase() !== member.email?.toLowerCase();
  if (isSelf && isOtherAddress) throw fieldFault(CODE_INVALID, "email", "emailNeedsPassword", context);
  // Without a password the old address was never confirmed either.
  const isUnused = member.password_hash === null;
  await db
    .updateTable("app_user")
    .set({
      name: input.name,
      email: isUnused || !isOtherAddress ? input.email : member.email,
      role_id: input.roleId,
      department_id: input.departmentId,
      status: input.status,
    })
    .where("id", "=", member.id)
    .execute();
  if (isOtherAddress && isUnused) await mailWelcome({ ...member, email: input.email }, context);
  else if (isOtherAddress && !(await isAddressRequested(db, member.id, input.email, now)))
    await requestAddressChange(member, input.email, context);
  await recordSecurity(context, "member.changed", subjectOf(member), {
    ...{ by: caller.userName, roleFrom: member.role_id, roleTo: input.roleId },
    ...{ statusFrom: member.status, statusTo: input.status ?? member.status },
  });
  if (input.status === "DISABLED") await endSessions(db, member.id, now);
  else if (input.roleId !== member.role_id && !(await hasMessages(db, input.roleId)))
    await publish(db, { kind: "messages-lost", userId: member.id });
  return null;
}

/** Whether the role has the button of the message center. */
async function hasMessages(db: Kysely<Database>, roleId: string): Promise<boolean> {
  const button: ButtonCode = "MessageCenter";
  const row = await db
    .selectFrom("role_menu")
    .innerJoin("menu", "menu.id", "role_menu.menu_id")
    .select("menu.id")
    .where("role_menu.role_id", "=", roleId)
    .where("menu.menu_flag", "=", 0)
    .where("menu.name", "=", button)
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirmed by typing the member's account name (product 5.9); sessions and sockets end at once. */
export async function deleteMember(
  { id, accountName }: z.output<typeof contract.deleteUser.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  await lockCompany(context);
  const member = await lockMember(context, id);
  if (member.id === caller.userId) throw new Refusal(CODE_FORBIDDEN, "notOnYourself");
  if (accountName.normalize("NFKC").trim() !== member.user_name)
    throw fieldFault(CODE_INVALID, "accountName", "accountNameDiffers", context);
  await db.deleteFrom("app_user").where("id", "=", member.id).execute();
  await recordSecurity(context, "member.deleted", subjectOf(member), { by: caller.userName });
  await publish(db, { kind: "person-out", userId: member.id });
  return null;
}

/** Serializes changes of members, so that two administrators cannot remove each other at the same time. */
async function lockCompany({ db, caller }: CallerContext): Promise<void> {
  await db.selectFrom("company").select("id").where("id", "=", caller.companyId).forUpdate().execute();
  const stillAdmin = await db
    .selectFrom("app_user")
    .innerJoin("role", "role.id", "app_user.role_id")
    .select("app_user.id")
    .where("app_user.id", "=", caller.userId)
    .where("role.code", "=", "admin")
    .where("app_user.status", "=", "ACTIVE")
    .executeTakeFirst();
  if (!stillAdmin) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** `portalUser/getResetPwd` (product 7.2): returns the link itself, for an administrator to pass on. */
export async function memberResetLink(
  { userId }: z.output<typeof contract.getResetPwd.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.getResetPwd.response>> {
  const member = await lockMember(context, userId);
  if (member.status === "DISABLED") throw new Refusal(CODE_NOT_FOUND, "notFound");
  const { url, expiresAt } = await makeResetLink(context.db, member, RESET_LINK_HOURS, context);
  await recordSecurity(context, "reset.linkMade", subjectOf(member), { by: context.caller.userName });
  return { url, expiresAt: instantToWire(expiresAt)! };
}
