import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keptConnection } from "#tests/support/kept-connection.ts";
import { SIGN_IN_PATH, scriptedUser, scriptUser, TOKEN, USER_PATH } from "#tests/upstream/scripted-person.ts";
import {
  envelope,
  raw,
  type ScriptedProvider,
  startScriptedProvider,
} from "#tests/upstream/scripted-provider.ts";
import { type ServedPortal, servePortal, spawnPortal, speak } from "./serve.ts";

const FORM = "application/x-www-form-urlencoded";
const PASSWORD = "hidden-word-1";

let provider: ScriptedProvider;
let portal: ServedPortal;
let behindProxy: ServedPortal;
const upstream = () => ({ API_URL: provider.apiUrl, TRACKING_API_URL: provider.trackingUrl });

beforeAll(async () => {
  provider = await startScriptedProvider();
  [portal, behindProxy] = await Promise.all([
    servePortal(upstream()),
    servePortal({ ...upstream(), PUBLIC_URL: "https://portal.example" }),
  ]);
});
afterAll(async () => {
  await Promise.all([portal?.stop(), behindProxy?.stop()]);
  await provider?.stop();
});
beforeEach(() => {
  provider.reset();
  scriptUser(provider, scriptedUser());
});

function signIn(at: ServedPortal, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ userName: "scripted", password: PASSWORD }).toString();
  const own = { "content-type": FORM, origin: `http://127.0.0.1:${at.port}` };
  return at.ask("/login", { method: "POST", headers: { ...own, ...headers }, body });
}
const cookieOf = (headers: { "set-cookie"?: string[] }) => headers["set-cookie"]?.[0]?.split(";")[0] ?? "";

