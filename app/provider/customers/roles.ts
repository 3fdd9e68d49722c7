import { sql } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import * as contract from "#app/contract/customer-role.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { rolesFor } from "../identity/roles.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { rightsChanged } from "./change.ts";
import { companyOf } from "./members.ts";
import { fieldFault, lockCustomer, note, refuseOtherRole, roleText, tellCompany } from "./store.ts";

const ROLES_MAX = 50;

const offered = ({ db }: CallerContext, companyId: string) => rolesFor(db, { companyId, isForwarder: false });

type Role = z.input<typeof contract.customerRole.response>["role"];

async function readRoles(
  context: CallerContext,
  companyId: string,
  id: string | null = null,
): Promise<Role[]> {
  const roles = await offered(context, companyId)
    .select(["id", "company_id", "code", "name", "name_zh", "version"])
    .select([
      sql<string[]>`array(
        select m.name from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = role.id
        union select url from role_resource where role_id = role.id)`.as("rights"),
      sql<number>`(select count(*)::int from app_user u where u.role_id = role.id and u.company_id = ${companyId})`.as(
        "members",
      ),
    ])
    .$if(id !== null, (query) => query.where("id", "=", id!))
    .orderBy(sql`company_id is not null`)
    .orderBy("id")
    .execute();
  return roles.map(({ id, company_id, code, name, name_zh, version, rights, members }) => ({
    id,
    name,
    nameZh: name_zh,
    version,
    members,
    isShared: company_id === null,
    isAdministrator: code === ADMIN_ROLE,
    // What is no customer's, such as the desk's calls, is not offered and not copied.
    rights: contract.customerRights.filter((right) => rights.includes(right)),
  }));
}

export async function listCustomerRoles(
  { companyId }: z.output<typeof contract.customerRoles.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.customerRoles.response>> {
  return { company: await companyOf(context, companyId), roles: await readRoles(context, companyId) };
}

/** A role of one company's own. @throws Refusal 404 for shared ones, too: nobody changes those at the desk */
async function ownRole({ db }: CallerContext, id: string) {
  const role = await db
    .selectFrom("role")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "is not", null)
    .executeTakeFirst();
  if (!role) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return { ...role, company_id: role.company_id! };
}

