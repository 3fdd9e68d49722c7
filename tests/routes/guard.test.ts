import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PortalUser } from "#app/contract/user.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { scriptedBrowser, scriptedUser } from "#tests/upstream/scripted-person.ts";
import { envelope, type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";

let provider: ScriptedProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());
beforeEach(() => provider.reset());

const menus = (...urls: (string | null)[]): PortalUser["menuList"] =>
  urls.map((url, index) => ({ name: `MENU${index}`, menuFlag: 1, url }));
const withMenus = (...urls: (string | null)[]) => scriptedUser({ menuList: menus(...urls) });

/** Follows redirects with a limit, as a browser does; the flash message is on the last page. */
async function follow(browser: Browser, path: string) {
  const way = [path];
  let page = await browser.get(path);
  while (page.location) {
    if (way.length > 8) throw new Error(`Too many redirects: ${way.join(" -> ")}`);
    way.push(page.location);
    page = await browser.get(page.location);
  }
  return { way, page };
}

describe("a user without any menu", () => {
  for (const user of [
    scriptedUser({ menuList: [] }),
    withMenus(null),
    withMenus("https://evil.example/", "//evil.example", "dashboard"),
    scriptedUser({ menuList: [{ name: "BOOKSHIPMENT", menuFlag: 0, url: "/dashboard" }] }),
  ]) {
    test(`is told so and goes nowhere: ${JSON.stringify(user.menuList.map(({ url }) => url))}`, async () => {
      const browser = await scriptedBrowser(provider, portal, user);
      for (const path of ["/", "/dashboard", "/shipments/index", "/login"]) {
        const { page } = await follow(browser, path);
        expect([path, page.status]).toEqual([path, 200]);
        expect(page.markup).toContain("Nothing has been opened for you yet");
        expect(page.markup).not.toContain("evil.example");
      }
      expect((await browser.get("/account/password")).status).toBe(200);
      expect((await browser.get("/logout")).status).toBe(200);
    });
  }
});

describe("the start page", () => {
  test("is the dashboard, or the first menu for a user without it", async () => {
    expect((await (await scriptedBrowser(provider, portal)).get("/")).location).toBe("/dashboard");
    const browser = await scriptedBrowser(provider, portal, withMenus("/account", "/shipments"));
    expect((await browser.get("/")).location).toBe("/account");
  });

  test("of a section is its first page", async () => {
    const browser = await scriptedBrowser(provider, portal, withMenus("/account", "/shipments"));
    for (const [path, target] of [
      ["/account", "/account/index"],
      ["/shipments", "/shipments/index"],
      ["/shipments/", "/shipments/index"],
    ] as const)
      expect([path, (await browser.get(path)).location]).toEqual([path, target]);
    expect((await follow(browser, "/dashboard")).way).toEqual(["/dashboard", "/account", "/account/index"]);
    const visitor = portal.visitor();
    expect((await follow(visitor, "/shipments")).way.at(-1)).toBe("/home?redirect=%2Fshipments%2Findex");
  });
});

describe("a path that is to come", () => {
  const comingSoon = (paths: string) => startPortal(provider, { COMING_SOON_PATHS: paths });

  for (const [language, text] of [
    ["en", "Comming Soon"],
    ["zh", "即将上线"],
  ] as const) {
    test(`leads to the first menu, where the warning is shown once, ${language}`, async () => {
      const user = scriptedUser({ languagePreference: language });
      const browser = await scriptedBrowser(provider, await comingSoon("/account"), user);
      provider.answer(envelope({}));
      const { way, page } = await follow(browser, "/account/index?tab=2");
      expect(way).toEqual(["/account/index?tab=2", "/dashboard"]);
      expect(page.markup).toContain(text);
      expect((await browser.get("/dashboard")).markup).not.toContain(text);
    });
  }

  test("shows the warning also where the way leads over the start page", async () => {
    const user = withMenus("/dashboard", "/account");
    const browser = await scriptedBrowser(provider, await comingSoon("/dashboard"), user);
    const { way, page } = await follow(browser, "/");
    expect(way).toEqual(["/", "/account", "/account/index"]);
    expect(page.markup).not.toContain("Comming Soon");
    expect((await follow(browser, "/dashboard")).page.markup).toContain("Comming Soon");
  });

  test("makes no circle when it is all that a user has", { tags: "slow" }, async () => {
    const browser = await scriptedBrowser(
      provider,
      await comingSoon("/,/dashboard"),
      withMenus("/dashboard"),
    );
    const { way, page } = await follow(browser, "/dashboard");
    expect(way).toEqual(["/dashboard", "/"]);
    expect([page.status, page.markup.includes("Comming Soon")]).toEqual([200, true]);
    expect(page.markup).toContain("Nothing has been opened for you yet");
  });

  test("includes the paths below it, but not those with the same beginning", async () => {
    const browser = await scriptedBrowser(provider, await comingSoon("/acc"));
    expect((await browser.get("/account/index")).status).toBe(200);
  });
});

test("the guard judges whole segments of a path, and every spelling of it", async () => {
  const browser = await scriptedBrowser(provider, portal, withMenus("/account/index"));
  expect((await browser.get("/account/index")).status).toBe(200);
  for (const path of ["/shipments/index", "/shipments/index.data", "/SHIPMENTS/index", "/shipments/index/"]) {
    const page = await browser.get(path);
    expect([path, page.status]).toEqual([path, path.endsWith(".data") ? 202 : 302]);
    expect(page.html).not.toContain("data-table");
    const place = path.startsWith("/SHIPMENTS") ? "/404" : "/account/index";
    if (!path.endsWith(".data")) expect(page.location).toBe(place);
  }
  expect(provider.received.filter(({ path }) => path.includes("shipment"))).toEqual([]);
});
