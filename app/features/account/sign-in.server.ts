import { href, redirect } from "react-router";
import type { z } from "zod";
import { isOfLackingScreen } from "#app/access/offer.server.ts";
import { firstMenuUrl } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import type { signIn } from "#app/contract/auth.ts";
import { CODE_SECOND_FACTOR } from "#app/contract/code.ts";
import { companyStart } from "#app/contract/company-sign-in.ts";
import { passkeySignIn } from "#app/contract/passkey.ts";
import { signInChallenge } from "#app/contract/second-factor.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** The page that was asked for before the sign-in; empty without one. */
export const wantedIn = (url: URL) => sameSitePath(url.searchParams.get("redirect"), "");

/** The first step of a sign-in, with the page that was asked for. */
export const loginHref = (url: URL) => withQuery(href("/login"), { redirect: wantedIn(url) });

/** The same by a passkey; null when the provider knows none. */
export const passkeyHref = (visit: Visit, url: URL) =>
  visit.offers(passkeySignIn) ? withQuery(href("/login/passkey"), { redirect: wantedIn(url) }) : null;

/** The same by the company's identity provider. */
export const companyHref = (visit: Visit, url: URL) =>
  visit.offers(companyStart) ? withQuery(href("/login/company"), { redirect: wantedIn(url) }) : null;

/**
 * Starts the session, and leads to the page that was asked for. Without one, or when the provider does not support it,
 * it leads to the first menu.
 */
export function finishSignIn(visit: Visit, url: URL, data: z.output<typeof signIn.response>, typed: string) {
  const { token, username, languagePreference, menuList, expiresAt } = data;
  const name = username || typed;
  visit.session.signIn({ token, username: name, userId: data.userId || name }, languagePreference);
  // Our provider sends the token's expiry, and menus with the user. Another may send menus here only.
  if (!expiresAt) visit.session.keepMenus(menuList);
  const wanted = wantedIn(url);
  const isShown = wanted !== "" && !isOfLackingScreen(wanted);
  return redirect(isShown ? wanted : firstMenuUrl(menuList, isOfLackingScreen));
}

/** The way to the second step, when the password was right and a code is asked for; else null. */
export function secondStep(visit: Visit, url: URL, fault: WriteFault) {
  if (fault.code !== CODE_SECOND_FACTOR) return null;
  const read = signInChallenge.safeParse(fault.data);
  if (!read.success) return null;
  visit.session.keepChallenge(read.data.challenge);
  return redirect(withQuery(href("/login/factor"), { redirect: wantedIn(url) }));
}
