import type { Needs } from "#app/access/guard.server.ts";

/** The menu of the settings: the account's own menu opens every path below /account, but not this. */
export const notificationNeeds = { menus: ["NOTIFICATIONTRACKING"] } as const satisfies Needs;

/** The followed shipments; seeing them takes the menu of shipments as well. */
export const subscriptionNeeds = { menus: ["NOTIFICATIONSHIPMENTS"] } as const satisfies Needs;
