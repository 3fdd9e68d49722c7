import type { Page } from "@playwright/test";
import { importEvents } from "#app/contract/event.ts";
import { type ShipmentRow, shipmentList } from "#app/contract/shipment.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { test as base, expect, signIn } from "../support/journey.ts";
import { type ProviderClient, providerClient } from "../support/provider-client.ts";

/** Open pages show what carriers say without being loaded again, and leave alone whoever writes in them. */
let product: Product;
let desk: ProviderClient;
let customer: ProviderClient;

const test = base.extend<object, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      product = await startProduct({ LOG_LEVEL: "error" }, process.env.E2E_SEEDED_FOLDER);
      desk = await providerClient(product.providerUrl, "desk");
      customer = await providerClient(product.providerUrl, "demo");
      await use(product.url);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ url }, use) => use(url),
});

/** An expected arrival so many days from now. @returns the day as a list shows it, "9 Jan" */
async function tellArrival({ houseNumber, portOfArrival }: ShipmentRow, days: number): Promise<string> {
  const at = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const event = {
    eventID: crypto.randomUUID(),
    eventCreatedDateTime: new Date().toISOString(),
    eventType: "TRANSPORT",
    eventClassifierCode: "EST",
    eventDateTime: `${at}T12:00:00Z`,
    transportEventTypeCode: "ARRI",
    transportCall: { transportCallID: "c-1", UNLocationCode: portOfArrival.code, modeOfTransport: "VESSEL" },
    references: [{ referenceType: "FF", referenceValue: houseNumber }],
  };
  const report = await desk.call(importEvents, [event]);
  expect(report).toMatchObject({ accepted: 1 });
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(at),
  );
}

/** Opens a page and waits until its own socket is open, not that of the page before. */
async function open(page: Page, path: string): Promise<void> {
  const isTold = new Promise<void>((resolve) =>
    page.once("framenavigated", () =>
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => String(payload).includes("SERVER_COUNT") && resolve()),
      ),
    ),
  );
  await page.goto(path);
  // A new document would not have it.
  await page.evaluate("window.isFirst = true");
  await isTold;
}
const isFirst = (page: Page) => page.evaluate("window.isFirst");

/** As the browser does when another tab is shown. */
const showTab = (page: Page, isShown: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isShown ? "visible" : "hidden",
  );

test("an open list and an open shipment show a carrier's event, but not over a half-typed form or in a hidden tab", {
  tag: "@all",
}, async ({ page, browser, url }) => {
  await signIn(page, "demo");
  const { rows } = await customer.call(shipmentList, { mode: "OCEAN", status: "TRANSIT", pageSize: 10 });
  const shipment = rows.find(({ nextMilestone, ata }) => nextMilestone && !ata)!;
  await open(page, `/shipments/index?keyword=${shipment.houseNumber}`);
  // A browser of its own has a socket of its own: this one may see shipments, and not use messages.
  const context = await browser.newContext({ baseURL: url });
  const detail = await context.newPage();
  await signIn(detail, "viewer");
  await open(detail, `/shipments/detail/${shipment.id}`);

  const first = await tellArrival(shipment, 41);
  await expect(page.locator("tbody")).toContainText(first);
  await expect(detail.locator("#content")).toContainText(first);

  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill("half a wo");
  await showTab(detail, false);
  const second = await tellArrival(shipment, 43);
  await page.waitForTimeout(4_000);
  await expect(field).toHaveValue("half a wo");
  await expect(field).toBeFocused();
  await expect(page.locator("tbody")).toContainText(first);
  await expect(detail.locator("#content")).not.toContainText(second);

  await field.fill(shipment.houseNumber);
  await expect(page.locator("tbody")).toContainText(second);
  await expect(field).toBeFocused();
  await showTab(detail, true);
  await expect(detail.locator("#content")).toContainText(second);
  expect([await isFirst(page), await isFirst(detail)]).toEqual([true, true]);
  await context.close();
});
