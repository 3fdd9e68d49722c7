import * as auth from "#app/contract/auth.ts";
import * as user from "#app/contract/user.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handlePublic, type Route } from "../call/route.ts";
import { changeEmail, confirmEmail, confirmEmailValidate } from "./email-change.ts";
import { changePassword, rejectUpdatePassword, validatePassword } from "./own-password.ts";
import { getUser, updateUser, userInfo } from "./profile.ts";
import { forgotPassword, resetPassword, resetPasswordValidate } from "./reset-link.ts";
import { signIn, signOut } from "./session.ts";

const self = { reach: "self" } as const satisfies Needs;

/** Product 7.2. */
export const identityRoutes: Route[] = [
  handlePublic(auth.signIn, signIn, { callsPerMinute: 60 }),
  handle(auth.signOut, self, (_, context) => signOut(context)),
  handlePublic(auth.forgotPassword, forgotPassword, { callsPerMinute: 10, answersAfterMs: 250 }),
  handlePublic(auth.resetPasswordValidate, resetPasswordValidate, { callsPerMinute: 30 }),
  handlePublic(auth.resetPassword, resetPassword, { callsPerMinute: 30 }),
  handlePublic(auth.confirmEmailValidate, confirmEmailValidate, { callsPerMinute: 30 }),
  handlePublic(auth.confirmEmail, confirmEmail, { callsPerMinute: 30 }),
  // Usually called by the portal's server on behalf of all its users.
  handlePublic(auth.userInfo, userInfo, { callsPerMinute: 3_000 }),
  handle(user.getUser, self, (_, context) => getUser(context)),
  handle(user.updateUser, self, updateUser),
  handle(user.changeEmail, self, changeEmail),
  handle(user.validatePassword, self, validatePassword),
  handle(user.rejectUpdatePassword, self, (_, context) => rejectUpdatePassword(context)),
  handle(user.resetPwd, self, changePassword),
];
