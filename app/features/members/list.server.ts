import { href } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import {
  cellsOf,
  columnViews,
  type ListColumn,
  listView,
  statusTabs,
} from "#app/components/list/view.server.ts";
import { customerMembers } from "#app/contract/customer-member.ts";
import { accountUserList, type Member, memberSortKeys, memberStatuses } from "#app/contract/member.ts";
import { customerMemberHref, memberHref, type StatusView, statusView } from "./member.server.ts";

export const memberQuery = listQuery(
  { status: choice(memberStatuses), keyword: words(100) },
  memberSortKeys,
  "created",
);

export interface MemberRow {
  id: string;
  userName: string;
  href: string;
  status: StatusView;
  cells: string[];
}

/** The list for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadMembers(visit: Visit, search: URLSearchParams): Promise<ListView<MemberRow>> {
  const criteria = memberQuery.read(search);
  const { filter, ...page } = criteria;
  const members = await visit.read(accountUserList, { ...filter, ...page });
  return memberList(visit, members, criteria, href("/account/members"), (id) => memberHref(id));
}

/** The members of a customer's company as the forwarder's desk sees them. */
export async function loadCustomerMembers(visit: Visit, companyId: string, search: URLSearchParams) {
  const criteria = memberQuery.read(search);
  const { filter, ...page } = criteria;
  const members = await visit.read(customerMembers, { ...filter, ...page, companyId });
  const base = href("/freightForwarder/customerMembers/:id", { id: companyId });
  const view = memberList(visit, members, criteria, base, customerMemberHref);
  return { company: members.company, view };
}

function memberList(
  visit: Visit,
  members: z.output<typeof accountUserList.response>,
  criteria: ReturnType<typeof memberQuery.read>,
  base: string,
  hrefOf: (id: string) => string,
): ListView<MemberRow> {
  const { filter: _, ...page } = criteria;
  const { t } = visit;
  return listView(visit, { base, params: memberQuery.params(criteria), ...page }, members, {
    columns: columnViews(columns, (key) => t(`members:column.${key}`)),
    rows: members.rows.map((row) => ({
      id: row.userId,
      userName: row.userName,
      href: hrefOf(row.userId),
      status: statusView(visit, row.status),
      cells: cellsOf(columns, row, visit),
    })),
    tabs: statusTabs(
      t("members:allStatuses"),
      memberStatuses,
      (status) => statusView(visit, status).label,
      members.counts,
    ),
  });
}

const columns = [
  { key: "userName", width: "lg", sort: "userName" },
  { key: "status", width: "lg" },
  { key: "name", width: "lg", sort: "name", cell: ({ name }) => name },
  { key: "role", width: "lg", cell: ({ roleName }) => roleName },
  { key: "department", width: "lg", cell: ({ departmentName }) => departmentName ?? "" },
  { key: "email", width: "xxl", cell: ({ email }) => email ?? "" },
  {
    key: "lastSignIn",
    width: "xl",
    sort: "lastSignIn",
    cell: ({ lastSignInAt }, { stamp, t }) => stamp(lastSignInAt) || t("members:never"),
  },
  // The usual order: a link for it would be the fourth, too many for a small phone.
  { key: "created", width: "xl", cell: ({ createdAt }, { stamp }) => stamp(createdAt) },
] as const satisfies readonly ListColumn<Member, Visit>[];