describe("odd requests stop nothing and are not answered as internal errors", () => {
  const odd: [string, () => Promise<number>, number[]][] = [
    ["an address that cannot be decoded", async () => (await portal.ask("/%ff")).status, [400, 302]],
    [
      "the same below a section",
      async () => (await portal.ask("/shipments/detail/%c0%ae")).status,
      [400, 302],
    ],
    ["a query that cannot be decoded", async () => (await portal.ask("/login?redirect=%ff%")).status, [200]],
    ["an address of 15 kB", async () => (await portal.ask(`/${"x".repeat(15_000)}`)).status, [302, 414, 431]],
    [
      "a header of 20 kB",
      async () => (await portal.ask("/login", { headers: { cookie: "x".repeat(20_000) } })).status,
      [431],
    ],
    ["TRACE", async () => (await portal.ask("/login", { method: "TRACE" })).status, [405]],
    ["OPTIONS", async () => (await portal.ask("/login", { method: "OPTIONS" })).status, [200, 204, 400, 405]],
    [
      "a method of its own",
      async () => (await portal.ask("/login", { method: "PROPFIND" })).status,
      [400, 405],
    ],
    [
      "a Host that is none",
      async () => (await portal.ask("/login", { headers: { host: "a b/@c" } })).status,
      [400],
    ],
    [
      "another Host",
      async () => (await portal.ask("/login", { headers: { host: "evil.example" } })).status,
      [200],
    ],
    [
      "a cookie of rubbish",
      async () => (await portal.ask("/login", { headers: { cookie: "session=%%%;;=;tz=%ff" } })).status,
      [200],
    ],
    [
      "JSON in place of a form",
      async () =>
        (
          await portal.ask("/login", {
            method: "POST",
            headers: { "content-type": "application/json", origin: `http://127.0.0.1:${portal.port}` },
            body: "{",
          })
        ).status,
      [400, 415],
    ],
    [
      "a broken upload",
      async () =>
        (
          await portal.ask("/login", {
            method: "POST",
            headers: {
              "content-type": "multipart/form-data; boundary=x",
              origin: `http://127.0.0.1:${portal.port}`,
            },
            body: "--y",
          })
        ).status,
      [400, 415],
    ],
  ];
  for (const [name, ask, statuses] of odd) {
    test(name, async () => {
      expect(statuses).toContain(await ask());
      expect((await portal.ask("/login")).status).toBe(200);
    });
  }

  test("bodies that are refused before they are read: the next request over the connection is answered", async () => {
    const origin = `http://127.0.0.1:${portal.port}`;
    const connection = keptConnection(origin);
    await connection.ask("/login");
    const type = "multipart/form-data; boundary=x";
    const refused = [
      ["/login", "http://elsewhere.example", type, 500, 400],
      ["/login", origin, type, 4_000, 413],
      ["/login", origin, FORM, 4_000, 413],
      ["/messageCenter/1", origin, type, 4_000, 413],
    ] as const;
    for (const [path, from, contentType, kilobytes, status] of refused) {
      const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${"x".repeat(kilobytes * 1024)}\r\n--x--\r\n`;
      const headers = { origin: from, "content-type": contentType };
      const answer = await connection.ask(path, { method: "POST", headers, body });
      const next = await connection.ask("/login");
      expect([path, answer.status, next.status]).toEqual([path, status, 200]);
      // A client closes a connection itself whose request was answered before it was sent.
      if (kilobytes < 1_000) expect([answer.isReused, next.isReused]).toEqual([true, true]);
    }
    connection.close();
  });

  test("requests that are not HTTP, and HTTP/1.0 without a Host", async () => {
    expect(await speak(portal.port, "hello\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    expect(await speak(portal.port, "GET /login HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    expect(await speak(portal.port, "GET /login HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 [24]00/,
    );
  });

  test("does not disclose the server software", async () => {
    for (const path of ["/%ff", "/login", "/assets/none.js", "/.well-known/none", "/no/such"]) {
      const { body, headers } = await portal.ask(path);
      expect([path, headers["x-powered-by"], headers.server]).toEqual([path, undefined, undefined]);
      expect(body).not.toMatch(/node_modules|\bat \w+ \(|file:\/\//);
    }
  });

  test("HEAD gives the head of the page", async () => {
    const [head, page] = [await portal.ask("/login", { method: "HEAD" }), await portal.ask("/login")];
    expect([head.status, head.body]).toEqual([200, ""]);
    for (const name of ["content-type", "x-content-type-options", "referrer-policy"])
      expect(head.headers[name]).toBe(page.headers[name]);
    expect((await portal.ask("/dashboard", { method: "HEAD" })).headers.location).toBe(
      "/home?redirect=%2Fdashboard",
    );
  });

  test("files and the framework's own refusals carry nosniff as pages do, once", async () => {
    const asset = /\/assets\/[\w.-]+\.js/.exec((await portal.ask("/404")).body)?.[0];
    for (const [path, headers] of [
      ["/favicon.svg", {}],
      ["/robots.txt", {}],
      [asset ?? "/login", {}],
      ["/%ff", {}],
      ["/login", {}],
      ["/login", { host: "a b" }],
    ] as const) {
      const answer = await portal.ask(path, { headers });
      expect([path, answer.headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
    }
    const refused = await signIn(portal, { origin: "https://evil.example" });
    expect([400, 403]).toContain(refused.status);
    expect(refused.headers["x-content-type-options"]).toBe("nosniff");
    expect((await behindProxy.ask("/favicon.svg")).headers["strict-transport-security"]).toMatch(/^max-age=/);
  });
});

test("a form from elsewhere is answered 403 in one sentence, and is no error of ours", async () => {
  const before = portal.output().length;
  for (const path of ["/login", "/login.data", "/account/index", "/account/index.data", "/language"])
    for (const origin of [
      "https://evil.example",
      "null",
      "portal.test",
      `http://127.0.0.1:${portal.port + 1}`,
    ]) {
      const { status, headers, body } = await portal.ask(path, {
        method: "POST",
        headers: { "content-type": FORM, origin },
        body: "language=zh",
      });
      const answer = { path, origin, status, type: headers["content-type"] };
      expect(answer).toEqual({ path, origin, status: 403, type: "text/plain; charset=utf-8" });
      expect(body).toContain("This form was sent from another site");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  expect(portal.output().slice(before)).not.toMatch(/"level":50|\bError\b/);
});

test("a page's policy names no host that only the client says", async () => {
  for (const name of ["host", "x-forwarded-host"]) {
    const headers = { [name]: "evil.example" };
    const page = await behindProxy.ask("/login", { headers });
    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toContain("connect-src 'self' wss://portal.example");
    expect(JSON.stringify([page.headers, page.body])).not.toContain("evil.example");
  }
});

describe("the person's address", () => {
  const forwarded = () =>
    provider.received.filter(({ path }) => path === SIGN_IN_PATH).at(-1)?.headers["x-forwarded-for"];

  test("is the connection's, whatever a client claims", async () => {
    await signIn(portal, { "x-client-address": "203.0.113.1", "x-forwarded-for": "203.0.113.2" });
    expect(forwarded()).toBe("127.0.0.1");
  });

  test("behind the operator's proxy is the last that the proxy has added", async () => {
    const origin = "https://portal.example";
    await signIn(behindProxy, {
      origin,
      "x-client-address": "203.0.113.1",
      "x-forwarded-for": "203.0.113.2, 203.0.113.3",
    });
    expect(forwarded()).toBe("203.0.113.3");
    await signIn(behindProxy, { origin, "x-client-address": "203.0.113.1" });
    expect(forwarded()).toBe("127.0.0.1");
  });
});

describe("behind TLS", () => {
  test("forms of the public address are taken, of others not, on pages and resources", async () => {
    const origin = "https://portal.example";
    const signedIn = await signIn(behindProxy, { origin });
    expect([signedIn.status, signedIn.headers.location]).toEqual([302, "/dashboard"]);
    expect(signedIn.headers["set-cookie"]?.[0]).toMatch(/^__Host-session=.*; Secure/);
    const cookie = cookieOf(signedIn.headers);
    const post = (path: string, from: string) =>
      behindProxy.ask(path, {
        method: "POST",
        headers: { "content-type": FORM, cookie, origin: from },
        body: "language=zh",
      });
    expect((await post("/language", origin)).status).toBe(302);
    for (const path of ["/language", "/login", "/logout", "/account/index"])
      for (const from of [
        "https://evil.example",
        "https://portal.example.evil.example",
        "http://evil.example:443",
      ])
        expect([path, from, [400, 403].includes((await post(path, from)).status)]).toEqual([
          path,
          from,
          true,
        ]);
  });
});

describe("the log", () => {
  test("holds no token, no password and no query, whatever happens", async () => {
    provider.answer(raw(`<h1>${TOKEN}</h1>`), USER_PATH);
    const { headers } = await signIn(portal);
    const cookie = cookieOf(headers);
    await portal.ask("/dashboard?search=secret-reference", { headers: { cookie } });
    await portal.ask("/resetPassword?token=reset-token-1");
    provider.answer(envelope({ code: "no" }));
    await portal.ask("/forgotPassword?address=secret-address");
    const body = new URLSearchParams({
      oldPassword: PASSWORD,
      password: PASSWORD,
      repeat: PASSWORD,
    }).toString();
    const origin = `http://127.0.0.1:${portal.port}`;
    await portal.ask("/account/password", {
      method: "POST",
      headers: { "content-type": FORM, cookie, origin },
      body,
    });
    // The last request's line is written after its answer.
    await expect.poll(() => portal.output()).toContain("POST /account/password");
    const output = portal.output();
    expect(output).toContain("/resetPassword");
    expect(output).toContain("portalUser.getUser");
    expect(output).toContain("malformed");
    for (const secret of [
      TOKEN,
      PASSWORD,
      "reset-token-1",
      "secret-reference",
      "secret-address",
      "a secret of the tests",
      cookie.slice(10, 60),
    ])
      expect(output.includes(secret) && secret).toBe(false);
  });
});

describe("the end", () => {
  test("SIGTERM lets running requests finish, then exits with 0", async () => {
    const ending = await servePortal(upstream());
    const cookie = cookieOf((await signIn(ending)).headers);
    let answer = () => {};
    const asked = new Promise<void>((resolve) =>
      provider.answer((response, received) => {
        resolve();
        answer = () => envelope(scriptedUser())(response, received);
      }, USER_PATH),
    );
    const page = ending.ask("/account/index", { headers: { cookie } });
    await asked;
    ending.process.kill("SIGTERM");
    const isRefused = () =>
      ending.ask("/login").then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    expect(ending.process.exitCode).toBeNull();
    answer();
    expect((await page).status).toBe(200);
    expect((await page).body).toContain("Sam Script");
    expect(await ending.ended).toBe(0);
  });

  test("each impossible setting is reported in one line, and nothing starts", async () => {
    const refused = spawnPortal({ PORT: "0", SESSION_SECRET: "short", LOG_LEVEL: "loud" });
    expect(await refused.ended).toBe(1);
    expect(refused.output().trim().split("\n")).toEqual([
      "SESSION_SECRET must have at least 32 bytes: make one with `openssl rand -base64 48`",
      expect.stringMatching(/^LOG_LEVEL must be one of fatal/),
    ]);
  });
});

test("the log names the call by whose refusal a page was not shown", async () => {
  const cookie = cookieOf((await signIn(portal)).headers);
  provider.answer(envelope(null, { code: 404, message: "No archive for this customer" }));
  const page = await portal.ask("/shipments/index", { headers: { cookie } });
  expect(page.status).toBe(502);
  expect(page.body).toContain("No archive for this customer");
  const refusals = () =>
    portal
      .output()
      .split("\n")
      .filter((line) => line.includes("refused a call"));
  await expect.poll(refusals).toEqual([expect.stringContaining('"call":"shipment.list"')]);
  expect(JSON.parse(refusals()[0]!)).toMatchObject({ call: "shipment.list", code: 404 });
});
