import { shipmentList } from "#app/contract/shipment.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

test("a shipment is shared, seen by a stranger after a press, and over once the link is revoked", async ({
  page,
  browser,
  hasScripts,
}) => {
  const demo = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { rows } = await demo.call(shipmentList, { pageSize: 1, mode: "OCEAN" });
  const { id, houseNumber } = rows[0]!;
  const note = `Trucker ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, "demo");
  await page.goto(`/shipments/detail/${id}`);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await expect(page.getByLabel("H# numbers")).toHaveValue(houseNumber);
  if (hasScripts) await expectAccessible(page);
  await page.getByLabel("Note for yourself").fill(note);
  await page.getByLabel("Days until it ends").fill("7");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByRole("heading", { name: "The link is ready" })).toBeVisible();
  const url = await page.getByRole("textbox", { name: "Link" }).inputValue();

  const context = await browser.newContext({ javaScriptEnabled: hasScripts });
  const stranger = await context.newPage();
  const { pathname, search } = new URL(url);
  await stranger.goto(new URL(pathname + search, page.url()).href);
  await expect(stranger.getByText(houseNumber)).toHaveCount(0);
  if (hasScripts) await expectAccessible(stranger);
  await stranger.getByRole("button", { name: "Show the shipments" }).click();
  await expect(stranger.getByRole("heading", { name: houseNumber })).toBeVisible();
  expect(stranger.url()).not.toContain("token");
  if (hasScripts) await expectAccessible(stranger);

  await page.getByRole("link", { name: "Shared links" }).click();
  await expect(page.getByRole("heading", { name: "Shared links" })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await expect(page.getByRole("row").filter({ hasText: note })).toContainText("1, last");
  await page.getByRole("link", { name: note }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("The link has been revoked")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: note })).toContainText("Revoked");
  await stranger.reload();
  await expect(stranger.getByRole("heading", { name: "This link is over" })).toBeVisible();
  await expect(stranger.getByText(houseNumber)).toHaveCount(0);
  await context.close();
});

test("shipments of the list are ticked beside it, over a search, and shared", { tag: "@all" }, async ({
  page,
  hasScripts,
}) => {
  await signIn(page, "demo");
  await page.goto("/shipments/index?status=TRANSIT");
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/shipments/index?status=TRANSIT&panel=share");
  const beside = page.getByRole("group", { name: "Choose shipments to share" }).getByRole("checkbox");
  await expect(beside).toHaveCount(await page.locator("tbody tr").count());
  if (hasScripts) await expectAccessible(page);
  const number = await page.locator("tbody tr").nth(1).getByRole("rowheader").getByRole("link").textContent();
  await page.getByRole("checkbox", { name: number!.trim(), exact: true }).check();
  await page.getByRole("button", { name: "Choose from all pages" }).click();
  await expect(page.getByRole("heading", { name: "Choose shipments to share" })).toBeVisible();
  const boxes = page.getByRole("checkbox");
  await expect(boxes.nth(1)).toBeChecked();
  await boxes.nth(0).check();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("main").getByRole("searchbox").fill("NOSUCHNUMBER");
  await page.getByRole("main").getByRole("searchbox").press("Enter");
  await expect(page.getByRole("group", { name: "Ticked on other pages" }).getByRole("checkbox")).toHaveCount(
    2,
  );
  await page.getByRole("button", { name: "Share the ticked ones" }).click();
  await expect(page.getByLabel("H# numbers")).toHaveValue(/^\S+\n\S+$/);
  await page.getByRole("link", { name: "Shared links" }).click();
  await expect(page.getByRole("heading", { name: "Shared links" })).toBeVisible();
});
