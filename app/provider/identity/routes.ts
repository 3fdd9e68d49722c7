import * as auth from "#app/contract/auth.ts";
import * as user from "#app/contract/user.ts";
import { handle, handlePublic, type Route } from "../http/handler.ts";
import {
  addMember,
  deleteMember,
  editMember,
  listDepartments,
  listMembers,
  listRoles,
  memberResetLink,
} from "./members.ts";
import { changePassword, rejectUpdatePassword, validatePassword } from "./own-password.ts";
import { getUser, updateUser, userInfo } from "./profile.ts";
import { forgotPassword, resetPassword, resetPasswordValidate } from "./reset-link.ts";
import { signIn, signOut } from "./session.ts";

/** Spec 7 "Auth and user". */
export const identityRoutes: Route[] = [
  handlePublic(auth.signIn, signIn, { callsPerMinute: 60 }),
  handle(auth.signOut, (_, context) => signOut(context)),
  handlePublic(auth.forgotPassword, forgotPassword, { callsPerMinute: 10, answersAfterMs: 250 }),
  handlePublic(auth.resetPasswordValidate, resetPasswordValidate, { callsPerMinute: 30 }),
  handlePublic(auth.resetPassword, resetPassword, { callsPerMinute: 30 }),
  // Its caller is the portal's server as a rule, for all of its people.
  handlePublic(auth.userInfo, userInfo, { callsPerMinute: 3_000 }),
  handle(user.getUser, (_, context) => getUser(context)),
  handle(user.updateUser, updateUser),
  handle(user.validatePassword, validatePassword),
  handle(user.rejectUpdatePassword, (_, context) => rejectUpdatePassword(context)),
  handle(user.resetPwd, changePassword),
  handle(user.accountUserList, listMembers),
  handle(user.fontRoleList, (_, context) => listRoles(context)),
  handle(user.fontDeptList, (_, context) => listDepartments(context)),
  handle(user.addUser, addMember),
  handle(user.editUser, editMember),
  handle(user.deleteUser, deleteMember),
  handle(user.getResetPwd, memberResetLink, { isAnswerSecret: true }),
];
