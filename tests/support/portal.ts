import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "react-router";
import { sealer } from "#app/access/sealed-cookie.server.ts";
import { DEMO_PASSWORD, type TestProvider } from "#tests/support/provider.ts";

/**
 * The built portal in this process: real middleware, guard, loader, action and render, without a socket.
 * `portal-build.ts` makes the build before the tests.
 */
export interface TestPortal {
  /** A new browser: cookies are kept, redirects are not followed. */
  visitor(headers?: Record<string, string>): Browser;
  /** A browser that has signed in through the form. */
  signedIn(account: string, password?: string): Promise<Browser>;
}

export interface Page {
  status: number;
  /** Where a redirect leads: path and query. */
  location: string | null;
  html: string;
  /** The page without style sheet, scripts and the marks that React leaves between texts. */
  markup: string;
  headers: Headers;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  #handler: (request: Request) => Promise<Response>;
  #headers: Record<string, string>;
  constructor(handler: (request: Request) => Promise<Response>, headers: Record<string, string>) {
    this.#handler = handler;
    this.#headers = headers;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.send(path, { headers });
  }

  /** Like `get`, but follows redirects. */
  async open(path: string): Promise<Page & { path: string }> {
    let at = path;
    for (let steps = 0; steps < 5; steps++) {
      const page = await this.get(at);
      if (!page.location) return { ...page, path: at };
      at = page.location;
    }
    throw new Error(`${path} redirects in a circle`);
  }

  /** Posts a form as a browser does, from a page of this site unless the headers say otherwise. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = { origin: ORIGIN },
  ): Promise<Page> {
    const body = new URLSearchParams(fields).toString();
    const length = String(Buffer.byteLength(body));
    return this.send(path, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": length,
        ...headers,
      },
    });
  }

  /** Posts a form with files. */
  async postFiles(path: string, form: FormData): Promise<Page> {
    const encoded = new Response(form);
    const body = new Uint8Array(await encoded.arrayBuffer());
    return this.send(path, {
      method: "POST",
      body,
      headers: {
        "content-type": encoded.headers.get("content-type") ?? "",
        "content-length": String(body.length),
        origin: ORIGIN,
      },
    });
  }

  /** A redirect to the very address is followed once, as a browser does without anybody seeing it. */
  async send(path: string, init: RequestInit): Promise<Page> {
    const page = await this.#sendOnce(path, init);
    const isSame = page.location === path && (init.method ?? "GET") === "GET";
    return isSame ? this.#sendOnce(path, init) : page;
  }

  async #sendOnce(path: string, init: RequestInit): Promise<Page> {
    const headers = new Headers({ host: new URL(ORIGIN).host, ...this.#headers });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie) headers.set("cookie", cookie);
    const response = await this.#handler(new Request(new URL(path, ORIGIN), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get("location");
    const target = location ? new URL(location, ORIGIN) : null;
    const html = await response.text();
    return {
      status: response.status,
      location: target ? target.pathname + target.search : null,
      html,
      markup: html.replace(/<(style|script)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, ""),
      headers: response.headers,
    };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const isGone = attributes.some((attribute) =>
      /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute),
    );
    if (isGone) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export const ORIGIN = "http://portal.test";
export const TEST_SECRET = "a secret of the tests only and of nothing else";

/** The content of the encrypted session cookie of a signed-in browser. */
export function sessionIn(browser: Browser): { token: string; userId: string } {
  const value = decodeURIComponent(browser.cookies.get("session") ?? "");
  const sealed = JSON.parse(Buffer.from(value, "base64").toString("latin1"));
  return sealer([TEST_SECRET], "session").open(sealed) as { token: string; userId: string };
}

/** The hidden request id of the first form of a page that has one. */
export function requestIdOf(page: Page): string {
  return /name="requestId" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
}

/** Portals of this worker without settings of their own, by the address of their provider. */
const loaded = new Map<string, Promise<ServerBuild>>();

/**
 * A portal with these settings. They are read when the build is loaded, so a portal with any has a copy of its own. One without is
 * used again by tests that come later, with what it remembers, as visitors of a running portal do.
 */
export async function startPortal(
  provider: Pick<TestProvider, "apiUrl" | "trackingUrl">,
  settings: Record<string, string> = {},
): Promise<TestPortal> {
  const env: Record<string, string> = {
    API_URL: provider.apiUrl,
    TRACKING_API_URL: provider.trackingUrl,
    SESSION_SECRET: TEST_SECRET,
    LOG_LEVEL: "silent",
    ...settings,
  };
  const isPlain = Object.keys(settings).length === 0;
  const load = (isPlain && loaded.get(provider.apiUrl)) || loadBuild(env);
  if (isPlain) loaded.set(provider.apiUrl, load);
  const build = await load;
  const handler = createRequestHandler(build, "production");
  const portal: TestPortal = {
    visitor: (headers = {}) => new Browser((request) => handler(request), headers),
    async signedIn(account, password = DEMO_PASSWORD) {
      const browser = portal.visitor();
      const answer = await browser.post("/login", { userName: account, password });
      if (answer.status !== 302) {
        const [, reason = ""] = /role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(answer.markup) ?? [];
        throw new Error(`${account} could not sign in: ${answer.status} ${reason.replace(/<[^>]+>/g, " ")}`);
      }
      return browser;
    },
  };
  return portal;
}

async function loadBuild(env: Record<string, string>): Promise<ServerBuild> {
  const file = new URL("../../build/server/index.js", import.meta.url);
  if (!existsSync(file)) throw new Error("There is no build: run npm run build first");
  const before = { ...process.env };
  Object.assign(process.env, env);
  // The query forces a new module instance. Node keeps each for the whole run of files.
  const address = `${pathToFileURL(file.pathname).href}?portal=${randomUUID()}`;
  const build: ServerBuild = await import(/* @vite-ignore */ address);
  for (const name of Object.keys(env)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  return build;
}
