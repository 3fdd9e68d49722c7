import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

test("a person hides a block, moves another to the top, and brings the page back to its default", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  // The product is shared: each project arranges another person's page.
  await signIn(page, hasScripts ? "booker" : "viewer");
  await page.goto("/dashboard/arrange");
  const reset = page.getByRole("button", { name: "Reset to default" });
  // A try before this one may have left the page arranged.
  if (await reset.isVisible()) {
    await reset.click();
    await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  }
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Arrivals in the next 14 days" })).toBeVisible();
  await page.getByRole("link", { name: "Arrange the page" }).click();
  await expect(page).toHaveURL(/\/dashboard\/arrange$/);
  await page.getByRole("checkbox", { name: "Arrivals in the next 14 days" }).uncheck();
  for (const place of [5, 4, 3, 2, 1, 0]) {
    await page.getByRole("button", { name: "Up Lists of shipments" }).click();
    await expect(page.getByRole("checkbox").nth(place)).toHaveAccessibleName("Lists of shipments");
    // What is ticked is kept with the order.
    await expect(page.getByRole("checkbox", { name: "Arrivals in the next 14 days" })).not.toBeChecked();
  }
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("The dashboard is arranged as you chose.").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /open shipments$/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Arrivals in the next 14 days" })).toHaveCount(0);
  // The page has loaded again by itself, as one that was left and returned to.
  await expect(page.getByText("The dashboard is arranged as you chose.").first()).toBeVisible();
  const list = await page.getByRole("navigation", { name: "Lists of shipments" }).boundingBox();
  const needs = await page.getByRole("heading", { name: "Needs you" }).boundingBox();
  expect(list!.y).toBeLessThan(needs!.y);
  if (hasScripts) await expectAccessible(page);

  await page.getByRole("link", { name: "Arrange the page" }).click();
  await expect(page).toHaveURL(/\/dashboard\/arrange$/);
  // The address changes before the page does.
  await expect(page.getByRole("checkbox")).toHaveCount(7);
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Every block is hidden")).toBeVisible();
  await page.getByRole("link", { name: "Arrange the page" }).last().click();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { name: "Arrivals in the next 14 days" })).toBeVisible();
  await page.goto("/dashboard/arrange");
  await expect(page.getByRole("checkbox").first()).toHaveAccessibleName("Needs you");
  await expect(page.getByRole("button", { name: "Reset to default" })).toHaveCount(0);
});
