import { quoteAdd } from "#app/contract/quote.ts";
import { request } from "../../provider/quotes/fixture.ts";
import { priceQuote } from "../support/desk.ts";
import { expect, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

test("a notification is made with two rules, rehearsed, read back, switched off and removed", async ({
  page,
}) => {
  const name = `Late ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, "demo");
  await page.goto("/account/notificationSetting");
  await page.getByRole("link", { name: "New notification" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Add a rule" }).click();
  const second = page.getByRole("group", { name: "Rule 2" });
  await second.getByLabel("What").selectOption("etaWithin");
  await second.getByLabel("Value").fill("12");
  await page.getByRole("radio", { name: "one of the rules holds" }).check();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/In the last 30 days this would have sent/)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(page.getByText("The notification has been saved")).toBeVisible();
  const card = page.locator("section").filter({ hasText: name });
  await expect(card).toContainText("is reached or its ETA is within 12 d");
  await card.getByRole("button", { name: `Switch off ${name}` }).click();
  await expect(page.getByRole("button", { name: `Switch on ${name}` })).toBeVisible();
  await page.getByRole("link", { name: `Remove ${name}` }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The notification has been removed")).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

test("news arrive in open tabs without a reload, and reading them in one tab lowers the number in the other", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  test.skip(!hasScripts, "without scripts the next page shows them");
  // Somebody whom no other journey tells anything.
  await signIn(page, "emma.hale");
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await page.goto("/account/notifications");
  const menuOf = (tab: typeof page) => tab.locator('nav a[href="/account/notifications"]');
  const news = async () => Number(/\d+/.exec((await menuOf(other).textContent()) ?? "")?.[0] ?? 0);
  const readAll = page.getByRole("button", { name: /^Mark all as read/ });
  const before = await news();
  const emma = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "emma.hale");
  const { id, quoteNumber } = await emma.call(quoteAdd, request());
  await priceQuote(id, [{ carrierName: "Live Lines", amount: "822.60", validForMs: 7 * 86_400_000 }]);
  await expect(page.getByRole("link", { name: new RegExp(quoteNumber) })).toBeVisible();
  await expect.poll(news).toBe(before + 1);
  await expect(menuOf(page)).toContainText(String(before + 1));
  await readAll.click();
  await expect(readAll).toHaveCount(0);
  await expect.poll(news).toBe(0);
});
