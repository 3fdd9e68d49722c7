import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { requestForm } from "#tests/support/quotes.ts";
import {
  SIGN_IN_PATH,
  scriptedBrowser,
  scriptedUser,
  TOKEN,
  USER_PATH,
} from "#tests/upstream/scripted-person.ts";
import {
  broken,
  envelope,
  raw,
  type Script,
  type ScriptedProvider,
  silent,
  startScriptedProvider,
} from "#tests/upstream/scripted-provider.ts";

let provider: ScriptedProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());
beforeEach(() => provider.reset());

test("how long the provider asks to wait is passed on with the page and with data", async () => {
  const browser = await scriptedBrowser(provider, portal);
  const body = JSON.stringify({ code: 500, message: "Not now", data: null });
  provider.answer(raw(body, { status: 503, headers: { "retry-after": "9" } }), USER_PATH);
  for (const path of ["/account/index", "/account/index.data"])
    expect([path, (await browser.get(path)).headers.get("retry-after")]).toEqual([path, "9"]);
});

test("a provider that hangs delays a page by the page's limit, not by all retries, and the data that arrived are shown", {
  tags: "slow",
}, async () => {
  const impatient = await startPortal(provider, { PAGE_WAIT_SECONDS: "1" });
  const browser = await scriptedBrowser(provider, impatient);
  provider.answer(silent);
  for (const path of ["/dashboard", "/shipments/index"]) {
    const began = performance.now();
    const page = await browser.get(path);
    // Far below the 123 s of all attempts, however slow the machine is.
    expect(performance.now() - began).toBeLessThan(25_000);
    expect([path, page.status]).toEqual([path, 504]);
    expect(page.markup).toMatch(/<header[\s\S]*Request timeout[\s\S]*Try again[\s\S]*<footer/);
  }
  // The user was not loaded in time either.
  provider.answer(silent, USER_PATH);
  expect((await browser.get("/dashboard")).markup).toMatch(/<header[\s\S]*Request timeout/);
});

/** Failures of the provider, and the text of the page in both languages. */
const faults: [string, Script, number, string, string][] = [
  ["is slow", raw("<h1>504</h1>", { status: 504, type: "text/html" }), 504, "Request timeout", "请求超时"],
  [
    "breaks off",
    broken,
    502,
    "The connection to the forwarder&#x27;s system broke off",
    "与货代系统的连接中断",
  ],
  [
    "answers HTML",
    raw("<h1>at Object.secret (/srv/x.js:1:2)</h1>", { type: "text/html" }),
    502,
    "gave an answer that makes no sense",
    "货代系统返回了无法识别的内容",
  ],
  ["answers nothing", raw(""), 502, "gave an answer that makes no sense", "货代系统返回了无法识别的内容"],
  [
    "answers another shape",
    envelope({ rows: "many" }),
    502,
    "gave an answer that makes no sense",
    "货代系统返回了无法识别的内容",
  ],
];

function expectFrame(page: Page, path: string): void {
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.markup).toMatch(/<header[\s\S]*<main[\s\S]*<h1[\s\S]*<\/main>[\s\S]*<footer/);
  expect(page.markup.match(/<h1/g)).toHaveLength(1);
  expect(page.markup.match(/<title>/g)).toHaveLength(1);
  expect(page.markup).toContain("© 2023 Fairlead");
  expect(page.html).not.toMatch(/\bat \w+.*\.(js|ts)\b|node_modules|Error:|Unexpected Server Error/);
  expect(page.html).not.toContain(TOKEN);
  expect(page.markup).toContain(`href="${path}"`);
}

for (const [name, script, status, english, chinese] of faults) {
  for (const language of ["en", "zh"] as const) {
    const text = language === "en" ? english : chinese;
    const again = language === "en" ? "Try again" : "重试";

    test(`a provider that ${name} when the user is asked for: a page that says so, ${language}`, async () => {
      const browser = await scriptedBrowser(provider, portal, scriptedUser({ languagePreference: language }));
      provider.answer(script, USER_PATH);
      for (const path of ["/dashboard", "/shipments/index?page=2", "/account/index", "/"]) {
        const page = await browser.get(path);
        expect([path, page.status]).toEqual([path, status]);
        expectFrame(page, path);
        expect(page.markup).toContain(`<html lang="${language === "zh" ? "zh-CN" : "en"}"`);
        expect(page.markup).toContain(text);
        expect(page.markup).toContain(again);
      }
    });

    test(`a provider that ${name} when the page's data is asked for: the frame stands, ${language}`, async () => {
      const browser = await scriptedBrowser(provider, portal, scriptedUser({ languagePreference: language }));
      provider.answer(script);
      for (const path of ["/dashboard", "/shipments/index?page=2"]) {
        const page = await browser.get(path);
        expect([path, page.status]).toEqual([path, status]);
        expectFrame(page, path);
        expect(page.markup).toContain(text);
        // The shell, with the user's menus and sign-out.
        expect(page.markup).toContain("Sam Script");
        expect(page.markup).toContain("/logout?redirect=");
      }
    });
  }
}

