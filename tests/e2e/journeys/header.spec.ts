import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  goWithScript,
  openAccountMenu,
  signIn,
  signInByNames,
  test,
} from "../support/journey.ts";

const menuButton = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

for (const width of [320, 768])
  test(`at ${width} px the header is one row of 48 px, and its menu leads everywhere`, {
    tag: width === 320 ? [] : "@all",
  }, async ({ page, hasScripts }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, "demo");
    if (hasScripts) await goWithScript(page, "/shipments/index");
    else await page.goto("/shipments/index");
    expect(await page.getByRole("banner").boundingBox()).toEqual({ x: 0, y: 0, width, height: 48 });
    expect((await page.getByRole("main").boundingBox())?.y).toBe(48);
    await expect(menu(page)).toBeHidden();

    await menuButton(page).click();
    const dashboard = menu(page).getByRole("link", { name: "Dashboard", exact: true });
    const templates = menu(page).getByRole("link", { name: "My templates", exact: true });
    await expect(dashboard).toBeVisible();
    await expect(menu(page).getByRole("link", { name: "Request a quote", exact: true }).last()).toBeVisible();
    const [outer, inner] = [await dashboard.boundingBox(), await templates.boundingBox()];
    expect(inner?.x).toBeGreaterThan(outer?.x ?? 0);
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();

    await menuButton(page).click();
    await page.mouse.click(5, 790);
    await expect(menu(page)).toBeHidden();

    await openAccountMenu(page);
    await expect(page.getByRole("button", { name: "中文" })).toBeVisible();
    await page.keyboard.press("Escape");

    await menuButton(page).press("Enter");
    await page.keyboard.press("Tab");
    await expect(dashboard).toBeFocused();
    await templates.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/booking/template");
    await expect(heading(page)).toBeVisible();
    await expect(menu(page)).toBeHidden();
    await page.getByRole("link", { name: /^Message center/ }).click();
    await expect(page).toHaveURL(/messageCenter/);
  });

/** Each stop of the keyboard from the first tab to the last, and whether it is in sight. */
async function stopsOfTabs(page: Page) {
  const stops: { name: string; isInSight: boolean }[] = [];
  await page.locator(".tabs a").first().focus();
  // The focus of a script is no focus of the keyboard.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  for (;;) {
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement?.closest(".tabs")) return null;
      const { left, right, top, bottom } = activeElement.getBoundingClientRect();
      const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return { name: activeElement.textContent.trim(), isInSight: activeElement.contains(shown) };
    });
    if (!stop) return stops;
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
}

// Chen reads Chinese.
for (const account of ["demo", "viewer", "desk", "chen"] as const)
  test(`the header of ${account} has 88 px from 1024 px up, and leads to every tab`, {
    tag: account === "demo" ? [] : "@all",
  }, async ({ page, hasScripts }) => {
    await signInByNames(page, account);
    // The last tab is the current one.
    await page.goto("/account/notifications");
    const nav = page.locator("#menu");
    const links = nav.locator(".tabs > li > a");
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.getByRole("banner").boundingBox()).toEqual({ x: 0, y: 0, width, height: 48 });
      expect(await nav.boundingBox()).toEqual({ x: 0, y: 48, width, height: 40 });
      expect((await page.getByRole("main").boundingBox())?.y).toBe(88);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      const stops = await stopsOfTabs(page);
      expect(stops).toHaveLength(await links.count());
      expect(stops.filter(({ isInSight }) => !isInSight)).toEqual([]);

      await nav.getByRole("button").press("Enter");
      await page.keyboard.press("Tab");
      await expect(links.first()).toBeFocused();
      for (const link of await links.all()) await expect(link).toBeInViewport();
      expect((await page.getByRole("main").boundingBox())?.y).toBe(88);
      if (hasScripts && width === 1024) await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(nav).toHaveCSS("height", "40px");
    }
  });

