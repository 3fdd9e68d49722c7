import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

test("a calendar address is made, read by a program, and ended", { tag: "@all" }, async ({
  page,
  request,
  hasScripts,
}) => {
  // An account has one address, and both runs of this journey share the product.
  await signIn(page, hasScripts ? "demo" : "rival");
  await page.goto("/account/shipmentsSubscription");
  await page.getByRole("link", { name: "Calendar address" }).click();
  await expect(page.getByText("You have no calendar address.")).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("radio", { name: "All that I see" }).check();
  await page.getByRole("button", { name: "Make the address" }).click();
  await expect(page.getByRole("textbox", { name: "Calendar address" })).toHaveValue(/^http/);
  const url = new URL(await page.getByRole("textbox", { name: "Calendar address" }).inputValue());
  const file = new URL(url.pathname + url.search, page.url()).href;
  const calendar = await request.get(file);
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*BEGIN:VEVENT/);
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByText("A calendar last asked for it")).toBeVisible();
  await page.getByRole("button", { name: "End the address" }).click();
  await expect(page.getByText("The calendar address has ended")).toBeVisible();
  expect((await request.get(file)).status()).toBe(410);
});
