import { randomBytes } from "node:crypto";
import { href } from "react-router";
import { z } from "zod";
import type { ProviderWindow } from "#app/config/embedded-page.ts";
import { env } from "#app/config/env.server.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { exportFile } from "./export-file.server.ts";
import { once } from "./once.server.ts";
import type { Visit } from "./visit.server.ts";

/** The two helpers of product 7.6 that open a window on a path of the provider's with query parameters. */

/** The allow-list of paths: no path ever comes from the browser. */
export const windowPages: readonly ProviderWindow[] = env.PROVIDER_WINDOWS;

const TICKET_MS = 60_000;
/** The cookie that keeps it has little room. */
const SEARCH_MOST = 500;

/** The plain helper: the provider's own address, without the token. */
export const plainWindow = ({ address }: ProviderWindow, search: string): string =>
  env.API_URL.replace(/\/$/, "") + address + search;

/**
 * The helper with the token: an address with a ticket for one use within a minute. The token itself is added
 * by `openWindow` on the server, so that no address, history or referrer of the browser ever has it.
 */
export function ticketWindow(visit: Visit, { path }: ProviderWindow, search: string): string {
  const ticket = randomBytes(16).toString("base64url");
  const storedSearch = search.length <= SEARCH_MOST ? search : "";
  visit.session.keepWindow({ ticket, path, search: storedSearch, until: Date.now() + TICKET_MS });
  return href("/window/:ticket", { ticket });
}

/** The file that the ticket stands for, shown where the provider wants it and it can do no harm; null for a ticket that is none any more. */
export async function openWindow(visit: Visit, ticket: string) {
  const opening = visit.session.window;
  const page = windowPages.find(({ path }) => path === opening?.path);
  if (!opening || !page || opening.ticket !== ticket || opening.until < Date.now()) return null;
  if (!(await isFirstUse(ticket))) return null;
  visit.session.keepWindow(null);
  const call = endpoint({
    name: `window.${page.path}`,
    summary: page.title.en,
    path: page.address,
    method: "GET",
    body: "query",
    answer: "file",
    retries: 0,
    request: z.record(z.string(), z.string()),
    response: z.any(),
  });
  const query = Object.fromEntries(new URLSearchParams(opening.search));
  const back = href("/file/:page", { page: page.path });
  const made = await exportFile(visit, call, { ...query, token: visit.session.token ?? "" }, back, {
    mayShow: true,
  });
  return { page, back, made };
}

/** A copy of the cookie may still hold a ticket that was used. */
async function isFirstUse(ticket: string): Promise<boolean> {
  let isFirst = false;
  const use = async () => {
    isFirst = true;
  };
  await once(`window ${ticket}`, use, () => true);
  return isFirst;
}