test("the data that the browser's script asks for tells the fault too, and no more", async () => {
  const browser = await scriptedBrowser(provider, portal);
  provider.answer(raw("<h1>at secret.js</h1>", { status: 504 }));
  const answer = await browser.get("/dashboard.data");
  expect(answer.html).toContain("timeout");
  expect(answer.html).not.toMatch(/secret\.js|stack/);
});

test("a user without roles is told in the words of the product", async () => {
  const browser = await scriptedBrowser(provider, portal, scriptedUser({ roles: [] }));
  for (const path of ["/dashboard", "/account/index"]) {
    const page = await browser.get(path);
    expect([path, page.status]).toEqual([path, 500]);
    expectFrame(page, path);
    expect(page.markup).toContain("getInfo: roles must be a non-null array!");
  }
});

test("body code 403 leads a page to /404, and a form back to what was typed", async () => {
  const browser = await scriptedBrowser(provider, portal);
  const forbidden = envelope(null, { code: 403, message: "no" });
  provider.answer(forbidden);
  expect((await browser.get("/shipments/index")).location).toBe("/404");
  const fields = { requestId: "some-request-id", name: "Sam", email: "sam@example.com" };
  const answer = await browser.post("/account/index", fields);
  expect([answer.status, answer.location]).toEqual([403, null]);
  expect(answer.markup).toContain('value="Sam"');
  provider.answer(forbidden, USER_PATH);
  expect((await browser.get("/dashboard")).location).toBe("/404");
  expect((await browser.get("/404")).status).toBe(404);
});

test("a refusal of a page's data is the provider's own message", async () => {
  const browser = await scriptedBrowser(provider, portal);
  provider.answer(envelope(null, { code: 500, message: "Closed for <stocktaking>", status: 500 }));
  const page = await browser.get("/shipments/index");
  expect(page.status).toBe(503);
  expectFrame(page, "/shipments/index");
  expect(page.markup).toContain("Closed for &lt;stocktaking&gt;");
  provider.answer(envelope(null, { code: 500, message: "", status: 500 }));
  expect((await browser.get("/shipments/index")).markup).toMatch(/<p[^>]*>Error<\/p>/);
  const chinese = await scriptedBrowser(provider, portal, scriptedUser({ languagePreference: "zh" }));
  provider.answer(envelope(null, { code: 500, message: "", status: 500 }));
  expect((await chinese.get("/shipments/index")).markup).toMatch(/<p[^>]*>错误<\/p>/);
});

