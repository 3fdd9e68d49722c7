import type { Page } from "@playwright/test";
import { expect, expectAccessible, goWithScript, signIn, test } from "../support/journey.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const box = (page: Page) => page.getByRole("banner").getByPlaceholder("Search or jump to");
const options = (page: Page) => page.getByRole("listbox", { name: "Search or jump to" }).getByRole("option");

/** A house number of the demonstration, and its beginning, which others have as well: those that other journeys make have not. */
async function numberOf(page: Page): Promise<{ number: string; beginning: string }> {
  await page.goto("/shipments/index?mode=OCEAN");
  const link = page.locator("tbody th a").filter({ hasText: /^FLD/ }).first();
  await expect(link).toBeVisible();
  const number = (await link.textContent())?.trim() ?? "";
  return { number, beginning: number.slice(0, 6) };
}

test("a pasted number and Enter lead to its shipment, from any page", async ({ page }) => {
  await signIn(page, "demo");
  const { number } = await numberOf(page);
  await page.goto("/account/password");
  await box(page).fill(` ${number.toLowerCase().replace(/(\d{4})$/, "-$1")}. `);
  await box(page).press("Enter");
  await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
  await expect(heading(page)).toContainText(number);
});

test("a beginning lists what begins so, and a page is found by its name", async ({ page, hasScripts }) => {
  await signIn(page, "demo");
  const { beginning } = await numberOf(page);
  await box(page).fill(beginning);
  await box(page).press("Enter");
  await expect(heading(page)).toHaveText("Search");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2, name: "Shipments" })).toBeVisible();
  await expect(main.getByRole("searchbox")).toHaveValue(beginning);
  await expect(main.getByRole("status")).toHaveText(/^(The first )?\d+ results$/);
  if (hasScripts) await expectAccessible(page);
  await main.getByRole("searchbox").fill("invoices");
  await main.getByRole("searchbox").press("Enter");
  await main.getByRole("link", { name: "Billing", exact: true }).click();
  await expect(page).toHaveURL("/billing/index");
  await expect(heading(page)).toHaveText("Billing");
});

test("on a phone the search has its page", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  await page.getByRole("banner").getByRole("button", { name: "Search or jump to" }).click();
  await expect(heading(page)).toHaveText("Search");
  await expect(page.getByText("What are you looking for?")).toBeVisible();
  await page.getByRole("main").getByRole("searchbox").fill("NOSUCHNUMBER");
  await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("Nothing found for “NOSUCHNUMBER”")).toBeVisible();
  await page.getByRole("link", { name: "Search the shipment list" }).click();
  await expect(page).toHaveURL("/shipments/index?keyword=NOSUCHNUMBER");
});

test.describe("suggestions", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "come with the script");

  test("are chosen by the keyboard alone", async ({ page }) => {
    await signIn(page, "demo");
    const { beginning } = await numberOf(page);
    await goWithScript(page, "/account/password");
    await page.keyboard.press("/");
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(beginning);
    await expect(options(page).first()).toContainText(beginning);
    await expect(box(page)).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("status").filter({ hasText: /^\d+ results$/ })).toBeAttached();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(options(page)).toHaveCount(0);
    await expect(box(page)).toHaveValue(beginning);
    await page.keyboard.type("2");
    await page.keyboard.press("Backspace");
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const chosen = options(page).nth(1);
    await expect(chosen).toHaveAttribute("aria-selected", "true");
    await expect(box(page)).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id")) ?? "");
    await page.keyboard.press("ArrowUp");
    const number = (await options(page).first().locator("span span").first().textContent()) ?? "";
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
    await expect(heading(page)).toContainText(number);
    await expect(heading(page)).toBeFocused();
    await expect(box(page)).toHaveValue("");
    await page.keyboard.press("Control+k");
    await expect(box(page)).toBeFocused();
  });

  test("come by the mouse, of the last text alone, and nothing is lost where they fail", {
    tag: "@all",
  }, async ({ page, allowFault }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/shipments/index");
    const asked: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/search/suggest") asked.push(url.searchParams.get("q") ?? "");
    });
    await box(page).pressSequentially("passw", { delay: 10 });
    await expect(options(page)).toHaveText([/Change password/]);
    expect(asked).toEqual(["passw"]);
    await options(page).first().click();
    await expect(page).toHaveURL("/account/password");
    // The focus goes to the heading of the new page, whoever has it before.
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText("Change password");

    allowFault(/search\/suggest|503/);
    await page.route("**/search/suggest?*", (route) => route.fulfill({ status: 503, body: "" }));
    const failed = page.waitForResponse("**/search/suggest?*");
    await box(page).fill("passkeys");
    await failed;
    await expect(options(page)).toHaveCount(0);
    await box(page).press("Enter");
    await expect(page.getByRole("main").getByRole("link", { name: "Passkeys" })).toBeVisible();
  });

  test("a slash leads to the field where storage is blocked", {
    tag: "@all",
  }, async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      }),
    );
    await signIn(page, "demo");
    await goWithScript(page, "/dashboard");
    await expect(page.getByRole("search", { name: "Search or jump to" })).toBeVisible();
    await page.keyboard.press("/");
    await expect(box(page)).toBeFocused();
  });

  test("a slash is a letter where somebody types", { tag: "@all" }, async ({ page }) => {
    await signIn(page, "demo");
    await goWithScript(page, "/shipments/index");
    const field = page.getByRole("main").getByRole("searchbox");
    await field.focus();
    await page.keyboard.press("/");
    await expect(field).toHaveValue("/");
    await expect(field).toBeFocused();
  });
});
