import { accountUserList } from "#app/contract/member.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

test("the desk sees the portal as a customer's person does, changes nothing, and comes back", {
  tag: "@all",
}, async ({ page, hasScripts, allowFault }) => {
  allowFault(/status of 400/);
  const customer = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { rows } = await customer.call(accountUserList, { page: 1, pageSize: 100 });
  const { userId, name } = rows.find(({ userName }) => userName === "demo")!;
  await signIn(page, "desk");
  await page.goto(`/freightForwarder/seeAs?user=${userId}`);
  await expect(page.getByRole("heading", { name: `See the portal as ${name}` })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const banner = page.getByText(`Read only: you see the portal as ${name}`);
  await expect(banner).toBeVisible();
  await page.goto("/shipments/index");
  await expect(banner).toBeVisible();
  await expect(page.locator("tbody tr").first()).toBeVisible();
  if (hasScripts) await expectAccessible(page);

  await page.goto("/account/addressEdit");
  await page.getByLabel("Name", { exact: true }).fill("Typed by staff");
  await page.getByLabel("Address", { exact: true }).fill("Road 1");
  await page.getByLabel("Country").fill("China");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("You only see the portal as this person does").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Typed by staff");

  await page.getByRole("button", { name: "End", exact: true }).click();
  await expect(page).toHaveURL(/\/freightForwarder\/index$/);
  await expect(page.getByText("You see the portal as yourself again.").first()).toBeVisible();
  await expect(banner).toHaveCount(0);
});