describe("a form sent while the provider is unavailable", () => {
  const down = raw("<h1>Bad gateway</h1>", { status: 502, type: "text/html" });
  const slow = raw("<h1>Timeout</h1>", { status: 504, type: "text/html" });

  test("signing in: the form comes back with the name and without the password", async () => {
    for (const [script, text] of [
      [down, "it is not certain that this was saved"],
      [slow, "Request timeout"],
    ] as const) {
      provider.answer(script);
      const answer = await portal
        .visitor()
        .post("/login?redirect=%2Fdashboard", { userName: "sam", password: "hidden-word-1" });
      expect(answer.status).toBe(503);
      expect(answer.markup).toContain(text);
      expect(answer.markup).toContain('value="sam"');
      expect(answer.html).not.toContain("hidden-word-1");
    }
    expect(provider.received).toHaveLength(2);
  });

  test("a refusal that is not about what was typed has a status of its own", async () => {
    for (const [code, status] of [
      [400, 400],
      [409, 409],
      [429, 429],
      [500, 503],
      [1001, 400],
    ] as const) {
      provider.answer(envelope(null, { code, message: "In the provider's words", status }), SIGN_IN_PATH);
      const answer = await portal.visitor().post("/login", { userName: "sam", password: "hidden-word-1" });
      expect([code, answer.status]).toEqual([code, status]);
      expect(answer.markup).toContain("In the provider&#x27;s words");
      expect(answer.markup).toContain('value="sam"');
    }
  });

  test("forgotten password: the address is still there, in the visitor's language", async () => {
    provider.answer(down);
    const visitor = portal.visitor({ "accept-language": "zh-CN" });
    const requestId = requestIdOf(await visitor.get("/forgotPassword"));
    const answer = await visitor.post("/forgotPassword", { requestId, email: "sam@example.com" });
    expect(answer.status).toBe(503);
    expect(answer.markup).toContain("与货代系统的连接中断");
    expect(answer.markup).toContain('value="sam@example.com"');
    // It is unknown whether the first was done, so the second has the same key.
    expect(mainForm(answer)).toContain(`name="requestId" value="${requestId}"`);
    expect(provider.received.map(({ headers }) => headers["idempotency-key"])).toEqual([requestId]);
  });

  test("the profile: everything typed is there, under the same request id", async () => {
    const browser = await scriptedBrowser(provider, portal);
    const requestId = requestIdOf(await browser.get("/account/index"));
    provider.answer(slow);
    const typed = {
      name: 'Kim "K" <x>',
      companyAddress: "Wharf 1",
      city: "Rotterdam",
    };
    const answer = await browser.post("/account/index", { requestId, ...typed });
    expect(answer.status).toBe(503);
    expect(answer.markup).toContain("sending it again does not do it twice");
    for (const text of ["Kim &quot;K&quot; &lt;x&gt;", "Wharf 1", "Rotterdam"])
      expect(answer.markup).toContain(`value="${text}"`);
    expect(mainForm(answer)).toContain(`name="requestId" value="${requestId}"`);
  });

  test("the password: the form comes back empty", async () => {
    const browser = await scriptedBrowser(provider, portal);
    provider.answer(down);
    const answer = await browser.post("/account/password", passwords);
    expect(answer.status).toBe(503);
    expect(answer.markup).toContain('name="oldPassword"');
    expect(answer.html).not.toMatch(/old-Harbour-1|new-Harbour-2/);
  });

  test("several calls of whose page fail can be sent again as it was", async () => {
    const user = scriptedUser();
    const mayAsk = [
      { name: "QUOTES", menuFlag: 1 as const, url: "/quote" },
      { name: "REQUESTQUOTE", menuFlag: 0 as const, url: "" },
      ...user.menuList,
    ];
    const browser = await scriptedBrowser(provider, portal, { ...user, menuList: mayAsk });
    provider.answer(down);
    for (const path of ["/quote/add?id=5", "/quote/add?from=5"]) {
      const typed = { requestId: "r", origin: "Shenzhen", intent: "work-out" };
      const answer = await browser.post(path, typed);
      expect([path, answer.status]).toEqual([path, 502]);
      expect(fieldsOf(mainForm(answer))).toEqual(Object.entries(typed));
    }
  });

  const forms: [string, Record<string, string>][] = [
    ["/account/index", { name: "Kim", city: "Rotterdam" }],
    [
      "/quote/add",
      Object.fromEntries(Object.entries(requestForm({ cargoDetails: "Lamps" })).filter(([, text]) => text)),
    ],
    ["/booking/add", { "shipper.name": "Kim & Sons", intent: "save" }],
    ["/messageCenter/inquiry", { topic: "quote", subject: "A question", text: "When?" }],
    ["/messageCenter/index?session=3&tab=quote", { intent: "send", channelId: "7", text: "A message" }],
    ["/quote/reject?id=5", { reason: "Too dear", intent: "reject" }],
  ];
  const away = envelope(null, { code: 500, message: "The database is away", status: 503 });

  for (const what of ["everything", "all but the user"] as const)
    test.each(forms)(
      `answered by a failure in the envelope keeps what was typed: %s, ${what}`,
      async (path, typed) => {
        const user = scriptedUser();
        const may = [
          "QUOTES:/quote",
          "BOOKING:/booking",
          "REQUESTQUOTE:",
          "BOOKSHIPMENT:",
          "MessageCenter:",
        ].map((item) => {
          const [name = "", url = ""] = item.split(":");
          return { name, menuFlag: url ? (1 as const) : (0 as const), url };
        });
        const browser = await scriptedBrowser(provider, portal, {
          ...user,
          menuList: [...may, ...user.menuList],
        });
        provider.answer(away);
        if (what === "everything") provider.answer(away, USER_PATH);
        const answer = await browser.post(path, { requestId: "some-request-id", ...typed });
        expect(answer.status).toBe(503);
        expect(answer.markup).toContain("The database is away");
        for (const text of Object.values(typed))
          expect(answer.markup).toContain(text.replaceAll("&", "&amp;"));
        expect(mainForm(answer)).toContain('name="requestId" value="some-request-id"');
      },
    );

  test("whose user cannot be read either can be sent again as it was, passwords left out", async () => {
    const browser = await scriptedBrowser(provider, portal);
    const requestId = requestIdOf(await browser.get("/account/index"));
    provider.answer(slow, USER_PATH);
    const typed = { requestId, name: "Kim <x>", email: "kim@example.com", city: "Rotterdam" };
    const answer = await browser.post("/account/index", typed);
    expect(answer.status).toBe(504);
    expect(answer.markup).toMatch(
      /<header[\s\S]*Request timeout[\s\S]*What you entered is kept[\s\S]*<footer/,
    );
    const form = mainForm(answer);
    expect(form).toMatch(/<form[^>]*action="\/account\/index"/);
    const fields = fieldsOf(form);
    expect(fields).toEqual(Object.entries(typed));
    // The provider is back: the page's own button completes the form.
    provider.reset();
    const again = await scriptedAgain(browser, fields);
    expect([again.status, again.location]).toEqual([302, "/account/index"]);
    const [call] = provider.received.filter(({ path }) => path.endsWith("updateUser"));
    expect(call?.headers["idempotency-key"]).toBe(requestId);

    provider.answer(slow, USER_PATH);
    const secret = await browser.post("/account/password", passwords);
    expect(secret.status).toBe(504);
    expect(secret.html).not.toMatch(/old-Harbour-1|new-Harbour-2/);
    expect(fieldsOf(mainForm(secret))).toEqual([["requestId", passwords.requestId]]);
  });

  test("a reset that cannot be checked says so with the right status, and keeps link and consent", async () => {
    provider.answer(slow);
    const address = "/resetPassword?token=some-token";
    const page = await portal.visitor().get(address);
    expect(page.status).toBe(504);
    expectFrame(page, address);
    const answer = await portal
      .visitor()
      .post(address, { token: "some-token", ...passwords, repeat: passwords.password, isConfirmed: "yes" });
    expect([503, 504]).toContain(answer.status);
    expect(answer.html).not.toMatch(/old-Harbour-1|new-Harbour-2/);
    expect(fieldsOf(mainForm(answer))).toEqual([
      ["token", "some-token"],
      ["requestId", passwords.requestId],
      ["isConfirmed", "yes"],
    ]);
  });

  test("signing out works without the provider", async () => {
    const browser = await scriptedBrowser(provider, portal);
    provider.answer(down);
    provider.answer(down, USER_PATH);
    expect((await browser.post("/logout", {})).location).toBe("/home?redirect=%2F");
    // Tells the browser to clear its data.
    expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^signed-out\./)]);
  });

  test("nor does changing the language of one's pages", async () => {
    const browser = await scriptedBrowser(provider, portal);
    provider.answer(down);
    expect((await browser.post("/language", { language: "zh", returnTo: "/account/index" })).location).toBe(
      "/account/index",
    );
    expect((await browser.get("/account/index")).markup).toContain('<html lang="zh-CN"');
  });

  const passwords = {
    requestId: "password-request",
    oldPassword: "old-Harbour-1",
    password: "new-Harbour-2",
    repeat: "new-Harbour-2",
  };

  async function scriptedAgain(browser: Browser, fields: [string, string][]): Promise<Page> {
    const { userName } = scriptedUser();
    provider.answer(envelope(scriptedUser({ userName })), USER_PATH);
    return browser.post("/account/index", fields);
  }
});

