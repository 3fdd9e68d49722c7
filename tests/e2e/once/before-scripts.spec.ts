import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/journey.ts";

/** What a person does on a weak link before the page's scripts are ready is not lost. */

test.use({ viewport: { width: 412, height: 823 } });

/** 400 ms, 400 kbit/s, a processor four times slower. */
async function weaken(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/**
 * Opens a page over the weak link whose scripts come when `bring` is called, so that what the test does meanwhile is
 * before them on a fast machine too.
 */
async function openBeforeScripts(page: Page, path: string): Promise<{ bring: () => Promise<void> }> {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await brought;
    await route.continue();
  });
  await weaken(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("footer")).toBeVisible();
  return {
    async bring() {
      bring();
      await expect.poll(() => isTakenOver(page)).toBe(true);
    },
  };
}

/** Whether React has taken over the page: its nodes then carry React's own keys. */
const isTakenOver = (page: Page) =>
  page.evaluate(
    "Object.keys(document.querySelector('main a')).some((key) => key.startsWith('__reactProps'))",
  );

test("a click on a link is the browser's own", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  await openBeforeScripts(page, "/shipments/index");
  const link = page.locator("tbody th a").first();
  const number = (await link.textContent()) ?? "";
  await link.click();
  await expect(page).toHaveURL(/\/shipments\/detail\/\d+/);
  await expect(page.locator("h1")).toContainText(number);
});

test("a search and a post are the browser's own", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  await openBeforeScripts(page, "/shipments/index");
  await page.getByRole("main").getByRole("searchbox").fill("FLD");
  await page.getByRole("main").getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/keyword=FLD/);
  await page.locator("tbody th .star[name=follow]").first().click();
  await expect(page.getByRole("status").filter({ hasText: /follow/i })).toBeVisible();
});

test("what was typed and chosen stays when the scripts come", async ({ page }) => {
  await signIn(page, "demo");
  const { bring } = await openBeforeScripts(page, "/quote/add");
  const fields = page.locator("main form input[type=text]:visible, main form textarea:visible");
  const count = await fields.count();
  expect(count).toBeGreaterThan(2);
  for (let at = 0; at < count; at++) await fields.nth(at).fill(`typed ${at}`);
  const choice = page.locator("main form select:visible").first();
  const chosen = (await choice.locator("option").last().getAttribute("value")) ?? "";
  await choice.selectOption(chosen);
  await bring();
  for (let at = 0; at < count; at++) await expect(fields.nth(at)).toHaveValue(`typed ${at}`);
  await expect(choice).toHaveValue(chosen);
});

test("what was typed into a search stays when the scripts come, and is searched by them", {
  tag: "@all",
}, async ({ page }) => {
  await signIn(page, "demo");
  const { bring } = await openBeforeScripts(page, "/shipments/index");
  await page.getByRole("main").getByRole("searchbox").fill("FLD");
  await bring();
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("FLD");
  await page.getByRole("main").getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/keyword=FLD/);
});

test("an opened menu stays open when the scripts come", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  const { bring } = await openBeforeScripts(page, "/shipments/index");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const entry = page.locator("#menu").getByRole("link", { name: "Dashboard" });
  await expect(entry).toBeVisible();
  await bring();
  await expect(entry).toBeVisible();
});

test("opened details stay open when the scripts come", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  const shipment = (await page.locator("tbody th a").first().getAttribute("href")) ?? "";
  const { bring } = await openBeforeScripts(page, shipment);
  const details = page
    .locator("main details")
    .filter({ has: page.locator("summary:visible") })
    .first();
  await details.locator("summary").first().click();
  await expect(details).toHaveAttribute("open", "");
  await bring();
  await expect(details).toHaveAttribute("open", "");
});
