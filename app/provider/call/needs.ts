import {
  ADMIN_ROLE,
  type ButtonCode,
  DESK_ROLE,
  type MenuName,
  type ResourceCode,
} from "#app/contract/access.ts";
import { CODE_FACTOR_DUE, CODE_FORBIDDEN, CODE_PROOF_NEEDED, CODE_SEEN_ONLY } from "#app/contract/code.ts";
import { PROOF_MINUTES } from "#app/contract/second-factor.ts";
import type { Caller, CallerSession } from "./context.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";
import type { Reach } from "./scope.ts";

/**
 * What a caller needs for a signed-in call: everything that is set here. The portal hides what the provider
 * refuses by this.
 */
export interface Needs {
  reach: Reach;
  /** One of these menus and buttons; absent only where every signed-in person may call. */
  anyOf?: readonly (MenuName | ButtonCode)[];
  role?: typeof ADMIN_ROLE;
  /** A resource granted to the company. */
  resource?: ResourceCode;
  /** The role's resource urls have to include the call's path (product 6.4). */
  resourceUrl?: true;
  /**
   * Who calls was proved in this session within `PROOF_MINUTES`: always, or by those who have a second factor.
   */
  proof?: "always" | "withFactor";
  /** Open to people who have to set up a second factor first. */
  beforeFactor?: true;
  /** Only for the forwarder's desk and its administrators. */
  desk?: true;
  /** For staff who see the portal as this person does: `never` refuses a read as well, `also` lets a write through. */
  seen?: "never" | "also";
}

/**
 * Those who manage the company's members (product 6.5), and with them who may sign in how, its keys, its webhooks and what its
 * mails say.
 */
export const MANAGES_MEMBERS = { role: ADMIN_ROLE, resource: "MEMBER_MANAGE" } as const;

export const managesMembers = ({ roles, resourceCodes }: Caller): boolean =>
  roles.includes(MANAGES_MEMBERS.role) && resourceCodes.includes(MANAGES_MEMBERS.resource);

/** Whether the caller has the rights; `path` is that of the call, for needs with `resourceUrl`. */
export function isMet(
  { anyOf, role, resource, resourceUrl, desk }: Needs,
  caller: Caller,
  path = "",
): boolean {
  const holds = (name: string) => caller.menus.includes(name) || caller.buttons.includes(name);
  return (
    (!anyOf || anyOf.some(holds)) &&
    (!role || caller.roles.includes(role)) &&
    (!resource || caller.resourceCodes.includes(resource)) &&
    (!resourceUrl || caller.resourceUrls.includes(path)) &&
    (!desk || isDesk(caller))
  );
}

/** @throws Refusal 403, before any of the input is read */
export function refuseOthers({ endpoint, needs }: Pick<Route, "endpoint" | "needs">, caller: Caller): void {
  const isMissing = endpoint.access === "staff" && !caller.isForwarder;
  if (isMissing || !needs || !isMet(needs, caller, endpoint.path))
    // A program that was refused has a scope for the call: what its maker may do has changed.
    throw new Refusal(CODE_FORBIDDEN, caller.program ? "makerLacksRight" : "forbidden");
}

/**
 * The second half of `refuseOthers`, for callers who have the right.
 * @throws Refusal CODE_FACTOR_DUE, CODE_PROOF_NEEDED
 */
export function refuseUnproved({ needs }: Route, { session }: Caller, now: Date): void {
  if (!needs || !session) return;
  if (session.isFactorDue && !needs.beforeFactor) throw new Refusal(CODE_FACTOR_DUE, "factorDue");
  const isAsked = needs.proof === "always" || (needs.proof === "withFactor" && session.hasFactor);
  if (isAsked && !isProved(session, now)) throw new Refusal(CODE_PROOF_NEEDED, "proofNeeded");
}

/**
 * Staff who see the portal as somebody does read what that person reads, and change nothing. What is theirs alone
 * (proofs of who they are, files of whole lists, their sessions) is not shown either.
 * @throws Refusal CODE_SEEN_ONLY
 */
export function refuseSeen({ endpoint, needs, list }: Route, { session }: Caller): void {
  if (!session?.seenBy || needs?.seen === "also") return;
  const isChange = endpoint.isWrite || endpoint.body === "multipart";
  if (isChange || list || needs?.proof || needs?.seen === "never") throw seenOnly();
}

export const seenOnly = () => new Refusal(CODE_SEEN_ONLY, "seenOnly");

/** Whether the holder of the session has proved who they are lately. */
function isProved({ provedAt }: Pick<CallerSession, "provedAt">, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() < PROOF_MINUTES * 60_000;
}

/** Whether the caller prices and decides for the forwarder: its desk and its administrators. */
export function isDesk(caller: Caller): boolean {
  return caller.isForwarder && caller.roles.some((role) => role === DESK_ROLE || role === ADMIN_ROLE);
}
