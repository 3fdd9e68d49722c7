import { href, type LoaderFunctionArgs, redirect } from "react-router";
import { env } from "#app/config/env.server.ts";
import type { ButtonCode, ResourceCode } from "#app/contract/access.ts";
import type { PortalUser } from "#app/contract/user.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { sessionOver } from "./answer.server.ts";
import { lackingMenus, offeredRights } from "./offer.server.ts";
import { PAGE_OWNER_HEADER } from "./page-owner.ts";
import { firstPath, isComingSoon, isPathAllowed } from "./path.ts";
import { hasButton, hasResource, hasResourceUrl, passesRoles, type Rights, rightsOf } from "./permission.ts";
import { ownerMarkIn } from "./session.server.ts";
import { type Visit, visitOf } from "./visit.server.ts";

type Args = Pick<LoaderFunctionArgs, "context" | "url" | "request">;

/** What a route asks for beyond the menu gate. */
export interface Needs {
  /** Meta roles of the route (product 6.1). */
  roles?: readonly string[];
  buttons?: readonly ButtonCode[];
  resource?: ResourceCode;
  resourceUrls?: readonly string[];
}

export interface SignedIn {
  visit: Visit;
  user: PortalUser;
  rights: Rights;
}

/**
 * The first line of every loader and action behind sign-in (product 2.5, 6.1): without a token to
 * /home with the wanted path, without the menu to the first menu, without what `needs` says to /404.
 */
export async function requireUser(args: Args, needs: Needs = {}): Promise<SignedIn> {
  const visit = visitOf(args.context);
  const path = args.url.pathname;
  if (!visit.session.token) {
    const typed = await visit.typed();
    if (typed) throw sessionOver({ state: "notLoggedIn", minutes: null }, typed);
    throw redirect(homeWith(args.url));
  }
  await refuseOthersPage(args);
  const user = await visit.user();
  const rights = offeredRights(rightsOf(user));
  // `/` itself is never to come: it is where who has nothing else is told so.
  if (path !== "/" && isComingSoon(path, env.COMING_SOON_PATHS)) {
    visit.session.flash({ kind: "warning", key: "comingSoon" });
    throw redirect(startOf(rights));
  }
  if (path !== "/" && !isPathAllowed(rights, path)) throw redirect(startOf(rights));
  const isAdmitted =
    passesRoles(rights, needs.roles) &&
    (!needs.buttons || hasButton(rights, needs.buttons)) &&
    (!needs.resource || hasResource(rights, needs.resource)) &&
    (!needs.resourceUrls || hasResourceUrl(rights, needs.resourceUrls));
  if (!isAdmitted) throw redirect(href("/404"));
  return { visit, user, rights };
}

/**
 * A form or a script's call from a page that was made for somebody else does nothing under this session (product 4.4):
 * the relogin alert, with what was typed. Forms say by their request id for whom their page was made, the
 * calls of scripts by a header.
 */
async function refuseOthersPage(args: Args): Promise<void> {
  if (!(await isOthersPage(args))) return;
  throw sessionOver({ state: "otherPerson", minutes: null }, await visitOf(args.context).typed());
}

/** Whether a form or a script's call comes from a page that was made for somebody other than who is signed in. */
export async function isOthersPage({ context, request, url }: Args): Promise<boolean> {
  const visit = visitOf(context);
  const { session } = visit;
  const owner = request.headers.get(PAGE_OWNER_HEADER) ?? ownerMarkIn((await visit.requestIdIn(url)) ?? "");
  return session.ownerMark !== "" && owner !== "" && owner !== session.ownerMark;
}

/** The first line of every loader and action that is open to all. */
export function openToAll(args: Args): Visit {
  return visitOf(args.context);
}

/** As `openToAll`, for /login: whoever is signed in goes to their first menu (product 2.5). */
export async function requireVisitor(args: Args): Promise<Visit> {
  const visit = visitOf(args.context);
  if (visit.session.token) {
    // A token that the provider does not know any more must not lock its owner out of the sign-in page.
    const user = await visit.user().catch((error: unknown) => {
      if (isAccountState(error)) return null;
      throw error;
    });
    if (user) throw redirect(startOf(rightsOf(user)));
    visit.session.end();
  }
  return visit;
}

/** The first menu that is there, or `/` (product 2.5). */
export function startOf(rights: Rights): string {
  return firstPath(rights, [...env.COMING_SOON_PATHS, ...lackingMenus()]);
}

/** Where a signed-out person lands, with the way back (product 2.5). */
function homeWith(url: URL): string {
  return withQuery(href("/home"), { redirect: url.pathname + url.search });
}

function isAccountState(error: unknown): boolean {
  const inner = (error as { data?: { kind?: unknown } } | null)?.data;
  return inner?.kind === "accountState";
}
