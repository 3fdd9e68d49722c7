import type { z } from "zod";
import type { MenuItem, userInfo } from "#app/contract/auth.ts";
import type { PortalUser } from "#app/contract/user.ts";

/** Whether `getUser` has told all that the portal needs. */
export const isWhole = ({ roles, name, menuList, userId }: PortalUser): boolean =>
  roles.length > 0 && name !== "" && menuList.length > 0 && userId !== "";

/** Fills gaps of `getUser` from the other call of product 7.2, if it was answered, and from sign-in. */
export function filledUp(
  user: PortalUser,
  info: z.output<typeof userInfo.response> | null,
  session: { userId: string | null; username: string | null; menus: MenuItem[] },
): PortalUser {
  const userName = user.userName || (session.username ?? "");
  const roles = user.roles.length > 0 ? user.roles : (info?.roles ?? []);
  return {
    ...user,
    userId: user.userId || (session.userId ?? ""),
    userName,
    name: user.name || info?.name || userName,
    avatar: user.avatar ?? info?.avatar ?? null,
    roles,
    roleName: user.roleName || roles.join(", "),
    menuList: user.menuList.length > 0 ? user.menuList : session.menus,
  };
}
