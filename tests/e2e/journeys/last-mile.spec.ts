import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

test("somebody looks for a delivery, sees its steps and last free day, and asks for another appointment", async ({
  page,
  hasScripts,
  allowFault,
}) => {
  allowFault(/status of 400/);
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/last-mile/index?from=2099-01-01");
  await expect(page.getByRole("link", { name: /^From day: 2099-01-01/ })).toBeVisible();
  const views = page.getByRole("navigation", { name: "Status" });
  await expect(views.locator("[aria-current]")).toHaveCount(0);
  await views.getByRole("link", { name: "Driver assigned" }).click();
  await expect(page).toHaveURL("/last-mile/index?status=assigned");
  if (hasScripts) await expectAccessible(page);
  const delivery = page.getByRole("link", { name: /^DL-/ }).first();
  const number = (await delivery.textContent())!.trim();
  await page.getByLabel("Delivery, house or container number").fill(number);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/keyword=DL-/);
  await delivery.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Delivery ${number}`);
  if (hasScripts) await expectAccessible(page);

  const words = `Gate 4, ${hasScripts ? "with" : "without"} scripts`;
  await page.getByLabel("Day").fill("2099-01-05");
  await page.getByLabel("From").fill("10:00");
  await page.getByLabel("To", { exact: true }).fill("09:00");
  await page.getByLabel("Words to your forwarder").fill(words);
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByRole("alert")).toContainText("Give an end after the beginning");
  await expect(page.getByLabel("Words to your forwarder")).toHaveValue(words);
  await page.getByLabel("To", { exact: true }).fill("12:00");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByText("awaiting answer").first()).toBeVisible();

  await page.getByRole("link", { name: /^Shipment / }).click();
  await page.getByRole("link", { name: "Last free day and cost" }).click();
  await page.getByLabel("Day of pick-up or return").fill("2099-01-05");
  await page.getByRole("button", { name: "Show the cost" }).click();
  await expect(page).toHaveURL(/pickup=2099-01-05/);
  await expect(page.getByText(/USD\s[\d,]+\.\d\d if .* on 2099-01-05/).first()).toBeVisible();
  if (hasScripts) await expectAccessible(page);
});
