import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { defineList } from "#app/components/list/define.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, words } from "#app/components/list/query.server.ts";
import { type ListColumn, statusTabs } from "#app/components/list/view.server.ts";
import { customerMembers } from "#app/contract/customer-member.ts";
import {
  accountUserList,
  type Member,
  type MemberStatus,
  memberExport,
  memberSortKeys,
  memberStatuses,
} from "#app/contract/member.ts";
import type { Line } from "#app/lib/moment.ts";
import { customerMemberHref, memberHref, type StatusView, statusView } from "./member.server.ts";

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
    cell: ({ lastSignInAt }, { time, t }) => time(lastSignInAt) || t("members:never"),
  },
  // The usual order: a link for it would be the fourth, too many for a small phone.
  { key: "created", width: "xl", cell: ({ createdAt }, { time }) => time(createdAt) },
] as const satisfies readonly ListColumn<Member, Visit>[];

const shared = {
  filters: { status: choice(memberStatuses), keyword: words(100) },
  sorts: memberSortKeys,
  usual: "created",
  columns,
  heading: (key: (typeof columns)[number]["key"], { t }: Visit) => t(`members:column.${key}`),
  tabs: (visit: Visit, { counts }: { counts: Partial<Record<MemberStatus, number>> }) =>
    statusTabs(
      visit.t("members:allStatuses"),
      memberStatuses,
      (status) => statusView(visit, status).label,
      counts,
    ),
} as const;

export const members = defineList({
  path: href("/account/members"),
  call: accountUserList,
  file: { call: memberExport, path: href("/account/memberExport") },
  ...shared,
});
const membersOfCustomer = (id: string) =>
  defineList({
    path: href("/freightForwarder/customerMembers/:id", { id }),
    call: customerMembers,
    ...shared,
  });

export interface MemberRow {
  id: string;
  userName: string;
  href: string;
  status: StatusView;
  cells: Line[];
}

const rowOf = (visit: Visit, row: Member, hrefOf: (id: string) => string) => ({
  id: row.userId,
  userName: row.userName,
  href: hrefOf(row.userId),
  status: statusView(visit, row.status),
});

/** The list for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadMembers(visit: Visit, search: URLSearchParams) {
  const { view } = await members.load(visit, search, {
    row: (row) => rowOf(visit, row, (id) => memberHref(id)),
  });
  return view;
}

/** The members of a customer's company as the forwarder's desk sees them. */
export async function loadCustomerMembers(visit: Visit, companyId: string, search: URLSearchParams) {
  const { view, answer } = await membersOfCustomer(companyId).load(visit, search, {
    subject: { companyId },
    row: (row) => rowOf(visit, row, customerMemberHref),
  });
  return { company: answer.company, view: view satisfies ListView<MemberRow> };
}
