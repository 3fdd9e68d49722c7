import {
  ADMIN_ROLE,
  type ButtonCode,
  DESK_ROLE,
  type MenuName,
  menuUrls,
  type ResourceCode,
} from "#app/contract/access.ts";
import type { MenuItem } from "#app/contract/auth.ts";
import type { PortalUser } from "#app/contract/user.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";

/** A user's rights. The guard and the view's "show this button?" use the same functions. */
export interface Rights {
  menus: { name: string; url: string }[];
  buttons: string[];
  resourceUrls: string[];
  roles: string[];
  companyId: string;
  /** The forwarder's desk or its administrators, who do the forwarder's side. */
  isDesk?: boolean;
  accessEntries: { sysMainBodyId: string; resCode: string }[];
}

/** Menus and buttons out of the login's menuList (product 3.1: menuFlag 1 is a menu, 0 a button). */
export function rightsOf(user: PortalUser): Rights {
  return {
    menus: user.menuList.flatMap((item) => {
      const url = urlOf(item);
      return url ? [{ name: item.name, url }] : [];
    }),
    buttons: user.menuList.flatMap((item) => (item.menuFlag === 0 ? [item.name] : [])),
    resourceUrls: user.resourceUrls,
    roles: user.roles,
    companyId: user.companyInfo.userId,
    isDesk: user.companyInfo.isForwarder && passesRoles(user, [DESK_ROLE]),
    accessEntries: user.userAccessResourceVos,
  };
}

/** Where a new sign-in goes: the first menu url that is not closed, or / without any (product 2.5). */
export function firstMenuUrl(
  menuList: readonly MenuItem[],
  isClosed: (url: string) => boolean = () => false,
): string {
  return menuList.map(urlOf).find((url) => url !== null && !isClosed(url)) ?? "/";
}

/**
 * Path of a menu. A url outside this site counts as missing; a menu without a url gets the path of its name
 * (product 3.1, 6.2).
 */
function urlOf({ name, menuFlag, url }: MenuItem): string | null {
  if (menuFlag !== 1) return null;
  if (url) return sameSitePath(url, "") ? url : null;
  return Object.hasOwn(menuUrls, name) ? menuUrls[name as MenuName] : null;
}

/** Whether the menu list holds an entry with the name (product 2.6). */
export function hasMenu(rights: Rights, name: MenuName): boolean {
  return rights.menus.some((menu) => menu.name === name);
}

/** Allowed if any listed code is among the user's buttons. Throws 'need permissionlist!' on an empty list (product 5.8). */
export function hasButton(rights: Rights, codes: readonly ButtonCode[]): boolean {
  return hasAny(rights.buttons, codes);
}

/** Allowed if any listed url is in resourceUrls. Throws 'need permissionlist!' on an empty list (product 5.8). */
export function hasResourceUrl(rights: Rights, urls: readonly string[]): boolean {
  return hasAny(rights.resourceUrls, urls);
}

/** Whether the company has the resource (product 6.5); elements without it are absent, not disabled. */
export function hasResource(rights: Rights, code: ResourceCode): boolean {
  if (typeof code !== "string") {
    if (import.meta.env?.DEV) console.warn("permission: the code is not a string");
    return false;
  }
  return rights.accessEntries.some(
    (entry) => entry.sysMainBodyId === rights.companyId && entry.resCode === code,
  );
}

/** The role gate: without a list it is open to all; `admin` passes every list (product 6.1). */
export function passesRoles(rights: Pick<Rights, "roles">, roles: readonly string[] | undefined): boolean {
  if (!roles || roles.length === 0) return true;
  return rights.roles.some((role) => role === ADMIN_ROLE || roles.includes(role));
}

function hasAny(owned: readonly string[], listed: readonly string[]): boolean {
  if (!Array.isArray(listed) || listed.length === 0) throw new Error("need permissionlist!");
  return listed.some((code) => owned.includes(code));
}