export async function readCustomerRole(
  { id }: z.output<typeof contract.customerRole.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.customerRole.response>> {
  const { company_id: companyId } = await ownRole(context, id);
  const company = await companyOf(context, companyId);
  const [role] = await readRoles(context, companyId, id);
  if (!role) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return { company, role };
}

/** Two roles of one name could not be told apart where somebody chooses one. */
async function checkNames(
  { name, nameZh }: { name: string; nameZh: string },
  context: CallerContext,
  companyId: string,
  ownId = "0",
): Promise<void> {
  const others = await offered(context, companyId)
    .select(["name", "name_zh"])
    .where("id", "<>", ownId)
    .execute();
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  if (others.some((other) => isSame(other.name, name)))
    throw fieldFault(CODE_CONFLICT, "name", "roleNameTaken", context);
  if (others.some((other) => isSame(other.name_zh, nameZh)))
    throw fieldFault(CODE_CONFLICT, "nameZh", "roleNameTaken", context);
}

export async function makeRole(
  { companyId, fromId, name, nameZh }: z.output<typeof contract.customerRoleMake.request>,
  context: CallerContext,
): Promise<{ id: string }> {
  const { db } = context;
  const company = await lockCustomer(context, companyId);
  const roles = await readRoles(context, companyId);
  const from = roles.find(({ id }) => id === fromId);
  if (!from) throw fieldFault(CODE_INVALID, "fromId", "formatError", context);
  if (roles.filter(({ isShared }) => !isShared).length >= ROLES_MAX)
    throw new Refusal(CODE_CONFLICT, "tooManyRoles");
  await checkNames({ name, nameZh }, context, companyId);
  // The code passes no gate of roles: a copy of the administrator's role holds its menus and no more.
  const code = `own-${company.log_sequence + 1}`;
  const { id } = await db
    .insertInto("role")
    .values({ company_id: companyId, code, name, name_zh: nameZh })
    .returning("id")
    .executeTakeFirstOrThrow();
  await give(id, from.rights, context);
  await note(context, companyId, "roleMade", [
    { path: "role", before: null, after: roleText({ name, name_zh: nameZh }) },
    { path: "copyOf", before: null, after: roleText({ name: from.name, name_zh: from.nameZh }) },
  ]);
  await tellCompany(context, companyId, "role.made", { roleTo: id });
  return { id };
}

export async function saveRole(
  { id, version, name, nameZh, rights }: z.output<typeof contract.customerRoleSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db } = context;
  const companyId = (await ownRole(context, id)).company_id;
  await lockCustomer(context, companyId);
  const role = await ownRole(context, id);
  await refuseOtherRole(context, companyId, role, version);
  await checkNames({ name, nameZh }, context, companyId, id);
  const [held] = await readRoles(context, companyId, id);
  const had = held?.rights ?? [];
  const added = contract.customerRights.filter((right) => rights.includes(right) && !had.includes(right));
  const taken = had.filter((right) => !rights.includes(right));
  const names = changesBetween(
    { roleName: role.name, roleNameZh: role.name_zh },
    { roleName: name, roleNameZh: nameZh },
  );
  if (added.length + taken.length + names.length === 0) return null;
  await db
    .updateTable("role")
    .set({ name, name_zh: nameZh, version: version + 1 })
    .where("id", "=", id)
    .execute();
  // Only what is taken away is deleted: losing the message center closes the live talks of the role's people.
  await take(id, taken, context);
  await give(id, added, context);
  await note(context, companyId, "roleChanged", [
    { path: "role", before: null, after: roleText(role) },
    ...names,
    ...rightsChanged(added, taken),
  ]);
  await tellCompany(context, companyId, "role.changed", {
    roleTo: id,
    given: added.join(" "),
    taken: taken.join(" "),
  });
  return null;
}

/** Removes a role that nobody has and that no sign-in of the company gives. */
export async function removeRole(
  { id, version }: z.output<typeof contract.customerRoleRemove.request>,
  context: CallerContext,
): Promise<null> {
  const { db } = context;
  const companyId = (await ownRole(context, id)).company_id;
  await lockCustomer(context, companyId);
  const role = await ownRole(context, id);
  await refuseOtherRole(context, companyId, role, version);
  const { rows } = await sql`
    select from app_user where role_id = ${id}
    union all
    select from company_sign_in s where s.default_role_id = ${id}
      or exists (select from jsonb_array_elements(s.role_map) m where m->>'roleId' = ${id}::text)
    limit 1`.execute(db);
  if (rows.length > 0) throw new Refusal(CODE_CONFLICT, "roleInUse");
  await db.deleteFrom("role").where("id", "=", id).execute();
  await note(context, companyId, "roleRemoved", [{ path: "role", before: roleText(role), after: null }]);
  await tellCompany(context, companyId, "role.removed");
  return null;
}

const isCall = (right: string) => right.startsWith("/");

async function give(roleId: string, rights: readonly string[], { db }: CallerContext): Promise<void> {
  await sql`
    insert into role_menu (role_id, menu_id)
    select ${roleId}, id from menu where name = any(${rights.filter((right) => !isCall(right))})
    on conflict do nothing`.execute(db);
  await sql`
    insert into role_resource (role_id, url) select ${roleId}, unnest(${rights.filter(isCall)}::text[])
    on conflict do nothing`.execute(db);
}

async function take(roleId: string, rights: readonly string[], { db }: CallerContext): Promise<void> {
  await sql`
    delete from role_menu where role_id = ${roleId} and menu_id in (
      select id from menu where name = any(${rights.filter((right) => !isCall(right))}))`.execute(db);
  await sql`
    delete from role_resource where role_id = ${roleId} and url = any(${rights.filter(isCall)})`.execute(db);
}
