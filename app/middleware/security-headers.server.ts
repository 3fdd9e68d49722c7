import { randomBytes } from "node:crypto";
import { createContext, type MiddlewareFunction } from "react-router";
import { frameOriginsOf, operatorPages } from "#app/access/embedded-pages.server.ts";
import { OPERATORS_SITE, type Site } from "#app/access/site.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { env, STRICT_TRANSPORT } from "#app/config/env.server.ts";
import { realtimeAddress } from "#app/lib/realtime-address.ts";
import { rulesOf } from "#app/route-rules.ts";

/** The nonce of this answer for every inline script and style. */
export const nonceContext = createContext<string>();

/** What the policy has to know of the visit; set by `visitMiddleware`, and not where a request failed before it. */
export const policyContext = createContext<Pick<Visit, "site" | "companyPages">>({
  site: OPERATORS_SITE,
  companyPages: [],
});

const frameAncestors = env.PARENT_ORIGINS.length > 0 ? env.PARENT_ORIGINS.join(" ") : "'none'";
const framedAncestors = ["'self'", ...env.PARENT_ORIGINS].join(" ");
/** Where the operator's analytics script may send data. */
const analyticsOrigin = env.ANALYTICS_SCRIPT_URL ? ` ${new URL(env.ANALYTICS_SCRIPT_URL).origin}` : "";

function policy(
  nonce: string,
  url: URL,
  { site, companyPages }: { site: Site; companyPages: Visit["companyPages"] },
): string {
  // In development Vite's client opens a socket and injects styles.
  const isDev = import.meta.env.DEV;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' ${isDev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src ${["'self'", "data:", ...env.AVATAR_ORIGINS].join(" ")}${analyticsOrigin}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${new URL(realtimeAddress(url.href, site, env)).origin}${analyticsOrigin}${isDev ? " ws:" : ""}`,
    // Some pages may be in a frame (`route-rules.ts`), and client navigation may lead to the pages that
    // contain them, or external pages.
    ["frame-src 'self'", ...frameOriginsOf([...operatorPages, ...companyPages])].join(" "),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${rulesOf(url.pathname).isFramed ? framedAncestors : frameAncestors}`,
    // Without spaces: each answer carries these lines.
  ].join(";");
}

const NO_PAGE = `default-src 'none';frame-ancestors ${frameAncestors}`;
/** Browsers lay their own page around a PDF that they show, which takes styles and the document as an object. */
const SHOWN_PDF = `default-src 'none';object-src 'self';style-src 'unsafe-inline';frame-ancestors ${frameAncestors}`;

/** The outermost middleware: headers of every answer, errors included. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const url = new URL(request.url);
  const nonce = randomBytes(16).toString("base64url");
  context.set(nonceContext, nonce);
  const response = await next();
  const { headers } = response;
  const type = headers.get("content-type") ?? "";
  const isPage = type.startsWith("text/html");
  // Answers that are no pages load nothing: a short policy saves three lines per script call.
  const isShownPdf =
    type.startsWith("application/pdf") && headers.get("content-disposition")?.startsWith("inline");
  const strict = isShownPdf ? SHOWN_PDF : NO_PAGE;
  headers.set("content-security-policy", isPage ? policy(nonce, url, context.get(policyContext)) : strict);
  headers.set("x-content-type-options", "nosniff");
  // Of these two, data for a script has no use: it leads nowhere and asks for no device.
  const isData = type.startsWith("application/json");
  // no-referrer would make native form posts send `Origin: null`.
  const { isByLink } = rulesOf(url.pathname);
  if (!isData && !headers.has("referrer-policy"))
    headers.set("referrer-policy", isByLink ? "strict-origin" : "strict-origin-when-cross-origin");
  if (isByLink) headers.set("x-robots-tag", "noindex, nofollow");
  headers.set("cross-origin-resource-policy", "same-origin");
  if (!isData) headers.set("permissions-policy", "camera=(),geolocation=(),microphone=(),payment=()");
  if (env.PARENT_ORIGINS.length === 0) {
    headers.set("x-frame-options", rulesOf(url.pathname).isFramed ? "SAMEORIGIN" : "DENY");
  }
  if (env.isBehindTls) headers.set("strict-transport-security", STRICT_TRANSPORT);
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  return response;
};
