import type { Route } from "@playwright/test";
import { expect, goWithScript, signIn, test } from "../support/journey.ts";

/** The page cache is in the browser's memory: without scripts there is none, and drafts are saved by the button. */
test.describe("a kept page", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "the cache needs scripts");

  test("comes back as it was left: address, half-typed search, open panels", async ({ page }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/dashboard");
    const menu = page.getByRole("navigation").first();
    await menu.getByRole("link", { name: "Shipments", exact: true }).first().click();
    const booked = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^Booked/ });
    await booked.click();
    await expect(page).toHaveURL(/status=BOOKED/);
    // The address changes before the page does, and with the page the search box follows the address.
    await expect(booked).toHaveAttribute("aria-current", "true");
    const search = page
      .getByRole("main")
      .getByRole("searchbox")
      .or(page.locator('main input[name="keyword"]'))
      .first();
    await search.fill("FLD half typed");
    await menu.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    await menu.getByRole("link", { name: "Shipments", exact: true }).first().click();
    await expect(page).toHaveURL(/status=BOOKED/);
    await expect(search).toHaveValue("FLD half typed");
  });

  test("is shown before the server has answered, and reloaded afterwards", { tag: "@all" }, async ({
    page,
  }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/shipments/index");
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(25);
    const menu = page.getByRole("navigation").first();
    await menu.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    const held: Route[] = [];
    let isHeld = true;
    await page.route(/\.data\b/, (route) => (isHeld ? void held.push(route) : route.continue()));
    await menu.getByRole("link", { name: "Shipments", exact: true }).first().click();
    await expect(rows).toHaveCount(25);
    await expect(page).toHaveURL("/shipments/index");
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const fresh = page.waitForResponse(/\.data\b/);
    isHeld = false;
    for (const route of held) await route.continue();
    expect((await fresh).status()).toBe(200);
    await expect(rows).toHaveCount(25);
  });

  test("of a booking keeps what was typed, and continues its draft", { tag: "@all" }, async ({ page }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/booking/add");
    await page.locator('[name="origin"]').fill("Ningbo");
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    await page.goBack();
    await expect(page.locator('[name="origin"]')).toHaveValue("Ningbo");
  });
});
