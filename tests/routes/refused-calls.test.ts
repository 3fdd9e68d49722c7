import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Language } from "#app/contract/user.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { type Browser, type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { requestForm } from "#tests/support/quotes.ts";
import { scriptedBrowser, scriptedUser, USER_PATH } from "#tests/upstream/scripted-person.ts";
import {
  envelope,
  raw,
  type Script,
  type ScriptedProvider,
  startScriptedProvider,
} from "#tests/upstream/scripted-provider.ts";

/** Codes by which a provider refuses single calls: a page or form says so in place (product 8.1). */

let provider: ScriptedProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());
beforeEach(() => provider.reset());

/** An administrator with every menu and button of a customer. */
function allowed(language: Language = "en"): Promise<Browser> {
  const menus = {
    QUOTES: "/quote",
    BOOKING: "/booking",
    ANALYTICS: "/analytics",
    BILLING: "/billing",
    LASTMILE: "/last-mile",
    DOCUMENT: "/document",
    TRACKING: "/tracking",
    APPLETRACKING: "/appleTracking",
    YTDTRACKING: "/ytdTracking",
    ADDRESSBOOK: "/account/address",
    NOTIFICATIONTRACKING: "/account/notificationSetting",
    NOTIFICATIONSHIPMENTS: "/account/shipmentsSubscription",
  };
  const user = scriptedUser({ languagePreference: language });
  return scriptedBrowser(provider, portal, {
    ...user,
    menuList: [
      ...Object.entries(menus).map(([name, url]) => ({ name, url, menuFlag: 1 as const })),
      ...["REQUESTQUOTE", "BOOKSHIPMENT", "MessageCenter"].map((name) => ({
        name,
        url: "",
        menuFlag: 0 as const,
      })),
      ...user.menuList,
    ],
    userAccessResourceVos: [{ sysMainBodyId: user.companyInfo.userId, resCode: "MEMBER_MANAGE" }],
  });
}

const lists = [
  "/dashboard",
  "/quote/index",
  "/booking/index",
  "/booking/template",
  "/shipments/index",
  "/shipments/bookingList",
  "/analytics/index",
  "/analytics/templates",
  "/analytics/log",
  "/billing/index",
  "/billing/statement",
  "/document/index",
  "/last-mile/index",
  "/tracking/index",
  "/appleTracking/index",
  "/ytdTracking/index",
  "/messageCenter/index",
  "/messageCenter/teams",
  "/account/address",
  "/account/members",
  "/account/notificationSetting",
  "/account/notifications",
  "/account/shipmentsSubscription",
  "/account/sessions",
  "/account/apiKeys",
  "/account/webhooks",
  "/shipments/shared",
];

function expectInPlace(page: Page, path: string, status: number): void {
  expect([path, page.status]).toEqual([path, status]);
  // The frame of somebody who is signed in, with their menus.
  expect(page.markup).toMatch(/<header[\s\S]*Sam Script[\s\S]*<main[\s\S]*<h1[\s\S]*<\/main>/);
}

describe("body code 404", () => {
  test("of a list is said on its page in the provider's words, and leads nowhere", async () => {
    const browser = await allowed();
    provider.answer(envelope(null, { code: 404, message: "No archive for this customer" }));
    for (const path of lists) {
      const page = await browser.open(path);
      expect(page.path).not.toBe("/404");
      expectInPlace(page, path, 502);
      expect([path, page.markup]).toEqual([path, expect.stringContaining("No archive for this customer")]);
    }
  });

  test("of one record is an unknown page", async () => {
    const browser = await allowed();
    provider.answer(envelope(null, { code: 404, message: "No such record" }));
    for (const path of [
      "/shipments/detail/5",
      "/quote/detail?id=5",
      "/shipments/bookingDetail/5",
      "/billing/detail?id=5",
      "/tracking/detail?id=5",
    ])
      expect([path, (await browser.open(path)).status]).toEqual([path, 404]);
  });
});

const limits: [string, Script][] = [
  ["in the body", envelope(null, { code: 429, message: "Quota of the gateway" })],
  ["as text", raw('{"code":"429","message":"Quota of the gateway","data":null}')],
  ["as status, without a code", raw('{"message":"Quota of the gateway"}', { status: 429 })],
  [
    "as status, with another code",
    envelope(null, { code: 500, message: "Quota of the gateway", status: 429 }),
  ],
  ["as status, with a page", raw("<h1>429</h1>", { status: 429, type: "text/html" })],
  ["as status, with nothing", raw("", { status: 429 })],
];
const busy = { en: "The forwarder&#x27;s system is busy", zh: "货代系统繁忙" } as const;
const later = { en: "Please try again later.", zh: "请稍后重试。" } as const;

