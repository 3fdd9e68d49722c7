import { createHash } from "node:crypto";
import { createCookie, href } from "react-router";
import { z } from "zod";
import { sealer } from "#app/access/sealed-cookie.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { CODE_TOO_MANY } from "#app/contract/code.ts";
import { shareOpen, shareView } from "#app/contract/share.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** The browser of somebody who has a link and no account. */

const OPEN_HOURS = 12;
/** Links open at once in a browser: the cookie stays small. */
const LINKS_MAX = 10;
const COOKIE_NAME = env.isBehindTls ? "__Secure-shared" : "shared";

/** Only the pages of links get it, and no script. */
const cookie = createCookie(COOKIE_NAME, {
  httpOnly: true,
  sameSite: "lax",
  path: href("/shared"),
  secure: env.isBehindTls,
  maxAge: OPEN_HOURS * 3600,
});
const { seal, open } = sealer(env.SESSION_SECRET, COOKIE_NAME);

const storedTickets = z.array(z.object({ token: z.string(), until: z.number() }));
type StoredTickets = z.infer<typeof storedTickets>;

/** Names a link in addresses without telling its token. */
const nameOf = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 16);

async function linksIn(request: Request, now: number): Promise<StoredTickets> {
  const opened = storedTickets.safeParse(open(await cookie.parse(request.headers.get("cookie"))));
  return (opened.data ?? []).filter(({ until }) => until > now);
}

/** The token of a link's address; null for anything that cannot be one. */
export function tokenIn({ searchParams }: URL): string | null {
  const token = searchParams.get("token") ?? "";
  return /^[\w-]{20,100}$/.test(token) ? token : null;
}

/** The token of the opened link that the address names; null when this browser has not opened it lately. */
export async function openedToken(request: Request, { searchParams }: URL): Promise<string | null> {
  const name = searchParams.get("link");
  const links = await linksIn(request, Date.now());
  return links.find(({ token }) => nameOf(token) === name)?.token ?? null;
}

export type Opened =
  | { kind: "opened"; location: string; cookie: string }
  | { kind: "over" | "limited" | "unavailable"; message: string };

/**
 * Opens a link by the button of its page: a browser that has opened it lately is not counted again. Nothing is said
 * of why a link is over.
 */
export async function openLink(
  visit: Visit,
  request: Request,
  url: URL,
  requestId: FormDataEntryValue | null,
): Promise<Opened> {
  const token = tokenIn(url);
  if (!token) return { kind: "over", message: "" };
  const now = Date.now();
  const links = await linksIn(request, now);
  const others = links.filter((link) => link.token !== token);
  const isCounted = others.length === links.length;
  const key = `${requestId}:${nameOf(token)}:${isCounted}`;
  const result = await visit.write(shareOpen, { token, isCounted }, { key });
  if (!result.isDone) {
    const { kind, code, message } = result.fault;
    if (kind === "unavailable") return { kind, message };
    return { kind: code === CODE_TOO_MANY ? "limited" : "over", message };
  }
  const until = now + OPEN_HOURS * 3_600_000;
  return {
    kind: "opened",
    location: withQuery(href("/shared/view"), { link: nameOf(token) }),
    cookie: await cookie.serialize(seal([{ token, until }, ...others].slice(0, LINKS_MAX))),
  };
}

/** What the link shows at present; null when it is over. Throws as `visit.read`. */
export async function readShared(visit: Visit, token: string) {
  const result = await visit.readOrRefusal(shareView, { token });
  if (result.isDone) return { data: result.data, limited: null };
  return result.fault.code === CODE_TOO_MANY ? { data: null, limited: result.fault.message } : null;
}
