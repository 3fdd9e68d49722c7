import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import {
  activityList,
  deleteUser,
  editUser,
  fontRoleList,
  getResetPwd,
  inviteAgain,
  type Member,
} from "#app/contract/member.ts";
import { factorReset } from "#app/contract/second-factor.ts";
import { wireToInstant } from "#app/lib/date-time.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { memberHref, type StatusView, statusView } from "./member.server.ts";
import { rightsOfRole } from "./rights.server.ts";

export interface MemberDetailView {
  status: StatusView;
  facts: [label: string, text: Line][];
  /** Pages about the member: the name is a text of `member-pages`. */
  links: { name: "edit" | "reset" | "resetFactor" | "remove" | "withdraw" | "seeActivity"; href: string }[];
  canInvite: boolean;
  isSelf: boolean;
  rights: string[] | null;
}

/** An own factor is reset by another administrator, and somebody invited has none. */
const factorLinks = (visit: Visit, { userName }: Member, isNone: boolean): MemberDetailView["links"] =>
  isNone || !visit.offers(factorReset)
    ? []
    : [{ name: "resetFactor", href: withQuery(href("/account/factorReset"), { name: userName }) }];

/** What is known of a member. */
export function memberFacts(visit: Visit, member: Member): MemberDetailView["facts"] {
  const { t, time } = visit;
  const until = wireToInstant(member.invitedUntil);
  const isOver = until !== null && until.getTime() <= Date.now();
  return [
    [t("members:column.userName"), member.userName],
    [t("members:column.email"), member.email || t("members:none")],
    [t("members:column.role"), member.roleName || t("members:none")],
    [t("members:column.department"), member.departmentName || t("members:none")],
    [t("members:column.created"), time(member.createdAt) || t("members:none")],
    [t("members:column.lastSignIn"), time(member.lastSignInAt) || t("members:never")],
    ...(until
      ? [[t(`members:fact.${isOver ? "invitationOver" : "invitedUntil"}`), time(until)] as [string, Line]]
      : []),
  ];
}

/** What an administrator sees of a member, and may do. */
export async function memberDetail(visit: Visit, member: Member, selfId: string): Promise<MemberDetailView> {
  const isSelf = member.userId === selfId;
  const isInvited = member.status === "AWAITING_CONFIRMATION";
  const roles = await visit.readOptional(fontRoleList, {});
  return {
    status: statusView(visit, member.status),
    facts: memberFacts(visit, member),
    links: [
      ...(visit.offers(editUser)
        ? [{ name: "edit" as const, href: memberHref(member.userId, href("/account/memberEdit")) }]
        : []),
      ...(visit.offers(getResetPwd) && !isSelf && !isInvited && member.status !== "DISABLED"
        ? [{ name: "reset" as const, href: memberHref(member.userId, href("/account/memberReset")) }]
        : []),
      ...factorLinks(visit, member, isSelf || isInvited),
      ...(visit.offers(activityList)
        ? [
            {
              name: "seeActivity" as const,
              href: withQuery(href("/account/activity"), { person: member.userId }),
            },
          ]
        : []),
      ...(visit.offers(deleteUser) && !isSelf
        ? [
            {
              name: isInvited ? ("withdraw" as const) : ("remove" as const),
              href: memberHref(member.userId, href("/account/memberRemove")),
            },
          ]
        : []),
    ],
    canInvite: isInvited && visit.offers(inviteAgain),
    isSelf,
    rights: rightsOfRole(
      visit,
      roles?.find(({ id }) => id === member.roleId),
    ),
  };
}
