import type { ADMIN_ROLE, ButtonCode, MenuName, ResourceCode } from "#app/contract/access.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import type { Caller } from "./context.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { Reach } from "./scope.ts";

/** What a signed-in call asks of its caller: everything that is named. What the portal hides, the provider refuses. */
export interface Needs {
  reach: Reach;
  /** One of these menus and buttons; left out only where a call is for all who are signed in. */
  anyOf?: readonly (MenuName | ButtonCode)[];
  role?: typeof ADMIN_ROLE;
  /** Given to the company. */
  resource?: ResourceCode;
  /** The role's resource urls hold the call's path (product 6.4). */
  resourceUrl?: true;
  /** Of the forwarder's desk, or one of its administrators. */
  desk?: true;
}

function isMet({ anyOf, role, resource, resourceUrl, desk }: Needs, caller: Caller, path: string): boolean {
  const holds = (name: string) => caller.menus.includes(name) || caller.buttons.includes(name);
  return (
    (!anyOf || anyOf.some(holds)) &&
    (!role || caller.roles.includes(role)) &&
    (!resource || caller.resourceCodes.includes(resource)) &&
    (!resourceUrl || caller.resourceUrls.includes(path)) &&
    (!desk || isDesk(caller))
  );
}

/** @throws Refusal 403 before anything of the call is looked at */
export function refuseOthers({ endpoint, needs }: Route, caller: Caller): void {
  const isMissing = endpoint.access === "staff" && !caller.isForwarder;
  if (isMissing || !needs || !isMet(needs, caller, endpoint.path))
    throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** Who prices and decides for the forwarder: its desk and its administrators. */
export function isDesk(caller: Caller): boolean {
  return caller.isForwarder && caller.roles.some((role) => role === "desk" || role === "admin");
}