describe.each(limits)("429 %s", (_, script) => {
  test.each(["en", "zh"] as const)("means that a page has to be opened later: %s", async (language) => {
    const browser = await allowed(language);
    provider.answer(script);
    for (const path of ["/dashboard", "/shipments/index", "/account/sessions"]) {
      const page = await browser.get(path);
      expectInPlace(page, path, 429);
      expect(page.markup).toContain(busy[language]);
      expect(page.markup).toContain(later[language]);
    }
  });

  test.each(["en", "zh"] as const)("keeps what was typed: %s", async (language) => {
    const browser = await allowed(language);
    provider.answer(script, "/api/portalUser/updateUser");
    provider.answer(script, "/api/quote/add");
    for (const [path, typed] of [
      ["/account/index", { name: "Kim", city: "Rotterdam" }],
      ["/quote/add", quoteRequest],
    ] as const) {
      const page = await browser.post(path, { requestId: "some-request-id", ...typed });
      expect([path, page.status]).toEqual([path, 429]);
      expect(page.markup).toContain(busy[language]);
      expect(page.markup).toContain(later[language]);
      expectTyped(page, typed);
    }
  });
});

test("how long a limit lasts is said where the provider says it", async () => {
  const browser = await allowed();
  provider.answer(raw("", { status: 429, headers: { "retry-after": "40" } }));
  const page = await browser.get("/shipments/index");
  expect(page.markup).toContain("Please try again in 40 seconds.");
  expect(page.headers.get("retry-after")).toBe("40");
});

const quoteRequest = Object.fromEntries(
  Object.entries(requestForm({ cargoDetails: "Lamps" })).filter(([, text]) => text),
);

/** Writes of different screens, with the path of the call that is refused. */
const writes: [string, string, Record<string, string>][] = [
  ["/account/index", "/api/portalUser/updateUser", { name: "Kim", city: "Rotterdam" }],
  ["/quote/add", "/api/quote/add", quoteRequest],
  ["/booking/add", "/api/booking/saveDraft", { "shipper.name": "Kim & Sons", intent: "save" }],
  [
    "/messageCenter/inquiry",
    "/api/graph/newInquiry",
    { topic: "quote", subject: "A question", text: "When?" },
  ],
  ["/forgotPassword", "/api/api/forgotPassword", { email: "kim@example.com" }],
];

describe.each(["The contract does not cover this", ""])("body code 403 to a form, saying '%s'", (message) => {
  test.each(casesByDay(writes, 3))("keeps what was typed: %s", async (path, call, typed) => {
    const browser = path === "/forgotPassword" ? portal.visitor() : await allowed();
    provider.answer(envelope({ companies: [], customerServices: [], carriers: [] }), "/api/booking/options");
    provider.answer(envelope({ rows: [], total: 0, isTotalCapped: false }), "/api/address/list");
    provider.answer(envelope(null, { code: 403, message }), call);
    const page = await browser.post(path, { requestId: "some-request-id", ...typed });
    expect([path, page.status, page.location]).toEqual([path, 403, null]);
    expect(page.markup).toContain(message || "The forwarder&#x27;s system does not let you do this.");
    expectTyped(page, typed);
    expect(provider.received.some((received) => received.path === call)).toBe(true);
  });

  test.each(casesByDay(writes.slice(0, 4), 3))(
    "keeps what was typed when the page cannot be read either: %s",
    async (path, _call, typed) => {
      const browser = await allowed();
      provider.answer(envelope(null, { code: 403, message }));
      const page = await browser.post(path, { requestId: "some-request-id", ...typed });
      expect([path, page.status, page.location]).toEqual([path, 403, null]);
      expectTyped(page, typed);
    },
  );
});

test("body code 403 of the person leads a page to /404, and keeps what a form posted", async () => {
  const browser = await allowed();
  provider.answer(envelope(null, { code: 403, message: "no" }), USER_PATH);
  expect((await browser.get("/account/index")).location).toBe("/404");
  const typed = { requestId: "some-request-id", name: "Kim", city: "Rotterdam" };
  const page = await browser.post("/account/index", typed);
  expect([page.status, page.location]).toEqual([403, null]);
  expectTyped(page, typed);
});

function expectTyped(page: Page, typed: Record<string, string>): void {
  for (const text of Object.values(typed)) expect(page.markup).toContain(text.replaceAll("&", "&amp;"));
}
