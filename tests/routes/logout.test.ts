import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getUser } from "#app/contract/user.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, sessionIn, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { requestForm } from "#tests/support/quotes.ts";

let provider: TestProvider;
let portal: TestPortal;
let company: string;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
});
afterAll(() => provider?.stop());

async function someone(given: Parameters<typeof makePerson>[2] = {}) {
  const person = await makePerson(provider.db, company, given);
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
}
const revoke = (userId: string) =>
  provider.db.deleteFrom("auth_token").where("user_id", "=", userId).execute();
const tokenOf = (browser: Browser) => sessionIn(browser).token;

describe("leaving", () => {
  test("asks first; then session and token are gone and the way back is kept", async () => {
    const { browser } = await someone();
    const token = tokenOf(browser);
    const question = await browser.get("/logout?redirect=%2Fshipments%2Findex%3Fpage%3D2");
    expect(question.markup).toContain("Are you sure to log out?");
    expect(question.markup).toMatch(/<a href="\/shipments\/index\?page=2"[^>]*>Cancel<\/a>/);
    expect((await browser.get("/account/index")).status).toBe(200);
    const fields = { requestId: requestIdOf(question), redirect: "/shipments/index?page=2" };
    const answer = await browser.post("/logout", fields);
    expect(answer.location).toBe("/home?redirect=%2Fshipments%2Findex%3Fpage%3D2");
    expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^signed-out\./)]);
    expect(answer.headers.get("clear-site-data")).toBeNull();
    expect((await provider.call(getUser, {}, { token })).code).toBe(8001);
    expect((await browser.get("/account/index")).location).toMatch(/^\/home/);
  });

  test.each([
    ["en", "You are signed out.", "Please sign in to see the page"],
    ["zh", "您已退出登录。", "您要访问的页面"],
  ])("is confirmed on the page that follows, and at the sign-in, %s", async (language, said, wanted) => {
    const { browser } = await someone();
    const { location } = await browser.post("/logout", { redirect: "/shipments/index" });
    for (const path of [location ?? "", "/login?redirect=%2Fshipments%2Findex"]) {
      const page = await browser.get(path, { "accept-language": language });
      expect(page.markup).toContain(said);
      expect(page.markup).not.toContain(wanted);
    }
    const stranger = portal.visitor({ "accept-language": language });
    const page = await stranger.get(location ?? "", { cookie: "signed-out.%ff=1" });
    expect(page.markup).toContain(wanted);
    expect(page.markup).not.toContain(said);
  });

  test("lets the browser drop the pages that it has kept, where it may be told to: behind TLS", {
    tags: "slow",
  }, async () => {
    const secure = await startPortal(provider, { PUBLIC_URL: "https://portal.test" });
    const person = await makePerson(provider.db, company);
    const browser = await secure.signedIn(person.userName, PASSWORD);
    const answer = await browser.post("/logout", {});
    expect(answer.location).toBe("/home?redirect=%2F");
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
  });

  test("resets the language to the browser's", async () => {
    const { browser } = await someone({ language_preference: "zh" });
    expect((await browser.get("/account/index")).markup).toContain('<html lang="zh-CN"');
    const answer = await browser.post("/logout", {});
    expect((await browser.get(answer.location ?? "")).markup).toContain('<html lang="en"');
  });

  test("works without a session", async () => {
    expect((await portal.visitor().get("/logout")).location).toBe("/home");
    expect((await portal.visitor().post("/logout", {})).location).toBe("/home?redirect=%2F");
  });

  for (const target of ["//evil.example/", "/\\evil.example", "https://evil.example/"]) {
    test(`names no other site as the way back: ${target}`, async () => {
      const { browser } = await someone();
      const question = await browser.get(`/logout?${new URLSearchParams({ redirect: target })}`);
      expect(question.markup).toMatch(/name="redirect" value="\/"/);
      expect(question.markup).toMatch(/<a href="\/"[^>]*>Cancel<\/a>/);
      for (const intent of ["", "relogin"]) {
        const answer = await browser.post("/logout", { redirect: target, intent });
        expect(answer.location).toBe(`${intent ? "/login" : "/home"}?redirect=%2F`);
      }
    });
  }
});

