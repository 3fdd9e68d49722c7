import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

test("somebody asks how punctual the carriers were, narrows the report, and follows a number to its shipments", async ({
  page,
  hasScripts,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/analytics/index");
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "On time" }).click();
  await expect(page).toHaveURL(/report=punctuality/);
  await page.getByLabel("Group by").selectOption("carrier");
  await page.getByText("Filters and comparison").click();
  await page.getByLabel("Tolerance").selectOption("3");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/tolerance=3/);
  await expect(page.getByRole("img", { name: "Arrivals against the ETA, by carrier" })).toBeVisible();
  if (hasScripts) await expectAccessible(page);

  const sums = page.getByRole("row", { name: /^All together/ });
  const count = (await sums.getByRole("link").first().textContent())!;
  await sums.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipments behind the figure");
  await expect(page.getByText(new RegExp(`of ${count}`)).first()).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the report" }).click();
  await expect(page).toHaveURL(/analytics\/index\?.*tolerance=3/);

  await page.getByRole("link", { name: "By month" }).first().click();
  await expect(page.getByRole("strong").filter({ hasText: /; carrier / })).toBeVisible();
  await page.getByRole("link", { name: "Without filters" }).click();
  await expect(page.getByRole("strong").filter({ hasText: /; carrier / })).toHaveCount(0);
});
