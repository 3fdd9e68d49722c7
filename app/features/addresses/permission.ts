import type { Needs } from "#app/access/guard.server.ts";
import { hasMenu, type Rights } from "#app/access/permission.ts";

/** The menus whose holders change the address book; the account's menu alone shows it (product 2.6). */
export const addressWrites = { menus: ["ADDRESSBOOK", "BOOKING"] } as const satisfies Needs;

export const canWriteAddresses = (rights: Rights): boolean =>
  addressWrites.menus.some((name) => hasMenu(rights, name));
