import type { Needs } from "#app/access/guard.server.ts";
import { hasButton, type Rights } from "#app/access/permission.ts";

/** The button opens the message center, whatever the menus are (product 2.5). */
export const messageNeeds = { buttons: ["MessageCenter"] } as const satisfies Needs;

export const mayUseMessages = (rights: Rights): boolean => hasButton(rights, messageNeeds.buttons);
