import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import * as contract from "#app/contract/member.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { type GivenIds, givenIds } from "../db/listed-ids.ts";
import { containing } from "../db/search-text.ts";
import { rolesFor } from "../identity/roles.ts";
import { type MembersOf, ownCompany } from "./company.ts";

type Answer = z.input<typeof contract.accountUserList.response>;

const SORTS: Record<(typeof contract.memberSortKeys)[number], RawBuilder<unknown>> = {
  created: sql`u.created_at`,
  userName: sql`lower(u.user_name)`,
  name: sql`lower(u.name)`,
  lastSignIn: sql`u.last_sign_in_at`,
};

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

/**
 * Members of the company; the keyword is searched in names and addresses (product 7.2). The counts
 * apply all filters but the status.
 */
export async function listMembers(
  input: z.output<typeof contract.accountUserList.request>,
  context: CallerContext,
  of = ownCompany(context),
): Promise<Answer> {
  const { db } = context;
  const counted = await sql<{ status: contract.MemberStatus; count: number }>`
    select u.status, count(*)::int as count from app_user u where ${matchingMembers(input, of)}
    group by 1`.execute(db);
  const counts = Object.fromEntries(contract.memberStatuses.map((status) => [status, 0])) as Answer["counts"];
  for (const { status, count } of counted.rows) counts[status] = count;
  const total = input.status
    ? counts[input.status]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { rows } = await sql<{ id: string }>`${selectMembers(input, context, of)}
    limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return { rows: await readListedMembers(ids, context, of), total, isTotalCapped: false, counts };
}

type Filter = Omit<z.output<typeof contract.accountUserList.request>, "page" | "pageSize">;

function matchingMembers(input: Filter, { companyId }: MembersOf): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`u.company_id = ${companyId}`];
  const keyword = input.keyword?.trim();
  if (keyword) {
    const pattern = containing(keyword);
    conditions.push(
      sql`(u.user_name ilike ${pattern} or u.name ilike ${pattern} or u.email ilike ${pattern})`,
    );
  }
  if (input.userId) conditions.push(sql`u.id = ${input.userId}`);
  return sql.join(conditions, sql` and `);
}

/** The ids of the filtered list in its order. */
export function selectMembers(
  input: Filter,
  context: CallerContext,
  of = ownCompany(context),
): RawBuilder<unknown> {
  const matching = matchingMembers(input, of);
  const way = input.direction === "asc" ? sql`asc` : sql`desc`;
  const wanted = input.status ? sql`${matching} and u.status = ${input.status}` : matching;
  return sql`select u.id from app_user u where ${wanted}
    order by ${SORTS[input.sort]} ${way} nulls last, u.id ${way}`;
}

/** The list's rows of these ids, in their order. */
export async function readListedMembers(
  ids: GivenIds,
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
