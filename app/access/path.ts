import type { Rights } from "./permission.ts";

/** Which paths are open to whom (spec 2 "Public routes", "Navigation guard"; settled, "Access"). Pure. */

const publicPaths = [
  "/home",
  "/login",
  "/404",
  "/clock",
  "/forgotPassword",
  "/resetPassword",
  "/confirmEmail",
  "/account/register",
  "/preview",
  "/tracking/preview",
  "/appleTracking/preview",
  "/ytdTracking/preview",
] as const;

/** Open to whoever is signed in, whatever the menus list. */
const alwaysAllowed = [
  "/messageCenter/index",
  "/home",
  "/404",
  "/preview",
  "/tracking/preview",
  "/appleTracking/preview",
  "/ytdTracking/preview",
  "/logout",
  "/account/password",
];

/** What stands beside `/messageCenter/index`: its forms, files and data. Their guards ask for the button. */
const MESSAGE_CENTER = "/messageCenter";
const ADDRESS_BOOK = "/account/address";

/** A page that needs no sign-in (spec 2 "Public routes"). */
export function isPublic(path: string): boolean {
  return (publicPaths as readonly string[]).includes(path);
}

/** The menu gate. 'Starts with' counts whole segments: /account does not open /accounting. */
export function isPathAllowed(rights: Rights, path: string): boolean {
  if (alwaysAllowed.includes(path) || startsWith(path, MESSAGE_CENTER)) return true;
  if (rights.menus.some((menu) => startsWith(path, menu.url))) return true;
  return path === ADDRESS_BOOK && rights.menus.some((menu) => menu.name === "BOOKING");
}

/**
 * Where a user is sent who may not be where they are: the first menu's url, or / without any. A menu that is still to
 * come leads nowhere, so the next one takes its place.
 */
export function firstPath(rights: Rights, comingSoonPaths: readonly string[] = []): string {
  return rights.menus.find((menu) => !isComingSoon(menu.url, comingSoonPaths))?.url ?? "/";
}

/** On the list of `COMING_SOON_PATHS`, or below one of them (spec 2 "Navigation guard"). */
export function isComingSoon(path: string, comingSoonPaths: readonly string[]): boolean {
  return comingSoonPaths.some((prefix) => startsWith(path, prefix));
}

function startsWith(path: string, prefix: string): boolean {
  const bare = prefix.length > 1 ? prefix.replace(/\/+$/, "") : prefix;
  return path === bare || (bare !== "/" && path.startsWith(`${bare}/`));
}
