import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import * as contract from "#app/contract/member.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { listOf, statusViews } from "../call/list-of.ts";
import { givenIds, type ListedRowIds } from "../db/listed-ids.ts";
import { containing } from "../db/search-text.ts";
import { rolesFor } from "../identity/roles.ts";
import { type MembersOf, ownCompany } from "./company.ts";

interface ListedMember {
  id: string;
  user_name: string;
  name: string;
  email: string | null;
  role_id: string;
  role_name: string;
  department_id: string | null;
  department_name: string | null;
  status: contract.MemberStatus;
  created_at: Date;
  last_sign_in_at: Date | null;
  invited_until: Date | null;
  version: number;
}

type Filter = Pick<z.output<typeof contract.accountUserList.request>, "status" | "keyword" | "userId">;

/** Members of a company, the caller's unless another is named; the keyword is searched in names and addresses (product 7.2). */
export const membersIn = (companyOf: (context: CallerContext) => MembersOf) =>
  listOf({
    name: "members",
    from: sql`app_user u`,
    id: sql`u.id`,
    where(filter: Filter, context) {
      const conditions: RawBuilder<unknown>[] = [sql`u.company_id = ${companyOf(context).companyId}`];
      const keyword = filter.keyword?.trim();
      if (keyword) {
        const pattern = containing(keyword);
        conditions.push(
          sql`(u.user_name ilike ${pattern} or u.name ilike ${pattern} or u.email ilike ${pattern})`,
        );
      }
      if (filter.userId) conditions.push(sql`u.id = ${filter.userId}`);
      return conditions;
    },
    sorts: {
      created: sql`u.created_at`,
      userName: sql`lower(u.user_name)`,
      name: sql`lower(u.name)`,
      lastSignIn: { by: sql`u.last_sign_in_at`, isNullable: true },
    },
    views: statusViews(
      contract.memberStatuses,
      ({ status }: Filter) => status,
      () => sql`u.status`,
    ),
    read: (ids, context) => readListedMembers(ids, context, companyOf(context)),
  });

export const ownMembers = membersIn(ownCompany);

/** The list's rows of these ids, in their order. */
export async function readListedMembers(
  ids: ListedRowIds,
  context: CallerContext,
  { companyId } = ownCompany(context),
): Promise<z.input<typeof contract.member>[]> {
  const { db, language } = context;
  const { rows } = await sql<ListedMember>`
    select u.id, u.user_name, u.name, u.email, u.role_id, u.department_id, u.status, u.created_at, u.last_sign_in_at,
      u.version,
      ${sql.ref(language === "zh" ? "r.name_zh" : "r.name")} as role_name, d.name as department_name,
      case when u.status = 'AWAITING_CONFIRMATION' then
        (select max(l.expires_at) from password_reset l where l.user_id = u.id and l.used_at is null) end as invited_until
    from ${givenIds(ids)} join app_user u on u.id = given.id
    join role r on r.id = u.role_id left join department d on d.id = u.department_id
    where u.company_id = ${companyId}
    order by given.place`.execute(db);
  return rows.map(memberOf);
}

function memberOf(row: ListedMember): z.input<typeof contract.member> {
  return {
    userId: row.id,
    userName: row.user_name,
    name: row.name,
    email: row.email,
    roleId: row.role_id,
    roleName: row.role_name,
    departmentId: row.department_id,
    departmentName: row.department_name,
    status: row.status,
    createdAt: instantToWire(row.created_at)!,
    lastSignInAt: instantToWire(row.last_sign_in_at),
    invitedUntil: instantToWire(row.invited_until),
    version: row.version,
  };
}

/** The roles that a member of the company can be given, with the rights that each has at present. */
export async function listRoles(
  context: CallerContext,
  of = ownCompany(context),
): Promise<z.input<typeof contract.fontRoleList.response>> {
  const { db, language } = context;
  const roles = await rolesFor(db, of)
    .select(["id", "code", "name", "name_zh"])
    .select(
      sql<string[]>`array(
        select m.name from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = role.id
        union select url from role_resource where role_id = role.id
        order by 1)`.as("rights"),
    )
    .orderBy("id")
    .execute();
  return roles.map(({ id, code, name, name_zh, rights }) => ({
    id,
    code,
    rights,
    name: language === "zh" ? name_zh : name,
  }));
}

/** A flat list with parent ids (product 3.12). */
export async function listDepartments(
  context: CallerContext,
  { companyId } = ownCompany(context),
): Promise<z.input<typeof contract.fontDeptList.response>> {
  return context.db
    .selectFrom("department")
    .select(["id", "parent_id as pId", "name"])
    .where("company_id", "=", companyId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}
