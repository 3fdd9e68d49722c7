import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { scriptedBrowser, scriptedUser } from "#tests/upstream/scripted-person.ts";
import { type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";

let provider: ScriptedProvider;
let portal: TestPortal;
let browser: Browser;
let requestId: string;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());
beforeEach(async () => {
  provider.reset();
  browser = await scriptedBrowser(provider, portal);
  requestId = requestIdOf(await browser.get("/account/index"));
  provider.received.length = 0;
});

const profile = () => ({ requestId, name: "Kim", email: "kim@example.com" });
/** The writes among the calls. */
const writes = () => provider.received.filter(({ path }) => /updateUser|logout/.test(path));

const foreign: [string, Record<string, string>][] = [
  ["a foreign Origin", { origin: "https://evil.example" }],
  ["an Origin that hides itself", { origin: "null" }],
  ["an Origin that is no address", { origin: "portal.test" }],
  ["an Origin on another port", { origin: "http://portal.test:8080" }],
  ["an Origin that begins alike", { origin: "http://portal.test.evil.example" }],
  [
    "a cross-site fetch, whatever its Origin",
    { "sec-fetch-site": "cross-site", origin: "http://portal.test" },
  ],
  ["a fetch from a sibling site", { "sec-fetch-site": "same-site", origin: "http://portal.test" }],
  ["a foreign Referer", { referer: "https://evil.example/portal.test" }],
  ["a Referer that is no address", { referer: "portal.test" }],
];
const own: [string, Record<string, string>][] = [
  ["the same Origin", { origin: "http://portal.test" }],
  ["a same-origin fetch", { "sec-fetch-site": "same-origin", origin: "http://portal.test" }],
  ["a form that a person sent by hand", { "sec-fetch-site": "none" }],
  ["a Referer of this site, as text browsers send", { referer: "http://portal.test/account/index?x=1" }],
  ["no word of its origin, but a request id of this session", {}],
];

describe("a form from elsewhere is refused and nothing is done:", () => {
  for (const [name, headers] of foreign) {
    test(name, async () => {
      for (const [path, fields] of [
        ["/account/index", profile()],
        ["/logout", { requestId }],
        ["/language", { requestId, language: "zh" }],
        ["/login", { requestId, userName: "x", password: "yyyyyy" }],
      ] as const) {
        const answer = await browser.post(path, fields, headers);
        expect([path, [400, 403].includes(answer.status)]).toEqual([path, true]);
      }
      const data = await browser.post("/account/index.data", profile(), headers);
      expect([400, 403, 500]).toContain(data.status);
      expect(writes()).toEqual([]);
      expect((await browser.get("/account/index")).markup).toContain('<html lang="en"');
    });
  }
});

describe("a form of this site is taken:", () => {
  for (const [name, headers] of own) {
    test(name, async () => {
      const answer = await browser.post("/account/index", profile(), headers);
      expect([answer.status, answer.location]).toEqual([302, "/account/index"]);
      expect((await browser.post("/language", { requestId, language: "zh" }, headers)).location).toBe("/");
      expect(writes().length).toBe(2);
    });
  }
});

describe("without headers about its origin, a form is checked by its request id:", () => {
  const tampered: [string, () => string | Promise<string>][] = [
    ["none", () => ""],
    ["one without a signature", () => requestId.split(".")[0] ?? ""],
    ["one with another signature", () => `${requestId.split(".")[0]}.${"A".repeat(24)}`],
    ["one that was lengthened", () => `x${requestId}`],
    ["one of a visitor", async () => requestIdOf(await portal.visitor().get("/login"))],
    [
      "one of another session",
      async () => {
        const other = scriptedUser({ userName: "other", userId: "8" });
        const theirs = await startPortal(provider, {
          SESSION_SECRET: "another secret of the tests that is as long",
        });
        return requestIdOf(await (await scriptedBrowser(provider, theirs, other)).get("/account/index"));
      },
    ],
  ];
  for (const [name, make] of tampered) {
    test(`${name} is refused in the person's language`, async () => {
      const id = await make();
      const answer = await browser.post("/account/index", { ...profile(), requestId: id }, {});
      expect(answer.status).toBe(403);
      expect(answer.html).toContain("This form was sent from another site");
      expect(writes()).toEqual([]);
    });
  }

  test("JSON and files have no request id to show", async () => {
    for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"]) {
      const headers = { "content-type": type };
      const answer = await browser.post("/language", { requestId, language: "zh" }, headers);
      expect([type, [400, 403, 415].includes(answer.status)]).toEqual([type, true]);
    }
  });

  test("it stays valid after a change of the secret while the old one is listed", async () => {
    const rotated = await startPortal(provider, {
      SESSION_SECRET:
        "the secret that comes next and is as long,a secret of the tests only and of nothing else",
    });
    const next = rotated.visitor();
    for (const [name, value] of browser.cookies) next.cookies.set(name, value);
    expect((await next.post("/account/index", profile(), {})).status).toBe(302);
  });
});

test("an upload is read no further than its first file: its request id may stand in the address, and it may be large", async () => {
  const upload = (id: string, headers: Record<string, string>) =>
    browser.send(`/booking/attachments?${new URLSearchParams({ requestId: id })}`, {
      method: "POST",
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx',
      headers: {
        "content-type": "multipart/form-data; boundary=b",
        "content-length": "30000000",
        ...headers,
      },
    });
  for (const [id, headers] of [
    ["", {}],
    [`x${requestId}`, {}],
    [requestId, { origin: "https://evil.example" }],
    [requestId, { "sec-fetch-site": "cross-site" }],
  ] as const)
    expect([400, 403]).toContain((await upload(id, headers)).status);
  // Passes to the guard, which finds no menu.
  const passed = await upload(requestId, {});
  expect([passed.status, passed.location]).toEqual([302, "/dashboard"]);
  const elsewhere = { "content-type": "multipart/form-data; boundary=b", "content-length": "30000000" };
  expect(
    (await browser.post("/account/index", profile(), { origin: "http://portal.test", ...elsewhere })).status,
  ).toBe(413);
});

describe("methods", () => {
  test("GET changes nothing, and PUT or DELETE are refused", async () => {
    expect((await browser.get("/account/index?name=Kim")).status).toBe(200);
    for (const method of ["PUT", "DELETE", "PATCH"])
      expect([method, (await browser.send("/language", { method })).status]).toEqual([method, 405]);
    expect(writes()).toEqual([]);
  });
});

test("a body larger than any form is refused unread", async () => {
  const large = { ...profile(), name: "x".repeat(1_100_000) };
  expect((await browser.post("/account/index", large)).status).toBe(413);
  const chunked = { origin: "http://portal.test", "transfer-encoding": "chunked" };
  expect((await browser.post("/account/index", profile(), chunked)).status).toBe(411);
  expect(writes()).toEqual([]);
});
