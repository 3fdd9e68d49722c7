import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { DAY_MS, parseWire } from "#app/lib/date-time.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

test("the dashboard counts what waits for one's side, its list names what is due, and a search keeps the filter", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  await signIn(page, "demo");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Take the next step on \d+ shipments$/ }).click();
  await expect(page).toHaveURL(/isOwnTurn=true/);
  const first = page.getByRole("main").getByRole("link", { name: /^FL/ }).first();
  await expect(page.getByText(/You: /).first()).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  const number = (await first.textContent())!.trim();
  await page.getByRole("main").getByRole("searchbox").first().fill(number);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/isOwnTurn=true/);
  await expect(page).toHaveURL(new RegExp(`keyword=${number}`));
  await first.click();
  await expect(page.getByText(/^You: /).first()).toBeVisible();
});

/** A shipment under way of which nothing was heard for days; another one for each project, since they share the product. */
async function silentShipment(isLast: boolean): Promise<{ id: string; houseNumber: string }> {
  const { call } = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { rows } = await call(shipmentList, {
    isUnderWay: true,
    page: 1,
    pageSize: 100,
    sort: "updated",
    direction: "asc",
  });
  const silent: { id: string; houseNumber: string }[] = [];
  for (const { id, houseNumber } of rows) {
    const { events } = await call(shipmentDetail, { id });
    const heard = Math.max(...events.map(({ receivedAt }) => parseWire(receivedAt)!.at.getTime()));
    if (Date.now() - heard > 4 * DAY_MS) silent.push({ id, houseNumber });
    if (silent.length === 2) break;
  }
  return silent[isLast ? 1 : 0]!;
}

test("without news for days the forwarder is asked in one press, and once however often it is pressed", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  const { id, houseNumber } = await silentShipment(hasScripts);
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  for (const press of ["first", "second"]) {
    await page.goto(`/shipments/detail/${id}`);
    await expect(page.getByText(/^No news for \d+ days\./).first()).toBeVisible();
    if (hasScripts && press === "first") await expectAccessible(page);
    const ask = page.getByRole("button", { name: "Ask your forwarder" });
    await (press === "first" ? ask.dblclick() : ask.click());
    await expect(page).toHaveURL(/\/messageCenter\//);
  }
  const asked = page
    .getByRole("list", { name: "Messages" })
    .getByText(`no news of shipment ${houseNumber} since`);
  await expect(asked).toHaveCount(1);
});
