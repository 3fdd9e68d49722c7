import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { MiddlewareFunction } from "react-router";
import { trouble } from "#app/access/answer.server.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { networkOf } from "#app/lib/address-network.ts";
import { rulesOf } from "#app/route-rules.ts";

const perMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 });

/** More than the provider allows of any one public call, which knows better what each is worth. */
const limits = {
  publicForm: perMinute(120),
  publicSearch: perMinute(60),
  /** An office behind one address, each of whose pages saves by itself. */
  signedInForm: perMinute(1_200),
};

/**
 * So many forms and public searches a minute from one address, counted before anything of them is read. An address is
 * known where `app/server.ts` serves; tests of routes that have no socket are not counted.
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
  const { pathname, search } = new URL(request.url);
  return !isSignedIn && search && rulesOf(pathname).isPublicSearch ? "publicSearch" : null;
}
