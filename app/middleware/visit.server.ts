import { type MiddlewareFunction, redirect } from "react-router";
import { CallerNews } from "#app/access/caller-news.server.ts";
import { rememberedClock } from "#app/access/clock-cookie.server.ts";
import { PAGE_OWNER_HEADER } from "#app/access/page-owner.ts";
import { siteOf } from "#app/access/site.server.ts";
import type { UploadHead } from "#app/access/upload-head.ts";
import { Visit, visitContext } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { getUser, type Language } from "#app/contract/user.ts";
import { isValidZone } from "#app/lib/date-time.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import { isPlainForm, isUpload } from "./form-type.server.ts";
import { languageOf, sessionContext } from "./language.server.ts";
import { nonceContext, policyContext } from "./security-headers.server.ts";
import { readUploadHead } from "./upload-head.server.ts";

/**
 * Makes the Visit of this request, after `languageMiddleware`: session, language, time zone, address. Sets
 * the cookie when it changed.
 */
export const visitMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session = context.get(sessionContext);
  const language = languageOf(context);
  const visit = new Visit({
    session,
    language,
    site: await siteOf(request),
    timeZone: timeZoneOf(request.headers.get("cookie")),
    rememberedClock: rememberedClock(request, session),
    nonce: context.get(nonceContext),
    clientAddress: request.headers.get("x-client-address"),
    userAgent: request.headers.get("user-agent"),
    signal: request.signal,
    pageWaitMs: env.PAGE_WAIT_SECONDS * 1000,
    t: translateOf(language),
    ...formOf(request),
    news: newsOf(request, session.token, language),
  });
  context.set(visitContext, visit);
  context.set(policyContext, visit);
  const response = await next();
  if (response.status < 500 && (await visit.news?.isOutdated(() => visit.readOptional(getUser, {})))) {
    await response.body?.cancel();
    const { pathname, search } = new URL(request.url);
    return redirect(pathname + search);
  }
  if (visit.retryAfterSeconds !== null) response.headers.set("retry-after", String(visit.retryAfterSeconds));
  // The service worker keeps pages for one person, and has to know for whom the portal renders.
  if (response.headers.get("content-type")?.startsWith("text/html"))
    // Nothing is kept of what staff see as somebody else.
    response.headers.set(PAGE_OWNER_HEADER, session.seen ? "" : session.ownerMark);
  const cookie = await session.cookie({ isPage: isPage(request, response) });
  if (cookie) response.headers.append("set-cookie", cookie);
  return response;
};

/**
 * For documents only: a script's request cannot be answered by the page's own address, which the script would then go
 * to.
 */
function newsOf({ method, url }: Request, token: string | null, language: Language): CallerNews | null {
  const isDocument = (method === "GET" || method === "HEAD") && !new URL(url).pathname.endsWith(".data");
  return token && isDocument ? new CallerNews(token, language) : null;
}

// React Router's status for redirects of client navigations.
const SCRIPTED_REDIRECT = 202;

function isPage(request: Request, { status }: Response): boolean {
  return request.method !== "HEAD" && status !== SCRIPTED_REDIRECT && !(status >= 300 && status < 400);
}

/**
 * Reads the posted form, once, because several calls may fail; from a copy, because the action consumes the
 * request.
 */
function formOf(request: Request): Pick<Visit, "posted" | "upload"> {
  const none = async () => null;
  if (request.method !== "POST") return { posted: none, upload: none };
  if (isUpload(request)) {
    let head: Promise<UploadHead> | undefined;
    const upload = () => {
      head ??= readUploadHead(request);
      return head;
    };
    return { upload, posted: async () => (await upload()).fields };
  }
  if (!isPlainForm(request)) return { posted: none, upload: none };
  const copy = request.clone();
  let text: Promise<string> | undefined;
  const posted = async () => {
    text ??= copy.text();
    return [...new URLSearchParams(await text)].filter(([name]) => !/password|^repeat$|^code$/i.test(name));
  };
  return { posted, upload: none };
}

/** The zone cookie set by the page's script (product 9.4). */
function timeZoneOf(cookies: string | null): string | null {
  const zone = /(?:^|;\s*)tz=([^;]+)/.exec(cookies ?? "")?.[1];
  if (!zone) return null;
  try {
    const decoded = decodeURIComponent(zone);
    return isValidZone(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
