import { href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import {
  accountUserList,
  fontDeptList,
  fontRoleList,
  type Member,
  type MemberStatus,
} from "#app/contract/member.ts";
import { addressId } from "#app/contract/wire.ts";
import { type TreeNode, treeOf } from "#app/lib/tree.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** A state of an account by text and colour. */
export interface StatusView {
  kind: "success" | "info" | "warning" | "neutral";
  label: string;
}

const kinds = {
  ACTIVE: "success",
  AWAITING_CONFIRMATION: "info",
  AWAITING_APPROVAL: "warning",
  DISABLED: "neutral",
} as const satisfies Record<MemberStatus, StatusView["kind"]>;

export function statusView({ t }: Visit, status: MemberStatus): StatusView {
  // Another provider may have states of its own.
  if (!Object.hasOwn(kinds, status)) return { kind: "neutral", label: status };
  return { kind: kinds[status], label: t(`members:status.${status}`) };
}

/** A page about the member; without a path the member's own. */
export const memberHref = (id: string, page: string = href("/account/memberDetail")) =>
  withQuery(page, { id });

/** The desk's page of a member of a customer. */
export const customerMemberHref = (id: string) => href("/freightForwarder/customerMember/:id", { id });

/** The member that the query names; without one it leads to the list, for an unknown one to /404. */
export async function memberIn(visit: Visit, search: URLSearchParams): Promise<Member> {
  const id = addressId.safeParse(search.get("id") ?? "").data;
  if (!id) throw redirect(href("/account/members"));
  const { rows } = await visit.read(accountUserList, { userId: id, page: 1, pageSize: 100 });
  // Another provider does not know the filter, and sends everybody.
  const member = rows.find(({ userId }) => userId === id);
  if (!member) throw redirect(href("/404"));
  return { ...member, name: member.name || member.userName };
}

export type Choice = readonly [value: string, label: string];

/** Roles, and departments below each other, for the form. */
export async function memberChoices(visit: Visit): Promise<{ roles: Choice[]; departments: Choice[] }> {
  const [roles, departments] = await Promise.all([
    visit.read(fontRoleList, {}),
    visit.readOptional(fontDeptList, {}),
  ]);
  return choicesOf({ roles, departments: departments ?? [] });
}

/** `memberChoices` of what the provider has told already. */
export const choicesOf = ({
  roles,
  departments,
}: {
  roles: readonly { id: string; name: string }[];
  departments: z.output<typeof fontDeptList.response>;
}): { roles: Choice[]; departments: Choice[] } => ({
  roles: roles.map(({ id, name }) => [id, name]),
  departments: treeOf(departments).flatMap((node) => branchOf(node, "")),
});

function branchOf({ id, label, children }: TreeNode<string>, above: string): Choice[] {
  const path = above ? `${above} / ${label}` : label;
  return [[id, path], ...(children ?? []).flatMap((child) => branchOf(child, path))];
}
