import { rulesOf, ungatedSections } from "#app/route-rules.ts";
import type { Rights } from "./permission.ts";

/** Which paths are open to whom (product 2.1, 2.5). Pure. */

/** The menu gate. 'Starts with' counts whole segments: /account does not open /accounting. */
export function isPathAllowed(rights: Rights, path: string): boolean {
  const { isUngated, alsoOf } = rulesOf(path);
  if (isUngated || ungatedSections.some((section) => startsWith(path, section))) return true;
  return rights.menus.some(
    (menu) => startsWith(path, menu.url) || (alsoOf as readonly string[] | undefined)?.includes(menu.name),
  );
}

/**
 * Redirect target for users on a path that they may not open: the first menu's url, or / without any. Menus
 * of later issues are skipped.
 */
export function firstPath(rights: Rights, comingSoonPaths: readonly string[] = []): string {
  return rights.menus.find((menu) => !isComingSoon(menu.url, comingSoonPaths))?.url ?? "/";
}

/** Whether the path is in `COMING_SOON_PATHS`, or below one of them (product 2.5). */
export function isComingSoon(path: string, comingSoonPaths: readonly string[]): boolean {
  return comingSoonPaths.some((prefix) => startsWith(path, prefix));
}

function startsWith(path: string, prefix: string): boolean {
  const bare = prefix.length > 1 ? prefix.replace(/\/+$/, "") : prefix;
  return path === bare || (bare !== "/" && path.startsWith(`${bare}/`));
}
