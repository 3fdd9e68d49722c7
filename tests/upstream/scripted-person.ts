import type { z } from "zod";
import type { signIn } from "#app/contract/auth.ts";
import type { PortalUser } from "#app/contract/user.ts";
import type { Browser, TestPortal } from "#tests/support/portal.ts";
import { envelope, type ScriptedProvider } from "./scripted-provider.ts";

export const USER_PATH = "/api/portalUser/getUser";
export const SIGN_IN_PATH = "/api/auth/token";
export const TOKEN = "T0ken-of-the-scripted-person";

/** A user whom a scripted provider tells of: an administrator with every menu that a screen stands behind. */
export function scriptedUser(given: Partial<PortalUser> = {}): PortalUser {
  const menu = (name: string, url: string) => ({ name, menuFlag: 1 as const, url });
  return {
    userId: "7",
    userName: "scripted",
    name: "Sam Script",
    email: "sam@example.com",
    avatar: null,
    timeZone: null,
    brand: null,
    proof: null,
    roles: ["admin"],
    roleName: "Administrator",
    languagePreference: null,
    clock: null,
    menuList: [
      menu("DASHBOARD", "/dashboard"),
      menu("SHIPMENTS", "/shipments"),
      menu("ACCOUNT", "/account"),
      menu("PROFILE", "/account/index"),
    ],
    resourceUrls: [],
    userAccessResourceVos: [],
    companyInfo: { userId: "3", name: "Script & Co", isForwarder: false },
    organization: null,
    department: null,
    companyAddress: null,
    city: null,
    state: null,
    countryCode: null,
    isPasswordUpdateDue: false,
    unreadNews: 0,
    ...given,
  };
}

/** Makes sign-in and getUser answer with this user. */
export function scriptUser(provider: ScriptedProvider, user: PortalUser): void {
  const signedIn: z.input<typeof signIn.response> = {
    token: TOKEN,
    expiresAt: "2099-01-01 00:00:00",
    userId: user.userId,
    username: user.userName,
    languagePreference: user.languagePreference,
    menuList: user.menuList,
    isPasswordUpdateDue: user.isPasswordUpdateDue,
  };
  provider.answer(envelope(signedIn), SIGN_IN_PATH);
  provider.answer(envelope(user), USER_PATH);
}

/** A browser whose user is signed in at a portal of the scripted provider. */
export async function scriptedBrowser(
  provider: ScriptedProvider,
  portal: TestPortal,
  user: PortalUser = scriptedUser(),
): Promise<Browser> {
  scriptUser(provider, user);
  return portal.signedIn(user.userName, "any-password-1");
}