describe("a session that the provider has ended", () => {
  test("shows the alert in the frame, and confirming it leads to the sign-in page and back", async () => {
    for (const [language, title, action] of [
      ["en", "Not logged in", "Re-Login"],
      ["zh", "未登录", "重新登录"],
    ] as const) {
      const { browser, person } = await someone({ language_preference: language });
      await revoke(person.id);
      const page = await browser.get("/shipments/index?page=2");
      expect(page.status).toBe(401);
      expect(page.markup).toMatch(/<header[\s\S]*role="alertdialog"[\s\S]*<footer/);
      expect(page.markup).toContain(title);
      expect(page.markup).toContain(action);
      if (language === "en")
        expect(page.markup).toContain(
          "Login failed or no login: You don&#x27;t have a login or login failed, please login again",
        );
      const form = /<form [^>]*action="\/logout"[\s\S]*?<\/form>/.exec(page.markup)?.[0] ?? "";
      expect(form).toContain('name="intent" value="relogin"');
      expect(form).toContain('name="redirect" value="/shipments/index?page=2"');
      const answer = await browser.post("/logout", {
        requestId: requestIdOf(page),
        intent: "relogin",
        redirect: "/shipments/index?page=2",
      });
      expect(answer.location).toBe("/login?redirect=%2Fshipments%2Findex%3Fpage%3D2");
      expect(browser.cookies.size).toBe(0);
      // Written messages are kept for the next sign-in.
      expect(answer.headers.get("clear-site-data")).toBeNull();
    }
  });

  test.each([
    ["ended by the provider", false],
    ["left in another tab", true],
  ])("keeps a form that meets it, to be sent after a new sign-in: %s", async (_, isLeft) => {
    const { browser, person } = await someone();
    const requestId = requestIdOf(await browser.open("/quote/add"));
    if (isLeft) await browser.post("/logout", { requestId, redirect: "/" });
    else await revoke(person.id);
    const fields = { ...requestForm({ cargoDetails: 'Lamps & "shades"' }), requestId, password: "secret" };
    const page = await browser.post("/quote/add", fields);
    expect(page.status).toBe(401);
    expect(page.markup).toContain("What you entered is kept on this page.");
    expect(page.markup).not.toContain("secret");
    const again = /<form action="\/quote\/add" method="post">[\s\S]*?<\/form>/.exec(page.markup)?.[0] ?? "";
    const kept = [...again.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) =>
        [name, value.replaceAll("&amp;", "&").replaceAll("&quot;", '"')] as const,
    );
    const { password: _password, ...expected } = fields;
    expect(Object.fromEntries(kept)).toEqual(expected);

    // A new tab of the same browser has the same cookies.
    browser.cookies.clear();
    for (const [name, value] of (await portal.signedIn(person.userName, PASSWORD)).cookies)
      browser.cookies.set(name, value);
    expect((await browser.post("/quote/add", Object.fromEntries(kept))).location).toMatch(
      /^\/quote\/detail\?id=\d+$/,
    );
  });

  test("shows its reason: expired, or the account disabled", async () => {
    const expired = await someone();
    await provider.db
      .updateTable("auth_token")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("user_id", "=", expired.person.id)
      .execute();
    expect((await expired.browser.get("/account/index")).markup).toContain("Session expired");
    const disabled = await someone();
    await provider.db
      .updateTable("app_user")
      .set({ status: "DISABLED" })
      .where("id", "=", disabled.person.id)
      .execute();
    const page = await disabled.browser.get("/account/index");
    expect([page.status, page.markup.includes("Account disabled")]).toEqual([401, true]);
  });

  test("refuses a write with the same alert", async () => {
    const { browser, person } = await someone();
    await revoke(person.id);
    const answer = await browser.post("/account/index", { name: "New", email: "new@example.com" });
    expect(answer.status).toBe(401);
    expect(answer.markup).toContain('role="alertdialog"');
  });
});

test("kept pages go with a session that was lost, and what was written stays for its owner", async () => {
  const secure = await startPortal(provider, { PUBLIC_URL: "https://portal.test" });
  const person = await makePerson(provider.db, company);
  const browser = await secure.signedIn(person.userName, PASSWORD);
  const requestId = requestIdOf(await browser.get("/account/index"));
  const answer = await browser.post("/logout", { requestId, intent: "relogin" });
  expect(answer.headers.get("clear-site-data")).toBe('"cache"');
});
