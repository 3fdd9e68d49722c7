import { createCookie } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealer } from "#app/access/sealed-cookie.server.ts";
import { desk } from "#tests/provider/quotes/fixture.ts";
import { makeCompany, makePerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { sessionIn, startPortal, TEST_SECRET, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const SECRET = TEST_SECRET;

let provider: TestProvider;
let portal: TestPortal;
let company: string;
let person: Person;

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
  person = await makePerson(provider.db, company, { role: "viewer" });
});
afterAll(() => provider?.stop());

const credentials = () => ({ userName: person.userName, password: PASSWORD });

describe("signing in", () => {
  test("leads to the first menu with a cookie that scripts cannot read", async () => {
    const visitor = portal.visitor();
    const answer = await visitor.post("/login", credentials());
    expect([answer.status, answer.location]).toEqual([302, "/dashboard"]);
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^session=/);
    const attributes = cookie.split("; ").slice(1).sort();
    expect(attributes).toEqual(["HttpOnly", "Path=/", "SameSite=Lax"]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("leads the forwarder's own people to their inbox, and so does the start page", async () => {
    const staff = await desk(provider);
    const visitor = portal.visitor();
    const answer = await visitor.post("/login", { userName: staff.userName, password: PASSWORD });
    expect((await visitor.open(answer.location!)).path).toBe("/freightForwarder/index");
    expect((await visitor.open("/")).path).toBe("/freightForwarder/index");
  });

  test("behind TLS the cookie is bound to this host and to TLS", async () => {
    const behindTls = await startPortal(provider, { PUBLIC_URL: "https://portal.test" });
    const answer = await behindTls.visitor().post("/login", credentials());
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-session=/);
    expect(cookie.split("; ").slice(1).sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
  });

  test("shows the page that was asked for, also after a wrong password", async () => {
    const visitor = portal.visitor();
    const address = "/login?redirect=%2Fshipments%2Findex%3Fpage%3D2";
    const form = await visitor.get(address);
    expect(form.markup).toContain("Please sign in to see the page that you asked for.");
    // Without an action attribute the form posts to its page's URL.
    const tag = /<form id="login"[^>]*>/.exec(form.markup)?.[0] ?? "";
    expect(tag).toContain('method="post"');
    expect(tag).not.toContain("action=");
    expect((await visitor.post(address, { ...credentials(), password: "wrong-one" })).status).toBe(400);
    const answer = await visitor.post(address, credentials());
    expect(answer.location).toBe("/shipments/index?page=2");
  });

  for (const target of [
    "//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    "/%09/evil.example",
    "javascript:alert(1)",
    "evil.example",
    "/\t/evil.example",
  ]) {
    test(`leads nowhere else: ${JSON.stringify(target)}`, async () => {
      const query = new URLSearchParams({ redirect: target });
      const answer = await portal.visitor().post(`/login?${query}`, { ...credentials(), redirect: target });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
    });
  }

  test("uses the saved language, and the browser's where none is saved", async () => {
    const chen = await makePerson(provider.db, company, { language_preference: "zh" });
    const page = await (await portal.signedIn(chen.userName, PASSWORD)).get("/account/index");
    expect(page.markup).toContain('<html lang="zh-CN"');
    const other = portal.visitor({ "accept-language": "zh-CN,zh;q=0.9,en;q=0.8" });
    await other.post("/login", credentials());
    expect((await other.get("/account/index")).markup).toContain('<html lang="zh-CN"');
  });
});

describe("a refused sign-in", () => {
  test("keeps the name, forgets the password and says what is wrong", async () => {
    const answer = await portal.visitor().post("/login", { userName: "no<body>", password: "hidden-word-1" });
    expect(answer.status).toBe(400);
    // No field is named, so the heading blames none.
    expect(answer.markup).toMatch(/This did not work<\/p>[\s\S]*The user name or password is wrong/);
    expect(answer.markup).toContain('value="no&lt;body&gt;"');
    expect(answer.markup).not.toContain("hidden-word-1");
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("names each field, with the text at the field and in the summary", async () => {
    const { status, markup: html } = await portal
      .visitor()
      .post("/login", { userName: " ", password: "12345" });
    expect(status).toBe(400);
    expect(html).toContain("Please check what you entered");
    expect(html).toMatch(/<a href="#login-userName"[^>]*>User name: Please enter your user name<\/a>/);
    expect(html).toMatch(/<a href="#login-password"[^>]*>Password: Please enter your password: at least 6/);
    expect(html).toMatch(/<div role="alert"[^>]* tabindex="-1" autofocus=""/i);
    for (const name of ["userName", "password"]) {
      const field = new RegExp(`<input[^>]*id="login-${name}"[^>]*>`).exec(html)?.[0] ?? "";
      expect(field).toContain('aria-invalid="true"');
      expect(field).toContain(`aria-describedby="login-${name}-error"`);
      expect(html).toContain(`id="login-${name}-error"`);
    }
  });

  const states = [
    ["AWAITING_CONFIRMATION", "Awaiting confirmation", "等待确认"],
    ["AWAITING_APPROVAL", "Awaiting approval", "等待审批"],
    ["DISABLED", "Account disabled", "账户已停用"],
  ] as const;
  for (const [status, english, chinese] of states) {
    test(`says the state of the account: ${status}`, async () => {
      const { userName } = await makePerson(provider.db, company, { status });
      for (const [language, title] of [
        ["en", english],
        ["zh", chinese],
      ] as const) {
        const visitor = portal.visitor({ "accept-language": language });
        const answer = await visitor.post("/login", { userName, password: PASSWORD });
        expect(answer.status).toBe(401);
        expect(answer.markup).toMatch(new RegExp(`role="alert"[^>]*><p[^>]*>${title}</p>`));
        expect(answer.markup).toContain(`value="${userName}"`);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    });
  }

  test("after many failures is locked, with the minutes", async () => {
    const { userName } = await makePerson(provider.db, company);
    let answer = await portal.visitor().post("/login", { userName, password: "wrong-one" });
    for (let tries = 0; tries < 12 && answer.status === 400; tries++)
      answer = await portal.visitor().post("/login", { userName, password: "wrong-one" });
    expect(answer.status).toBe(401);
    expect(answer.markup).toMatch(
      /Account locked<\/p><p>Too many attempts\. Please try again in \d+ minutes\./,
    );
  });
});

describe("the session", () => {
  test("does not exist with a cookie that was tampered with", async () => {
    const browser = await portal.signedIn(person.userName, PASSWORD);
    const [[name = "", value = ""] = []] = [...browser.cookies];
    const bytes = Buffer.from(
      JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString()),
      "base64url",
    );
    const cookieOf = (text: unknown) => Buffer.from(JSON.stringify(text)).toString("base64");
    const changedAt = (index: number) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8((copy.at(index) ?? 0) ^ 1, index < 0 ? copy.length + index : index);
      return cookieOf(copy.toString("base64url"));
    };
    const guesses = [
      ...[0, 12, 28, -1].map(changedAt),
      cookieOf(bytes.subarray(0, -1).toString("base64url")),
      cookieOf(bytes.subarray(0, 20).toString("base64url")),
      cookieOf(sealer(["another secret of the tests that is as long"], "session").seal({ token: "x" })),
      cookieOf(sealer([SECRET], "another purpose").seal({ token: "x" })),
      cookieOf({ token: "x" }),
      cookieOf(7),
      "%ff",
      "",
    ];
    for (const guess of guesses) {
      browser.cookies.set(name, guess.startsWith("%") ? guess : encodeURIComponent(guess));
      const page = await browser.get("/account/index");
      expect([guess, page.location]).toEqual([guess, "/home?redirect=%2Faccount%2Findex"]);
    }
    browser.cookies.set(name, value);
    expect((await browser.get("/account/index")).status).toBe(200);
  });

  test("outlives a change of the secret while the old one is still named", { tags: "slow" }, async () => {
    const browser = await portal.signedIn(person.userName, PASSWORD);
    const [name, value] = [...browser.cookies][0] ?? ["", ""];
    const page = async (secrets: string) => {
      const visitor = (await startPortal(provider, { SESSION_SECRET: secrets })).visitor();
      visitor.cookies.set(name, value);
      return visitor.get("/account/index");
    };
    expect((await page(`the secret that comes next and is as long,${SECRET}`)).status).toBe(200);
    expect((await page("the secret that comes next and is as long")).location).toBe(
      "/home?redirect=%2Faccount%2Findex",
    );
  });

  test("is sealed: it tells nothing, and one of the older, signed format is no session", async () => {
    const browser = await portal.signedIn(person.userName, PASSWORD);
    const [name, value = ""] = [...browser.cookies][0] ?? ["", ""];
    const sealed = Buffer.from(decodeURIComponent(value), "base64").toString("latin1");
    for (const secret of [person.userName, "token", "username"]) {
      expect(sealed).not.toContain(secret);
      expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain(secret);
    }
    const { token } = sessionIn(browser);
    const signed = await createCookie(name, { secrets: [SECRET] }).serialize({
      token,
      username: "x",
      userId: "1",
    });
    browser.cookies.set(name, signed.slice(name.length + 1).split(";")[0] ?? "");
    expect((await browser.get("/account/index")).location).toBe("/home?redirect=%2Faccount%2Findex");
    expect((await browser.get("/login")).status).toBe(200);
  });

  test("shows its token in no page and in no data", async () => {
    const browser = await portal.signedIn(person.userName, PASSWORD);
    const { token, userId } = sessionIn(browser);
    expect(token).toMatch(/^[\w-]{20,}$/);
    expect(userId).toBe(person.id);
    for (const path of [
      "/dashboard",
      "/shipments/index",
      "/account/index",
      "/account/password",
      "/logout",
      "/home",
      "/account/index.data",
      "/dashboard.data",
      "/_root.data",
    ]) {
      const { html, headers } = await browser.get(path);
      expect(html.length).toBeGreaterThan(50);
      expect(html).not.toContain(token);
      expect(JSON.stringify([...headers])).not.toContain(token);
    }
  });

  test("does not keep a signed-in person from the sign-in page once the provider has ended it", async () => {
    const other = await makePerson(provider.db, company);
    const browser = await portal.signedIn(other.userName, PASSWORD);
    await provider.db.deleteFrom("auth_token").where("user_id", "=", other.id).execute();
    expect((await browser.get("/login")).status).toBe(200);
    expect(browser.cookies.size).toBe(0);
  });
});
