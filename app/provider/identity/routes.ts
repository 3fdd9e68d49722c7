import * as auth from "#app/contract/auth.ts";
import * as user from "#app/contract/user.ts";
import { handle, handlePublic, type Route } from "../http/handler.ts";
import { getUser, userInfo } from "./profile.ts";
import { signIn, signOut } from "./session.ts";

/** Spec 7 "Auth and user". */
export const identityRoutes: Route[] = [
  handlePublic(auth.signIn, signIn, { callsPerMinute: 60 }),
  handle(auth.signOut, (_input, context) => signOut(context)),
  handlePublic(auth.userInfo, userInfo, { callsPerMinute: 300 }),
  handle(user.getUser, (_input, context) => getUser(context)),
];
