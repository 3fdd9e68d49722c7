import { expect, goWithScript, signIn, test } from "../support/journey.ts";

test("a page that loads slowly is covered by 'Loading', which lets clicks through and disappears with the wait", {
  tag: "@all",
}, async ({ page }) => {
  await signIn(page, "demo");
  await goWithScript(page, "/account/index");
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/account/password.data*", async (route) => {
    await held;
    await route.continue();
  });
  const overlay = page.locator("body").getByText("Loading", { exact: true });
  await page.getByRole("link", { name: "Change password" }).first().click();
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  await expect(overlay).toBeVisible();
  // A click waits until the element receives it: one under a cover never would.
  await page.getByLabel("Name", { exact: true }).first().click();
  answer();
  await expect(page).toHaveURL(/\/account\/password/);
  await expect(overlay).toBeHidden();
});
