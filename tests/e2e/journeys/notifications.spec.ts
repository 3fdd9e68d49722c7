import { expect, signIn, test } from "../support/journey.ts";

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
  await page.getByRole("button", { name: "What would it have sent?" }).click();
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
