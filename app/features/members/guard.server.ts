import type { LoaderFunctionArgs } from "react-router";
import { type Needs, requireUser, type SignedIn } from "#app/access/guard.server.ts";
import { ADMIN_ROLE } from "#app/contract/access.ts";

/** Members are managed by administrators of a company with this resource (product 6.5). */
const memberNeeds = { roles: [ADMIN_ROLE], resource: "MEMBER_MANAGE" } as const satisfies Needs;

/**
 * The first line of every loader and action of the members' pages. What is asked for beyond the rights, such as a
 * fresh second factor, belongs here.
 */
export async function requireMemberManager(
  args: Pick<LoaderFunctionArgs, "context" | "url" | "request">,
): Promise<SignedIn> {
  return requireUser(args, memberNeeds);
}
