import type { MiddlewareFunction } from "react-router";
import { isRequestIdSigned } from "#app/access/session.server.ts";
import { PAGE_ORIGIN_HEADER, VISITED_HOST_HEADER } from "#app/access/site.server.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { rulesOf } from "#app/route-rules.ts";

const publicOrigin = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : null;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes from another origin; the framework's own check is off (`react-router.config.ts`). Text
 * browsers send Referer only; curl sends neither, and then the form's signed request id is the proof.
 */
export const sameOrigin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (safeMethods.has(request.method) || isFromElsewhere(request.url)) return next();
  // A page of a host name that no customer has.
  if (request.headers.has(PAGE_ORIGIN_HEADER) && visitOf(context).site.host === null)
    return new Response("Bad Request", { status: 400 });
  if (await isFromHere(request, context)) return next();
  return new Response(visitOf(context).t("refusals:foreignForm"), {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
};

function isFromElsewhere(url: string): boolean {
  const { isOneClick, isFromServers } = rulesOf(new URL(url).pathname);
  return isOneClick ?? isFromServers ?? false;
}

async function isFromHere(
  request: Request,
  context: Parameters<MiddlewareFunction<Response>>[0]["context"],
): Promise<boolean> {
  const { headers } = request;
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite) return fetchSite === "same-origin" || fetchSite === "none";
  const origin = headers.get("origin");
  if (origin) return isOurs(origin, request);
  const referer = headers.get("referer");
  if (referer) return isOurs(referer, request);
  return isSigned(request, context);
}

function isOurs(address: string, request: Request): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const hosts = [new URL(request.url).host, request.headers.get(VISITED_HOST_HEADER)];
  return url.origin === publicOrigin || hosts.includes(url.host);
}

async function isSigned(
  request: Request,
  context: Parameters<MiddlewareFunction<Response>>[0]["context"],
): Promise<boolean> {
  const visit = visitOf(context);
  const requestId = await visit.requestIdIn(new URL(request.url));
  return requestId !== null && isRequestIdSigned(requestId, visit.session);
}
