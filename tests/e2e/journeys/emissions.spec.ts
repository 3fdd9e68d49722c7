import { expect, expectAccessible, signIn, test, wayBack } from "../support/journey.ts";

test("somebody reads what a shipment emitted, then reports a year of lanes with its sources", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/shipments/index?status=COMPLETED");
  await page.locator('a[href^="/shipments/detail/"]').first().click();
  await page.getByRole("main").locator("summary", { hasText: "More" }).click();
  await page.getByRole("link", { name: "CO2e", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Greenhouse gases of H#");
  await expect(page.getByText(/kg CO2e from well to wheel/)).toBeVisible();
  await expect(
    page.getByRole("link", { name: /UK Government GHG Conversion Factors/ }).first(),
  ).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await wayBack(page).last().click();
  await expect(page).toHaveURL(/shipments\/detail/);

  // The demonstration's shipments are computed in the first seconds.
  await expect(async () => {
    await page.goto("/analytics/index");
    await page.getByRole("link", { name: "CO2e" }).click();
    await expect(page.getByText(/and 0 that are still being calculated/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByLabel("Group by").selectOption("lane");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/by=lane/);
  await expect(
    page.getByRole("figure", { name: /^Greenhouse gases of shipments that departed/ }),
  ).toBeVisible();
  await expect(page.getByText("Licence: Open Government Licence v3.0.").first()).toBeVisible();
  if (hasScripts) await expectAccessible(page);

  const sums = page.getByRole("row", { name: /^All together/ });
  const counted = sums.getByRole("cell").nth(1).getByRole("link");
  const count = (await counted.textContent())!;
  await counted.click();
  await expect(page.getByText(/with emission figures/)).toBeVisible();
  await expect(page.getByText(new RegExp(`of ${count}`)).first()).toBeVisible();
  await wayBack(page).last().click();

  const section = page.locator("section").filter({ hasText: "For a sustainability report" });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^emissions-\d{4}-\d\d-\d{4}-\d\d\.csv$/);
});
