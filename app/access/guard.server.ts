import { href, type LoaderFunctionArgs, redirect } from "react-router";
import { env } from "#app/config/env.server.ts";
import type { ButtonCode, MenuName, ResourceCode } from "#app/contract/access.ts";
import type { PortalUser } from "#app/contract/user.ts";
import { wireToInstant } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { rulesOf } from "#app/route-rules.ts";
import { sessionOver } from "./answer.server.ts";
import { lackingMenus, offeredRights } from "./offer.server.ts";
import { PAGE_OWNER_HEADER } from "./page-owner.ts";
import { firstPath, isComingSoon, isPathAllowed } from "./path.ts";
import {
  hasButton,
  hasMenu,
  hasResource,
  hasResourceUrl,
  passesRoles,
  type Rights,
  rightsOf,
} from "./permission.ts";
import { ownerMarkIn } from "./session.server.ts";
import { type Visit, visitOf } from "./visit.server.ts";

type Args = Pick<LoaderFunctionArgs, "context" | "url" | "request">;

/** Requirements of a route beyond the menu gate. */
export interface Needs {
  /** Meta roles of the route (product 6.1). */
  roles?: readonly string[];
  /** One of these menus, where the menu of the path is wider than the screen. */
  menus?: readonly MenuName[];
  buttons?: readonly ButtonCode[];
  resource?: ResourceCode;
  resourceUrls?: readonly string[];
  /** Only for the forwarder's desk and its administrators, as `desk` of the provider's routes. */
  desk?: true;
}

export interface SignedIn {
  visit: Visit;
  user: PortalUser;
  rights: Rights;
}

/**
 * The first line of every loader and action behind sign-in (product 2.5, 6.1). Redirects: without a token to
 * /home with the requested path, without the menu to the first menu, without `needs` to /404.
 */
export async function requireUser(args: Args, needs: Needs = {}): Promise<SignedIn> {
  const visit = visitOf(args.context);
  const path = args.url.pathname;
  if (!visit.session.token) {
    const typed = await visit.typed();
    if (typed) throw sessionOver({ state: "notLoggedIn", minutes: null }, typed);
    throw redirect(homeWith(args.url));
  }
  await refusePageOfOther(args);
  const user = await visit.user().catch((error: unknown) => {
    const seen = isAccountState(error) ? visit.session.endSeeing() : null;
    if (seen === null) throw error;
    visit.session.flash({ kind: "warning", key: "see-as:over" });
    throw redirect(withQuery(href("/freightForwarder/seeAs"), { user: seen }));
  });
  if (user.proof?.isFactorDue && !rulesOf(path).isEntry) throw redirect(href("/account/secondFactor"));
  const rights = offeredRights(rightsOf(user));
  // `/` is never 'coming soon', because people without any menu end there.
  if (path !== "/" && isComingSoon(path, env.COMING_SOON_PATHS)) {
    visit.session.flash({ kind: "warning", key: "comingSoon" });
    throw redirect(startOf(rights));
  }
  if (path !== "/" && !isPathAllowed(rights, path)) throw redirect(startOf(rights));
  if (!isAdmitted(rights, needs)) throw redirect(href("/404"));
  return { visit, user, rights };
}

/** Whether the rights meet what a route needs beyond the menu gate. */
export function isAdmitted(rights: Rights, needs: Needs): boolean {
  return (
    passesRoles(rights, needs.roles) &&
    (!needs.menus || needs.menus.some((menu) => hasMenu(rights, menu))) &&
    (!needs.buttons || hasButton(rights, needs.buttons)) &&
    (!needs.resource || hasResource(rights, needs.resource)) &&
    (!needs.resourceUrls || hasResourceUrl(rights, needs.resourceUrls)) &&
    (!needs.desk || rights.isDesk === true)
  );
}

/** Younger proofs are good for a page: they last while its form is filled in (`PROOF_MINUTES` for the provider). */
const PROOF_OF_PAGE_MS = 15 * 60_000;

/**
 * `requireUser` for the loader of a page whose writes take a fresh second factor: people who have one are asked for
 * it first, and come back. Its action uses `requireUser`, because the provider checks the proof of the write.
 */
export async function requireFreshFactor(args: Args, needs: Needs = {}): Promise<SignedIn> {
  const signedIn = await requireUser(args, needs);
  if (!isFactorStale(signedIn.user)) return signedIn;
  const back = args.url.pathname + args.url.search;
  throw redirect(withQuery(href("/account/confirm"), { redirect: back }));
}

/** For the desk's pages about customers' people and rights, whose writes take a fresh second factor. */
export async function requireDeskManager(args: Args): Promise<SignedIn> {
  const guard = args.request.method === "POST" ? requireUser : requireFreshFactor;
  return guard(args, { desk: true });
}

/** `requireFreshFactor` for pages whose writes take a proof of everybody. */
export async function requireFreshProof(args: Args, needs: Needs = {}): Promise<SignedIn> {
  const signedIn = await requireUser(args, needs);
  if (!isProofStale(signedIn.user)) return signedIn;
  const back = args.url.pathname + args.url.search;
  throw redirect(withQuery(href("/account/confirm"), { redirect: back }));
}

/** Whether the person has a second factor and has not shown it lately in this session. */
export function isFactorStale(user: PortalUser): boolean {
  return user.proof?.hasFactor === true && isProofStale(user);
}

function isProofStale({ proof }: PortalUser): boolean {
  if (!proof) return false;
  const provedAt = wireToInstant(proof.provedAt);
  return provedAt === null || Date.now() - provedAt.getTime() > PROOF_OF_PAGE_MS;
}

/**
 * A form or script call from a page that was rendered for another person does nothing in this session
 * (product 4.4): it gets the relogin alert, with the typed text. Forms name their page's person in the
 * request id, script calls in a header.
 */
async function refusePageOfOther(args: Args): Promise<void> {
  if (!(await isPageOfOther(args))) return;
  throw sessionOver({ state: "otherPerson", minutes: null }, await visitOf(args.context).typed());
}

/** Whether a form or script call comes from a page rendered for another person than the signed-in one. */
export async function isPageOfOther({ context, request, url }: Args): Promise<boolean> {
  const visit = visitOf(context);
  const { session } = visit;
  const owner = request.headers.get(PAGE_OWNER_HEADER) ?? ownerMarkIn((await visit.requestIdIn(url)) ?? "");
  return session.ownerMark !== "" && owner !== "" && owner !== session.ownerMark;
}

/** The first line of every public loader and action. */
export function openToAll(args: Args): Visit {
  return visitOf(args.context);
}

/** `openToAll` for /login: signed-in people go to their first menu (product 2.5). */
export async function requireVisitor(args: Args): Promise<Visit> {
  const visit = visitOf(args.context);
  if (visit.session.token) {
    // With a token that the provider no longer knows, the sign-in page has to stay reachable.
    const user = await visit.user().catch((error: unknown) => {
      if (isAccountState(error)) return null;
      throw error;
    });
    if (user) throw redirect(startOf(rightsOf(user)));
    visit.session.end();
  }
  return visit;
}

/** The first available menu, or `/` (product 2.5). */
export function startOf(rights: Rights): string {
  return firstPath(rights, [...env.COMING_SOON_PATHS, ...lackingMenus()]);
}

/** Where a signed-out person is sent, with the path to return to (product 2.5). */
function homeWith(url: URL): string {
  return withQuery(href("/home"), { redirect: url.pathname + url.search });
}

function isAccountState(error: unknown): boolean {
  const inner = (error as { data?: { kind?: unknown } } | null)?.data;
  return inner?.kind === "accountState";
}