test("from 1024 px a line marks the current tab: below it, or below 'More' where it does not fit", {
  tag: "@all",
}, async ({ page }) => {
  await signIn(page, "demo");
  const marks = () =>
    page.locator("#menu").evaluate((menu) => {
      const { top, bottom } = menu.getBoundingClientRect();
      const more = menu.querySelector("button")!.getBoundingClientRect();
      const x = (more.left + more.right) / 2;
      const hasTabAt = (y: number) => document.elementFromPoint(x, y)?.closest(".tabs") != null;
      return { above: hasTabAt(top - 1), below: hasTabAt(bottom - 3) };
    });
  for (const [width, address, below] of [
    [1440, "/shipments/index", false],
    [1024, "/shipments/index", false],
    [1024, "/account/notifications", true],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(address);
    expect([width, address, await marks()]).toEqual([width, address, { above: false, below }]);
  }
});

test("from 1024 px 'More' has what stands below the tabs, and opens and closes by the keyboard", {
  tag: "@all",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(page, "demo");
  await page.goto("/dashboard");
  await expect(menuButton(page)).toBeHidden();
  const quotes = await menu(page).getByRole("link", { name: "Quotes", exact: true }).boundingBox();
  const shipments = await menu(page).getByRole("link", { name: "Shipments", exact: true }).boundingBox();
  expect(shipments?.y).toBe(quotes?.y);
  const templates = menu(page).getByRole("link", { name: "My templates", exact: true });
  await expect(templates).toBeHidden();
  await menu(page).getByRole("button", { name: "More" }).press("Enter");
  await expect(templates).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(templates).toBeHidden();
  await page.getByLabel(/^Account of/).press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Change password" })).toBeFocused();
});

test("forced colours show which tab and which filter are the current ones", { tag: "@all" }, async ({
  page,
}) => {
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  await page.emulateMedia({ forcedColors: "active" });
  const background = (name: string) =>
    menu(page)
      .getByRole("link", { name, exact: true })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await background("Shipments")).not.toBe(await background("Quotes"));
  const filter = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  const filters = await filter.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).backgroundColor),
  );
  expect(new Set(filters).size).toBe(2);
});

test("the first stop of the keyboard leads past the header, on public pages too", { tag: "@all" }, async ({
  page,
}) => {
  await page.goto("/home");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test.describe("a navigation without a new document", () => {
  test.skip(
    ({ javaScriptEnabled }) => javaScriptEnabled === false,
    "without scripts each page is a document",
  );

  test("closes the menu, focuses the heading and says the title", { tag: "@all" }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await signIn(page, "demo");
    await goWithScript(page, "/shipments/index");
    await menuButton(page).click();
    await menu(page).getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(heading(page)).toHaveText("Dashboard");
    await expect(heading(page)).toBeFocused();
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: "Dashboard" })).toHaveText(await page.title());
  });

  test("to the next page of a list focuses its table", { tag: "@all" }, async ({ page }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/shipments/index");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("region", { name: "Shipments" })).toBeFocused();
    // The copy buttons of the rows share the page's live region.
    await expect(page.getByRole("button", { name: /^Copy/ }).first()).toBeVisible();
    await expect(page.locator("[aria-live]")).toHaveCount(0);
  });

  test("below a fixed header leaves every focused element in sight", async ({ page }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/shipments/index");
    await page.evaluate(() => {
      document.documentElement.dataset.fixedHeader = "";
    });
    await page.getByRole("link", { name: "Next" }).focus();
    for (let stop = 0; stop < 60; stop++) {
      await page.keyboard.press("Shift+Tab");
      const { focused, top, below } = await page.evaluate(() => {
        const { activeElement } = document;
        return {
          focused: activeElement?.outerHTML.slice(0, 120),
          // The header's own elements stand above its lower edge.
          top: activeElement?.closest("main tr") ? activeElement.getBoundingClientRect().top : 1_000,
          below: document.querySelector("#menu")?.getBoundingClientRect().bottom,
        };
      });
      expect(top, `stop ${stop}: ${focused}`).toBeGreaterThanOrEqual(below ?? 1_000);
    }
  });
});
