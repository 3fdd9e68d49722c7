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

test("a saved report is sent every month, and no longer", async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "chen");
  await page.goto("/analytics/templateEdit?report=transit&by=lane");
  const name = `Monthly ${hasScripts ? "on" : "off"} ${Date.now()}`;
  await page.locator("#saved-report-name").fill(name);
  await page.locator("#saved-report button").click();
  await page.getByRole("link", { name: `邮件发送：${name}` }).click();
  await page.getByLabel("频率").selectOption("month");
  await page.getByLabel("每月几号").fill("31");
  await expect(page.getByLabel("星期")).toBeHidden();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "保存" }).click();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("以 Excel 发送给您：每月 31 日 08:00");
  await page.getByRole("link", { name: `邮件发送：${name}` }).click();
  await page.getByRole("button", { name: "停止发送" }).click();
  await expect(row).not.toContainText("发送给您");
  await page.getByRole("link", { name: `删除 ${name}` }).click();
  await page.getByRole("button", { name: "删除" }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});
