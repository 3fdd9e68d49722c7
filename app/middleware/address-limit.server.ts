import { RateLimiterRes } from "rate-limiter-flexible";
import type { MiddlewareFunction } from "react-router";
import { trouble } from "#app/access/answer.server.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { perMinute } from "#app/config/shared-limit.server.ts";
import { networkOf } from "#app/lib/address-network.ts";
import { rulesOf } from "#app/route-rules.ts";

/** Above the provider's own limits of public calls, which are more specific. */
const limits = {
  publicForm: perMinute("publicForm", 120),
  publicSearch: perMinute("publicSearch", 60),
  /** High enough for an office behind one address, with pages that save automatically. */
  signedInForm: perMinute("signedInForm", 1_200),
};

/**
 * Limits forms and public searches per minute and address, before anything is parsed. The address is known
 * only behind `app/server.ts`; route tests without a socket are not limited.
 */
export const addressLimit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const visit = visitOf(context);
  const kind = kindOf(request, visit.session.token !== null);
  if (!env.RATE_LIMITS || !kind || !visit.clientAddress) return next();
  try {
    await limits[kind].consume(networkOf(visit.clientAddress));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    visit.retryAfterSeconds = seconds;
    throw trouble({ kind: "tooMany", seconds }, 429);
  }
  return next();
};

function kindOf(request: Request, isSignedIn: boolean): keyof typeof limits | null {
  if (request.method !== "GET" && request.method !== "HEAD")
    return isSignedIn ? "signedInForm" : "publicForm";
  if (isSignedIn) return null;
  const { pathname, search } = new URL(request.url);
  return search && rulesOf(pathname).isPublicSearch ? "publicSearch" : null;
}
