import { globSync, readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { expect, productUrl, signIn, test } from "../support/journey.ts";

/** Bytes of a first visit by a phone's browser: everything transferred, headers included. */
interface Cost {
  bytes: number;
  scriptBytes: number;
  requests: number;
}
type Session = Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>;

const PHONE: BrowserContextOptions = { viewport: { width: 412, height: 823 } };
const table: string[] = [];
let session: Session;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ baseURL: productUrl() });
  await signIn(await context.newPage(), "demo");
  session = await context.storageState();
  await context.close();
});
test.afterAll(() => {
  console.log(["first visit: measured, gate (aim), kB of 1,000 bytes", ...table].join("\n"));
});

/** Counts requests and bytes of a page load; `work` ends when the page is loaded. */
async function costOf(page: Page, work: () => Promise<unknown>): Promise<Cost> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const types = new Map<string, string>();
  const cached = new Set<string>();
  const cost: Cost = { bytes: 0, scriptBytes: 0, requests: 0 };
  cdp.on("Network.responseReceived", ({ requestId, type, response }) => {
    types.set(requestId, type);
    if (response.fromDiskCache || response.url.startsWith("data:")) cached.add(requestId);
  });
  cdp.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return;
    cost.bytes += encodedDataLength;
    cost.requests += 1;
    if (types.get(requestId) === "Script") cost.scriptBytes += encodedDataLength;
  });
  await work();
  await page.waitForLoadState("networkidle");
  await cdp.detach();
  return cost;
}

async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...PHONE, baseURL: productUrl(), ...options });
  // News of what other journeys change would load the page again.
  await context.routeWebSocket(/./, () => {});
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** With what comes last, when the page is idle: on a busy machine that is after the network was quiet for a while. */
async function openWithSocket(page: Page, path: string): Promise<void> {
  const ticket = page.waitForResponse("**/messageCenter/ticket");
  await page.goto(path);
  await (await ticket).finished();
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1);
function note(name: string, measured: number, gate: number, aim: number): void {
  table.push(`  ${name}: ${kb(measured)}, ${kb(gate)} (${kb(aim)})${measured > aim ? " above the aim" : ""}`);
}

test("the sign-in page without scripts stays under 10 kB in 2 requests", async ({ browser }) => {
  await visit(browser, { javaScriptEnabled: false }, async (page) => {
    const { bytes, requests } = await costOf(page, () => page.goto("/login"));
    await expect(page.locator("input[type=password]")).toBeVisible();
    note("login, scripts off", bytes, 10_000, 8_000);
    expect(bytes).toBeLessThanOrEqual(10_000);
    expect(requests).toBeLessThanOrEqual(2);
  });
});

test("the sign-in page with scripts stays under 130 kB", async ({ browser }) => {
  await visit(browser, {}, async (page) => {
    const { bytes } = await costOf(page, () => page.goto("/login"));
    await expect(page.locator("input[type=password]")).toBeVisible();
    note("login, scripts on", bytes, 130_000, 15_000);
    expect(bytes).toBeLessThanOrEqual(130_000);
  });
});

test("the shipment list without scripts stays under 20 kB", async ({ browser }) => {
  await visit(browser, { javaScriptEnabled: false, storageState: session }, async (page) => {
    const { bytes } = await costOf(page, () => page.goto("/shipments/index"));
    await expect(page.locator("tbody tr")).toHaveCount(25);
    note("list, scripts off", bytes, 20_000, 14_000);
    expect(bytes).toBeLessThanOrEqual(20_000);
  });
});

test("the shipment list with scripts stays under 142.5 kB, and its second page under 15 kB", async ({
  browser,
}) => {
  await visit(browser, { storageState: session }, async (page) => {
    const first = await costOf(page, () => openWithSocket(page, "/shipments/index"));
    await expect(page.locator("tbody tr")).toHaveCount(25);
    note("list, scripts on", first.bytes, 142_500, 132_000);
    note("list, scripts alone", first.scriptBytes, 120_500, 118_000);
    expect(first.bytes).toBeLessThanOrEqual(142_500);
    expect(first.scriptBytes).toBeLessThanOrEqual(120_500);

    const second = await costOf(page, () => openWithSocket(page, "/shipments/index?page=2"));
    await expect(page.locator("tbody tr")).toHaveCount(25);
    note("second page of the visit", second.bytes, 15_000, 12_000);
    expect(second.bytes).toBeLessThanOrEqual(15_000);
  });
});

test("no script has zod, which comes with an endpoint for the sake of a constant beside it", () => {
  const scripts = globSync("build/client/assets/*.js");
  expect(scripts.length).toBeGreaterThan(50);
  expect(scripts.filter((path) => readFileSync(path, "utf8").includes("ZodObject"))).toEqual([]);
});
