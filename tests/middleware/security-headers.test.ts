import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { scriptedBrowser, scriptedUser } from "#tests/upstream/scripted-person.ts";
import {
  envelope,
  raw,
  type ScriptedProvider,
  startScriptedProvider,
} from "#tests/upstream/scripted-provider.ts";

let provider: ScriptedProvider;
let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
  browser = await scriptedBrowser(provider, portal);
});
afterAll(() => provider?.stop());

const answers: [string, () => Promise<Page>, number][] = [
  ["a public page", () => portal.visitor().get("/login"), 200],
  ["a page of the shell", () => browser.get("/account/index"), 200],
  ["the data of a page", () => browser.get("/account/index.data"), 200],
  ["a redirect", () => portal.visitor().get("/account/index"), 302],
  ["a redirect for the browser's script", () => portal.visitor().get("/account/index.data"), 202],
  ["the page of unknown addresses", () => browser.get("/404"), 404],
  ["a form with faults", () => portal.visitor().post("/login", {}), 400],
  ["a refused form", () => browser.post("/language", {}, { "sec-fetch-site": "cross-site" }), 403],
  ["a form of a resource", () => browser.post("/language", { language: "en" }), 302],
  [
    "a fault",
    () => {
      provider.answer(raw("<h1>x</h1>"));
      return browser.get("/shipments/index");
    },
    502,
  ],
];

describe("every answer says what a browser may do with it", () => {
  for (const [name, ask, status] of answers) {
    test(name, async () => {
      const { headers, ...page } = await ask();
      expect(page.status).toBe(status);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toMatch(/no-store|no-cache/);
      expect(headers.get("strict-transport-security")).toBeNull();
      expect(headers.get("x-powered-by")).toBeNull();
    });
  }
});

test("data for a script has no headers that only a page has a use for", async () => {
  const { headers } = await browser.post("/messageCenter/ticket", {});
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("referrer-policy")).toBeNull();
  expect(headers.get("permissions-policy")).toBeNull();
});

function policyOf(page: Page): Map<string, string> {
  const directives = (page.headers.get("content-security-policy") ?? "").split(";");
  return new Map(
    directives.map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}
const nonceOf = (page: Page) => /'nonce-([^']+)'/.exec(policyOf(page).get("script-src") ?? "")?.[1] ?? "";

describe("the content security policy", () => {
  test("allows scripts and styles by nonce only, and nothing else from elsewhere", async () => {
    const page = await browser.get("/account/index");
    const nonce = nonceOf(page);
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    expect(Object.fromEntries(policyOf(page))).toEqual({
      "default-src": "'none'",
      "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
      "style-src": `'self' 'nonce-${nonce}'`,
      "img-src": "'self' data:",
      "font-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "'self'",
      // The provider's websocket, at the port of its calls.
      "connect-src": `'self' ws://portal.test:${new URL(provider.apiUrl).port}`,
      "form-action": "'self'",
      "base-uri": "'none'",
      "frame-src": "'self'",
      "frame-ancestors": "'none'",
    });
  });

  test("has another nonce in every answer, which every inline script and style carries", async () => {
    const seen = new Set<string>();
    for (const path of ["/login", "/home", "/404", "/account/index", "/account/password", "/logout"]) {
      const page = await browser.get(path);
      if (page.status === 302) continue;
      const nonce = nonceOf(page);
      seen.add(nonce);
      const tags = page.html.match(/<(script|style)\b[^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(1);
      for (const tag of tags)
        expect([path, tag]).toEqual([path, expect.stringContaining(`nonce="${nonce}"`)]);
      expect(page.markup).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)=/i);
      expect(page.markup).not.toMatch(/(href|src|action)="(javascript|data):/i);
    }
    expect(seen.size).toBe(5);
  });

  test("keeps a nonce of its own in fault pages", async () => {
    provider.answer(raw(""));
    const page = await browser.get("/shipments/index");
    for (const tag of page.html.match(/<(script|style)\b[^>]*>/g) ?? [])
      expect(tag).toContain(`nonce="${nonceOf(page)}"`);
    expect(page.markup).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)=/i);
  });

  test("lets the named parents embed the portal, and no one else", async () => {
    const embedded = await startPortal(provider, {
      PARENT_ORIGINS: "https://intranet.example, https://other.example",
    });
    const page = await embedded.visitor().get("/login");
    expect(policyOf(page).get("frame-ancestors")).toBe("https://intranet.example https://other.example");
    expect(page.headers.get("x-frame-options")).toBeNull();
  });

  test("lets the analytics script tell its own site, and is silent about it otherwise", async () => {
    const watched = await startPortal(provider, { ANALYTICS_SCRIPT_URL: "https://stat.example/a.js?x=1" });
    const page = await watched.visitor().get("/login");
    expect(policyOf(page).get("connect-src")?.split(" ")).toContain("https://stat.example");
    expect(policyOf(page).get("img-src")).toBe("'self' data: https://stat.example");
    expect(page.html).toMatch(/<script [^>]*src="https:\/\/stat\.example\/a\.js\?x=1"/);
  });
});

describe("the websocket", () => {
  test("may be opened to the address in the setting only", async () => {
    const told = await startPortal(provider, { REALTIME_URL: "wss://rt.example:8443/a/ws" });
    const page = await told.visitor().get("/login");
    expect(policyOf(page).get("connect-src")).toBe("'self' wss://rt.example:8443");
  });
});

describe("the frame of new messages", () => {
  const menuList = [...scriptedUser().menuList, { name: "MessageCenter", menuFlag: 0 as const, url: "" }];
  const reader = (of: TestPortal) => scriptedBrowser(provider, of, scriptedUser({ menuList }));

  test("may be embedded by pages of this site and the named parents only", async () => {
    const page = await (await reader(portal)).get("/messageCenter/newer");
    expect(page.status).toBe(200);
    expect(policyOf(page).get("frame-ancestors")).toBe("'self'");
    expect(page.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    const embedded = await startPortal(provider, { PARENT_ORIGINS: "https://intranet.example" });
    const inParent = await (await reader(embedded)).get("/messageCenter/newer");
    expect(policyOf(inParent).get("frame-ancestors")).toBe("'self' https://intranet.example");
  });

  test("is the only page that may be in a frame", async () => {
    provider.answer(envelope({ rows: [], total: 0 }), "/api/message/chatList");
    const browser = await reader(portal);
    const page = await browser.get("/messageCenter/index");
    expect(page.status).toBe(200);
    expect(policyOf(page).get("frame-src")).toBe("'self'");
    expect(policyOf(page).get("frame-ancestors")).toBe("'none'");
    const other = await browser.open("/messageCenter/inquiry");
    expect(other.status).toBe(200);
    expect(policyOf(other).get("frame-ancestors")).toBe("'none'");
  });
});

test("what is no page may load nothing at all", async () => {
  const answer = await portal.visitor().get("/messageCenter/updates");
  expect(answer.status).toBe(401);
  expect(Object.fromEntries(policyOf(answer))).toEqual({
    "default-src": "'none'",
    "frame-ancestors": "'none'",
  });
});

test("behind TLS, and only there, browsers are told to stay with it", async () => {
  const behindTls = await startPortal(provider, { PUBLIC_URL: "https://portal.test" });
  const { headers } = await behindTls.visitor().get("/login");
  expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
  const plain = await startPortal(provider, { PUBLIC_URL: "http://portal.test" });
  expect((await plain.visitor().get("/login")).headers.get("strict-transport-security")).toBeNull();
});
