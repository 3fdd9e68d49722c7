import type { LoaderFunctionArgs } from "react-router";
import {
  type Needs,
  requireFreshFactor,
  requireFreshProof,
  requireUser,
  type SignedIn,
} from "#app/access/guard.server.ts";
import { ADMIN_ROLE } from "#app/contract/access.ts";

/** Members are managed by administrators of a company with this resource (product 6.5). */
const memberNeeds = { roles: [ADMIN_ROLE], resource: "MEMBER_MANAGE" } as const satisfies Needs;

/**
 * The first line of every loader and action of the members' pages. Who has a second factor shows it again before a
 * page; the provider checks it for each write.
 */
export async function requireMemberManager(
  args: Pick<LoaderFunctionArgs, "context" | "url" | "request">,
): Promise<SignedIn> {
  const guard = args.request.method === "POST" ? requireUser : requireFreshFactor;
  return guard(args, memberNeeds);
}

/** `requireMemberManager` for the pages of the company's sign-in and of new keys: everybody shows anew who they are. */
export async function requireProvedManager(
  args: Pick<LoaderFunctionArgs, "context" | "url" | "request">,
): Promise<SignedIn> {
  const guard = args.request.method === "POST" ? requireUser : requireFreshProof;
  return guard(args, memberNeeds);
}
