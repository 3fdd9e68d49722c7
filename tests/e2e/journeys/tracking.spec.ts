import { expect, expectAccessible, signIn, test, wayBack } from "../support/journey.ts";

test("a pasted column of numbers is answered on one page, with a map and what is wrong", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await signIn(page, "demo");
  await page.goto("/tracking/index");
  const numbers = page.locator("tbody tr").getByRole("rowheader").getByRole("link");
  const house = ((await numbers.first().textContent()) ?? "").trim();
  await page.getByRole("link", { name: "Look up many numbers at once" }).click();
  await page
    .getByLabel("Numbers", { exact: true })
    .fill(`${house}\nMSCU1234567\t${house.toLowerCase()}\nNOPE-1`);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page).toHaveURL(`/tracking/index?numbers=${house},MSCU1234567,NOPE-1`);
  await expect(page.getByText("Numbers: 3. Found: 1, unknown: 2.")).toBeVisible();
  await expect(page.getByText("the last digit should be 6")).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: house }).click();
  await expect(page).toHaveURL(/\/tracking\/detail\/\d+$/);
  await page.getByRole("link", { name: "The whole shipment" }).click();
  await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
});

test("more than 200 numbers are refused and kept", { tag: "@all" }, async ({ page, allowFault }) => {
  allowFault(/status of 400/);
  await signIn(page, "demo");
  await page.goto("/appleTracking/index");
  const many = Array.from({ length: 201 }, (_, index) => `NR${index}`).join("\n");
  await page.getByRole("link", { name: "Look up many numbers at once" }).click();
  await page.getByLabel("Numbers", { exact: true }).fill(many);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("alert")).toContainText("at most 200");
  await expect(page.getByLabel("Numbers", { exact: true })).toHaveValue(many);
});

test("the totals of the year lead to the shipments that they count", { tag: "@all" }, async ({
  page,
  hasScripts,
}) => {
  await signIn(page, "demo");
  await page.goto("/ytdTracking/index");
  const all = page.getByRole("row", { name: /^Together/ }).getByRole("link");
  const count = ((await all.textContent()) ?? "").trim();
  if (hasScripts) await expectAccessible(page);
  await all.click();
  await expect(page.getByText(`1–25 of ${count}`)).toBeVisible();
  await wayBack(page).last().click();
  await expect(page.getByRole("heading", { name: "By lane" })).toBeVisible();
});