describe("a provider that is down", () => {
  let gone: ScriptedProvider;
  let browser: Browser;
  beforeAll(async () => {
    gone = await startScriptedProvider();
    browser = await scriptedBrowser(gone, await startPortal(gone));
    await gone.stop();
  });
  afterEach(() => expect(browser.cookies.size).toBe(1));

  test("ends no session, and public pages work", async () => {
    const page = await browser.get("/dashboard");
    expect(page.status).toBe(502);
    expectFrame(page, "/dashboard");
    expect(page.markup).toContain("The forwarder&#x27;s system cannot be reached");
    for (const path of ["/home", "/forgotPassword", "/logout"])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    expect((await browser.get("/404")).status).toBe(404);
  });

  test("a form says that nothing was saved", async () => {
    const portalOfGone = await startPortal(gone);
    const answer = await portalOfGone
      .visitor()
      .post("/login", { userName: "sam", password: "hidden-word-1" });
    expect(answer.status).toBe(503);
    expect(answer.markup).toContain("so this was not saved");
  });
});

test("a sign-in is never retried", async () => {
  provider.answer(broken, SIGN_IN_PATH);
  await portal.visitor().post("/login", { userName: "sam", password: "hidden-word-1" });
  expect(provider.received).toHaveLength(1);
});

/** The form in the page's content, without those of the frame. */
function mainForm(page: Page): string {
  return /<main[\s\S]*?(<form[\s\S]*?<\/form>)/.exec(page.markup)?.[1] ?? "";
}
function fieldsOf(form: string): [string, string][] {
  return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name ?? "",
    (value ?? "").replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
  ]);
}
