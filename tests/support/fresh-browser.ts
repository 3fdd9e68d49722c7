import { Client, fetch } from "undici";
import { Browser } from "./portal.ts";

/** A browser each of whose connections is new, so that any process of a portal may answer; with the cookies of `like`. */
export function freshBrowser(origin: string, like?: Browser): Browser {
  const browser = new Browser(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const dispatcher = new Client(origin);
    delete headers.host;
    if (headers.origin) headers.origin = origin;
    const body = request.method === "POST" ? await request.text() : undefined;
    const init = { method: request.method, headers, body, redirect: "manual", dispatcher } as const;
    const answer = await fetch(origin + pathname + search, init);
    const whole = await answer.arrayBuffer();
    await dispatcher.close();
    const isEmpty = [204, 304].includes(answer.status);
    return new Response(isEmpty ? null : whole, {
      status: answer.status,
      headers: [...answer.headers] as [string, string][],
    });
  }, {});
  for (const [name, value] of like?.cookies ?? []) browser.cookies.set(name, value);
  return browser;
}
