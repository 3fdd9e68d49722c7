import { createHash } from "node:crypto";
import {
  CALLER_TAG_HEADER,
  NEWS_WANTED_HEADER,
  UNREAD_MESSAGES_HEADER,
  UNREAD_NEWS_HEADER,
  WAITING_HEADER,
  type Waiting,
} from "#app/contract/caller-news.ts";
import type { PortalUser } from "#app/contract/user.ts";
import { checkAnswer } from "./check-answer.ts";
import type { Caller, CallerContext } from "./context.ts";
import { refuseOthers, refuseUnproved } from "./needs.ts";
import type { Route } from "./route.ts";
import { scopeOf } from "./scope.ts";

/** The calls that the news stand for, and what has none. */
export interface NewsRoutes {
  user: Route;
  unread: Route;
  waiting: (context: CallerContext) => Promise<Waiting>;
}

type NewsHeaders = Record<string, string>;

/**
 * How the answer of this call tells of its caller besides its data: by headers, if the request asks for them. What they
 * stand for is read beside the call, unless the call itself answers it.
 */
export function newsOf(
  routes: NewsRoutes,
  route: Route,
  headers: Record<string, unknown>,
  context: CallerContext,
): (answer: unknown) => Promise<NewsHeaders> {
  const { access, isWrite, answer } = route.endpoint;
  const isTold = access !== "public" && !isWrite && answer !== "file";
  if (!isTold || !context.caller || context.caller.program || headers[NEWS_WANTED_HEADER] === undefined)
    return async () => ({});
  if (route === routes.user) return (user) => readNews(routes, context, user);
  const news = readNews(routes, context);
  return () => news;
}

/**
 * The tag is made of what the user's call answers at this moment, so nothing that changes that answer can be forgotten.
 * No headers where it cannot be read, which is logged.
 */
async function readNews(
  routes: NewsRoutes,
  context: CallerContext,
  userAnswer?: unknown,
): Promise<NewsHeaders> {
  try {
    const isCounted = mayCall(routes.unread, context.caller, context.now);
    const [user, unread, waiting] = await Promise.all([
      userAnswer ?? answerOf(routes.user, context),
      isCounted ? answerOf(routes.unread, context) : null,
      routes.waiting({ ...context, scope: scopeOf(context.caller, "read") }),
    ]);
    const { unreadNews, ...rest } = user as PortalUser;
    return {
      [CALLER_TAG_HEADER]: createHash("sha256").update(JSON.stringify(rest)).digest("base64url"),
      [UNREAD_NEWS_HEADER]: String(unreadNews),
      [WAITING_HEADER]: Object.entries(waiting)
        .map(([menu, count]) => `${menu}=${count}`)
        .join(", "),
      ...(unread === null ? {} : { [UNREAD_MESSAGES_HEADER]: String(unread) }),
    };
  } catch (error) {
    context.log.warn({ err: error }, "An answer does not tell of its caller, who could not be read");
    return {};
  }
}

async function answerOf(route: Route, context: CallerContext): Promise<unknown> {
  const scope = scopeOf(context.caller, route.needs!.reach);
  return checkAnswer(route, await route.run({}, { ...context, scope }));
}

function mayCall(route: Route, caller: Caller, now: Date): boolean {
  try {
    refuseOthers(route, caller);
    refuseUnproved(route, caller, now);
    return true;
  } catch {
    return false;
  }
}
