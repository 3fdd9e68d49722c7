import { sql } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/customer-member.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { addMember, deleteMember, editMember, inviteAgain, mailMemberReset } from "../members/change.ts";
import { listDepartments, listRoles, membersIn, readListedMembers } from "../members/list.ts";
import { type Change, changesBetween } from "../operation-log/changes.ts";
import { fieldFault, isCustomer, lockCustomer, note, refuseClosed, roleText } from "./store.ts";

/** A customer's company, for a call about its members. @throws Refusal 404 */
export async function companyOf({ db }: CallerContext, id: string) {
  const { rows } = await sql<{ id: string; name: string; isClosed: boolean }>`
    select c.id, c.name, c.closed_at is not null as "isClosed" from company c
    where c.id = ${id} and ${isCustomer}`.execute(db);
  if (!rows[0]) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return rows[0];
}

const membersOf = (companyId: string) => ({ companyId, isForwarder: false });

export async function listCustomerMembers(
  { companyId, ...input }: z.output<typeof contract.customerMembers.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.customerMembers.response>> {
  const company = await companyOf(context, companyId);
  return { ...(await membersIn(() => membersOf(companyId)).page(input, context)), company };
}

async function placesOf(context: CallerContext, companyId: string) {
  const of = membersOf(companyId);
  return { roles: await listRoles(context, of), departments: await listDepartments(context, of) };
}

export async function readPlaces(
  { companyId }: z.output<typeof contract.customerPlaces.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.customerPlaces.response>> {
  return { company: await companyOf(context, companyId), ...(await placesOf(context, companyId)) };
}

interface Standing {
  company_id: string;
  version: number;
  isLastAdministrator: boolean;
}

/** @throws Refusal 404 for somebody who is nobody's, or the forwarder's */
async function standingOf({ db }: CallerContext, userId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select u.company_id, u.version,
      (u.status = 'ACTIVE' and r.code = ${ADMIN_ROLE} and not exists (
        select from app_user o join role w on w.id = o.role_id
        where o.company_id = u.company_id and o.id <> u.id and o.status = 'ACTIVE' and w.code = ${ADMIN_ROLE}
      )) as "isLastAdministrator"
    from app_user u join role r on r.id = u.role_id where u.id = ${userId}`.execute(db);
  if (!rows[0]) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return rows[0];
}

export async function readCustomerMember(
  { userId }: z.output<typeof contract.customerMember.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.customerMember.response>> {
  const { company_id: companyId, version, isLastAdministrator } = await standingOf(context, userId);
  const company = await companyOf(context, companyId);
  const [member] = await readListedMembers([userId], context, membersOf(companyId));
  return { company, member: member!, version, isLastAdministrator, ...(await placesOf(context, companyId)) };
}

/** Locks the company and finds the member as they stand then. @throws Refusal 409 for a closed company */
async function memberToChange(context: CallerContext, userId: string): Promise<Standing> {
  const { company_id: companyId } = await standingOf(context, userId);
  refuseClosed(await lockCustomer(context, companyId));
  return standingOf(context, userId);
}

function refuseOther(member: Standing, { version }: { version: number }): void {
  if (member.version !== version) throw new Refusal(CODE_CONFLICT, "memberChanged");
}

const leftAlone = (context: CallerContext) =>
  fieldFault(CODE_CONFLICT, "leavesNoAdministrator", "lastAdministrator", context);

/** What the record says of a member: no address and no name, which go when the account is deleted. */
async function shownMember({ db }: CallerContext, userId: string) {
  const row = await db
    .selectFrom("app_user as u")
    .innerJoin("role as r", "r.id", "u.role_id")
    .leftJoin("department as d", "d.id", "u.department_id")
    .select(["r.name", "r.name_zh", "u.status", "d.name as department"])
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { role: roleText(row), department: row.department, memberStatus: row.status };
}
/** By id: whoever reads the record is told the name of now. */
const memberNamed = (userId: string): Change => ({ path: "member", before: null, after: userId });

export async function addCustomerMember(
  { companyId, ...input }: z.output<typeof contract.customerMemberAdd.request>,
  context: CallerContext,
): Promise<{ userId: string }> {
  refuseClosed(await lockCustomer(context, companyId));
  const added = await addMember(input, context, membersOf(companyId));
  const { role, department } = await shownMember(context, added.userId);
  await note(context, companyId, "memberInvited", [
    memberNamed(added.userId),
    ...changesBetween({}, { role, department }),
  ]);
  return added;
}

export async function saveCustomerMember(
  { leavesNoAdministrator, ...input }: z.output<typeof contract.customerMemberSave.request>,
  context: CallerContext,
): Promise<null> {
  const member = await memberToChange(context, input.userId);
  const before = await shownMember(context, input.userId);
  await editMember(input, context, membersOf(member.company_id));
  if (member.isLastAdministrator && !leavesNoAdministrator) {
    const { isLastAdministrator } = await standingOf(context, input.userId);
    if (!isLastAdministrator) throw leftAlone(context);
  }
  const changes = changesBetween(before, await shownMember(context, input.userId));
  await note(context, member.company_id, "memberChanged", [memberNamed(input.userId), ...changes]);
  return null;
}

export async function removeCustomerMember(
  {
    userId,
    accountName,
    version,
    leavesNoAdministrator,
  }: z.output<typeof contract.customerMemberRemove.request>,
  context: CallerContext,
): Promise<null> {
  const member = await memberToChange(context, userId);
  refuseOther(member, { version });
  if (member.isLastAdministrator && !leavesNoAdministrator) throw leftAlone(context);
  await deleteMember({ id: userId, accountName }, context, membersOf(member.company_id));
  await note(context, member.company_id, "memberRemoved", [{ path: "member", before: userId, after: null }]);
  return null;
}

export async function mailCustomerMember(
  { userId, what }: z.output<typeof contract.customerMemberMail.request>,
  context: CallerContext,
): Promise<null> {
  const { company_id: companyId } = await memberToChange(context, userId);
  const of = membersOf(companyId);
  if (what === "INVITATION") await inviteAgain({ userId }, context, of);
  else await mailMemberReset(userId, context, of);
  await note(context, companyId, what === "INVITATION" ? "memberMailed" : "resetMailed", [
    memberNamed(userId),
  ]);
  return null;
}
