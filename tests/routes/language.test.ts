import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { preferredLanguage } from "#app/locales/preference.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let company: string;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
});
afterAll(() => provider?.stop());

describe("the browser's language", () => {
  const cases: [string | null, "en" | "zh"][] = [
    [null, "en"],
    ["", "en"],
    ["*", "en"],
    ["de-DE,de;q=0.9", "en"],
    ["de,zh-TW;q=0.5", "zh"],
    ["zh-Hans-CN", "zh"],
    ["ZH-cn, en;q=0.9", "zh"],
    ["en-GB,zh;q=0.9", "en"],
    ["en;q=0.1, zh;q=0.2", "zh"],
    ["zh;q=0, fr", "en"],
    ["zh;q=0,en;q=0.1", "en"],
    ["zh;q=abc;;,", "zh"],
    [",,;q=1,zh", "zh"],
    [`${"x,".repeat(5000)}zh`, "zh"],
  ];
  for (const [header, language] of cases)
    test(`${JSON.stringify(header?.slice(0, 30))} reads as ${language}`, () => {
      expect(preferredLanguage(header)).toBe(language);
    });

  test("is the page's, in lang and in its words", async () => {
    const page = await portal.visitor({ "accept-language": "zh-CN" }).get("/login");
    expect(page.markup).toContain('<html lang="zh-CN"');
    expect(page.markup).toContain("<title>登录 · Fairlead</title>");
  });
});

describe("the switch", () => {
  test("changes a visitor's pages at once and leads back", async () => {
    const visitor = portal.visitor({ "accept-language": "en" });
    const page = await visitor.get("/login?redirect=%2Fdashboard");
    expect(page.markup).toContain('name="returnTo" value="/login?redirect=%2Fdashboard"');
    const requestId = requestIdOf(page);
    const answer = await visitor.post("/language", { requestId, language: "zh", returnTo: "/login" });
    expect([answer.status, answer.location]).toEqual([302, "/login"]);
    expect((await visitor.get("/login")).markup).toContain('<html lang="zh-CN"');
    expect((await visitor.get("/no-such-page")).location).toBe("/404");
    expect((await visitor.get("/404")).markup).toContain("页面不存在");
  });

  test("saves the preference of whoever is signed in, for the next sign-in", async () => {
    const { userName, id } = await makePerson(provider.db, company);
    const browser = await portal.signedIn(userName, PASSWORD);
    const requestId = requestIdOf(await browser.get("/account/index"));
    await browser.post("/language", { requestId, language: "zh", returnTo: "/account/index" });
    const { language_preference } = await provider.db
      .selectFrom("app_user")
      .select("language_preference")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(language_preference).toBe("zh");
    await browser.post("/logout", {});
    await browser.post("/login", { userName, password: PASSWORD });
    expect((await browser.get("/account/index")).markup).toContain('<html lang="zh-CN"');
  });

  test("accepts no other language and redirects to no other site", async () => {
    const visitor = portal.visitor();
    const answer = await visitor.post("/language", { language: "de", returnTo: "//evil.example" });
    expect([answer.location, visitor.cookies.size]).toEqual(["/", 0]);
    for (const returnTo of ["/\\evil.example", "https://evil.example/", "evil"])
      expect((await visitor.post("/language", { language: "zh", returnTo })).headers.get("location")).toBe(
        "/",
      );
    expect((await visitor.get("/language")).location).toBe("/");
  });
});
