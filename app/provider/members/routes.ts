import * as member from "#app/contract/member.ts";
import { MANAGES_MEMBERS, type Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { listActivity } from "./activity.ts";
import { addMember, deleteMember, editMember, inviteAgain, memberResetLink } from "./change.ts";
import { exportMembers } from "./export.ts";
import { listDepartments, listRoles, ownMembers } from "./list.ts";

/** Members are managed by administrators of a company with the resource MEMBER_MANAGE (product 6.5). */
const manage = { reach: "company", ...MANAGES_MEMBERS } as const satisfies Needs;
/** What an open session alone must not change for those who have a second factor. */
const change = { ...manage, proof: "withFactor" } as const satisfies Needs;

/** Product 7.2, and the calls of our own for invitations and activity. */
export const memberRoutes: Route[] = [
  handleRead(member.accountUserList, manage, ownMembers.page),
  handleList(member.memberExport, change, "members", exportMembers),
  handle(member.fontRoleList, manage, (_, context) => listRoles(context)),
  handle(member.fontDeptList, manage, (_, context) => listDepartments(context)),
  handle(member.addUser, change, addMember),
  handle(member.inviteAgain, change, inviteAgain),
  handle(member.editUser, change, editMember),
  handle(member.deleteUser, change, deleteMember),
  handle(member.getResetPwd, change, memberResetLink, { isAnswerSecret: true }),
  handleRead(member.activityList, manage, listActivity),
];
