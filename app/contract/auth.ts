import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { alsoCalled, closed, essential } from "./reading.ts";
import { noFields, nothing, wireDateTime } from "./wire.ts";

/** Product 5.1: the least length of a password at sign-in. */
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 200;

/** Product 3.1: `menuFlag` 1 is a menu (name and url), 0 a button (name is its permission code). */
export const menuItem = z.object({
  name: essential(z.string()),
  menuFlag: z.union([z.literal(0), z.literal(1)]),
  url: z.string().nullable(),
});
export type MenuItem = z.infer<typeof menuItem>;

export const signIn = endpoint({
  name: "auth.token",
  summary: "Sign in with user name and password",
  neededBy: ["/login"],
  path: "/auth/token",
  access: "public",
  request: z.object({
    userName: z.string().min(1).max(200),
    password: z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH),
  }),
  response: z.object({
    token: essential(z.string()),
    expiresAt: wireDateTime,
    userId: z.string(),
    username: alsoCalled(z.string(), "userName"),
    languagePreference: closed(z.enum(["en", "zh"])).nullable(),
    menuList: z.array(menuItem),
    /** The password is older than 90 days, and the reminder was not postponed in the last 7 (product 8.5). */
    isPasswordUpdateDue: z.boolean(),
  }),
  retries: 0,
});

export const signOut = endpoint({
  name: "auth.logout",
  summary: "Revoke the bearer token",
  usedBy: ["/login"],
  path: "/auth/logout",
  body: "none",
  request: noFields,
  response: nothing,
  /** Signing out does not wait for long: if the provider cannot be reached, the token expires by itself. */
  timeoutMs: 5_000,
  retries: 0,
});

export const forgotPassword = endpoint({
  name: "api.forgotPassword",
  summary: "Ask for a reset link; the answer is the same for any well-formed address",
  neededBy: ["/forgotPassword"],
  path: "/api/forgotPassword",
  access: "public",
  isWrite: true,
  request: z.object({ email: z.string().max(254) }),
  response: nothing,
});

export const resetPasswordValidate = endpoint({
  name: "api.resetPasswordValidate",
  summary: "Check a reset link before the form is shown",
  usedBy: ["/forgotPassword"],
  path: "/api/resetPasswordValidate",
  access: "public",
  request: z.object({ token: z.string().min(1).max(200) }),
  /** The user name is shown, so that a person with two accounts knows which one it is. */
  response: z.object({
    userName: z.string(),
    /** The account has no password yet: somebody was invited. */
    isFirst: z.boolean().default(false),
  }),
});

export const resetPassword = endpoint({
  name: "api.resetPassword",
  summary: "Set a new password with a reset link; ends every session of the account",
  usedBy: ["/forgotPassword"],
  path: "/api/resetPassword",
  access: "public",
  isWrite: true,
  request: z.object({
    token: z.string().min(1).max(200),
    password: z.string().max(PASSWORD_MAX_LENGTH),
  }),
  response: nothing,
});

export const confirmEmailValidate = endpoint({
  name: "api.confirmEmailValidate",
  summary: "Check the link of an address before its page is shown",
  neededBy: ["/confirmEmail"],
  path: "/api/confirmEmailValidate",
  access: "public",
  request: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ userName: z.string(), email: z.string() }),
});

export const confirmEmail = endpoint({
  name: "api.confirmEmail",
  summary: "Make the address of the link the account's",
  usedBy: ["/confirmEmail"],
  path: "/api/confirmEmail",
  access: "public",
  isWrite: true,
  request: z.object({ token: z.string().min(1).max(200) }),
  response: nothing,
});

export const userInfo = endpoint({
  name: "user.info",
  summary: "Roles, name and avatar; takes the bearer header or the query parameter `token`",
  usedBy: ["/account/index"],
  method: "GET",
  service: "root",
  path: "/user/info",
  body: "query",
  access: "public",
  hasOptionalBearer: true,
  request: z.object({ token: z.string().max(200).optional() }),
  response: z.object({ roles: z.array(z.string()), name: z.string(), avatar: z.string().nullable() }),
});
