import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/journey.ts";

/** What the script of the booking form does for a draft; without it, 'Save draft' does all of it. */
const status = (page: Page) => page.getByRole("status").filter({ hasText: /saved|Kept|Saving|Somebody/i });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const idOf = (page: Page) => field(page, "id").first().getAttribute("value");

async function begin(page: Page): Promise<void> {
  await signIn(page, "booker");
  await page.goto("/booking/add");
  await expect(page.getByRole("button", { name: "Save draft", exact: true }).first()).toBeVisible();
}

test("a draft saves itself while it grows, also where the page came over plain http", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));
  await begin(page);
  await field(page, "destination").fill("Los Angeles");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const id = await idOf(page);
  expect(id).toMatch(/^\d+$/);
  await field(page, "origin").fill("Shenzhen");
  await expect(status(page)).toContainText(/Not saved yet|Saving/);
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await page.goto(`/booking/add?id=${id}`);
  await expect(field(page, "destination")).toHaveValue("Los Angeles");
  await expect(field(page, "origin")).toHaveValue("Shenzhen");
});

test("a draft stays in the browser without a link, is sent when it is back, and survives a reload meanwhile", async ({
  page,
  context,
  allowFault,
}) => {
  allowFault(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await begin(page);
  await field(page, "destination").fill("Felixstowe");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const id = await idOf(page);
  await context.setOffline(true);
  await field(page, "destination").fill("Southampton");
  await expect(status(page)).toContainText("Kept in this browser only", { timeout: 20_000 });
  await context.setOffline(false);
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });

  await context.setOffline(true);
  await field(page, "destination").fill("London Gateway");
  await expect(status(page)).toContainText("Kept in this browser only", { timeout: 20_000 });
  const left = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await left.goto(`/booking/add?id=${id}`);
  await expect(left.getByText("This browser keeps a newer version")).toBeVisible();
  await expect(field(left, "destination")).toHaveValue("Southampton");
  await left.getByRole("button", { name: "Take it over" }).click();
  await expect(field(left, "destination")).toHaveValue("London Gateway");
  await expect(status(left)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
});

test("of two who change a draft, the second is told, sees both versions and chooses", async ({
  page,
  browser,
  allowFault,
}) => {
  allowFault(/status of 409/);
  await begin(page);
  await field(page, "destination").fill("Hamburg");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const id = await idOf(page);
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(other, "demo");
  await other.goto(`/booking/add?id=${id}`);
  await field(other, "destination").fill("Bremerhaven");
  await expect(status(other)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await other.context().close();

  await field(page, "destination").fill("Rotterdam");
  await expect(status(page)).toContainText("Somebody else saved this draft meanwhile", { timeout: 20_000 });
  await page.getByRole("button", { name: "Save draft", exact: true }).first().click();
  const conflict = page.getByRole("alert").filter({ hasText: "Somebody else has saved this meanwhile" });
  await expect(conflict.getByRole("row", { name: /Destination/ })).toContainText("Rotterdam");
  await expect(conflict.getByRole("row", { name: /Destination/ })).toContainText("Bremerhaven");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Somebody else has saved this meanwhile")).toHaveCount(0);
  await page.goto(`/booking/add?id=${id}`);
  await expect(field(page, "destination")).toHaveValue("Rotterdam");
});

test("a submit that is pressed while the draft saves itself waits for it, and goes through", async ({
  page,
}) => {
  await begin(page);
  await field(page, "destination").fill("Antwerp");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  let isHeld = false;
  await page.route("**/booking/autosave*", async (route) => {
    isHeld = true;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await field(page, "destination").fill("Zeebrugge");
  await expect.poll(() => isHeld, { timeout: 20_000 }).toBe(true);
  await page.getByRole("button", { name: "Review and submit" }).first().click();
  await expect(page).toHaveURL(/\/booking\/review\?id=\d+$/, { timeout: 20_000 });
  await expect(page.getByText("Zeebrugge")).toBeVisible();
});
