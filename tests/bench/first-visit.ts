import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "#tests/support/machine.ts";
import { startProduct } from "#tests/support/product.ts";

/**
 * First visits by a phone over a weak link (figures 2): 400 ms round trip, 400 kbit/s, processor four times slower. For each page
 * the medians of first paint, of being ready to press (React has taken the page over), and of a click to the next page,
 * from the click and from the end of its answer.
 * node tests/bench/first-visit.ts [--rounds 5] [--url http://localhost:3000]
 */
const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, url: { type: "string" } },
});

const LINK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER = 4;
const LIST = "/shipments/index";

/** `before`: seconds to first paint and to ready on 2026-11-25, before the texts came beside the scripts. */
const pages: { name: string; path: string; next: string; shown: string; before?: [number, number] }[] = [
  { name: "list", path: LIST, next: "a[rel=next]", shown: "a[rel=prev]", before: [0.8, 4.8] },
  { name: "detail", path: "/shipments/detail/", next: `.menu a[href="${LIST}"]`, shown: "table.cards tr" },
  {
    name: "dashboard",
    path: "/dashboard",
    next: `.menu a[href="${LIST}"]`,
    shown: "table.cards a[href*=sort]",
  },
];

/** Notes when React has taken the page over: its nodes then carry React's own keys. */
const WATCH_READY = `{const watch = setInterval(() => {
  const link = document.querySelector("main a");
  if (!link || !Object.keys(link).some((key) => key.startsWith("__reactProps"))) return;
  window.readyAt = performance.now();
  clearInterval(watch);
}, 20)}`;

type Visit = Record<"paint" | "ready" | "click" | "afterAnswer" | "kilobytes", number>;

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", LINK);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(WATCH_READY);
  return page;
}

/** What the page says of itself, as soon as it says it. */
async function told(page: Page, expression: string): Promise<number> {
  for (;;) {
    const value = await page.evaluate<unknown>(expression);
    if (typeof value === "number") return value;
    await page.waitForTimeout(20);
  }
}

async function visit(context: BrowserContext, { path, next, shown }: (typeof pages)[number]): Promise<Visit> {
  const page = await slowPage(context);
  await page.goto(path);
  const ready = await told(page, "window.readyAt");
  const paint = await told(page, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
  const bytes = await told(
    page,
    "performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, 0)",
  );
  // What comes behind the page is not part of the click.
  await page.waitForLoadState("networkidle");
  await page.evaluate(`{window.clickedAt = performance.now(); document.querySelector(${JSON.stringify(next)}).click();
    const watch = setInterval(() => {
      if (!document.querySelector(${JSON.stringify(shown)})) return;
      window.shownAt = performance.now();
      clearInterval(watch);
    }, 10)}`);
  const shownAt = await told(page, "window.shownAt");
  const clickedAt = await told(page, "window.clickedAt");
  const answeredAt = await told(
    page,
    "performance.getEntriesByType('resource').findLast(({ name }) => name.includes('.data'))?.responseEnd",
  );
  await page.close();
  return {
    paint,
    ready,
    click: shownAt - clickedAt,
    afterAnswer: shownAt - answeredAt,
    kilobytes: bytes / 1000,
  };
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function signedIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("User name").fill("demo");
  await page.getByLabel("Password", { exact: true }).fill("freight-demo-1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(LIST);
  const detail = (await page.locator("tbody th a").first().getAttribute("href")) ?? "";
  const session = await context.storageState();
  await context.close();
  return { session, detail };
}

const found = findBrowser();
const product = given.url ? null : await startProduct({ RATE_LIMITS: "off" });
const browser = await chromium.launch({
  args: BROWSER_ARGUMENTS,
  executablePath: found === "own" ? undefined : found,
});
try {
  const baseURL = given.url ?? product?.url ?? "";
  const { session, detail } = await signedIn(browser, baseURL);
  console.log(
    "| page | first paint s | ready s | against before | click to next page s | of it after the answer | kB until ready |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const each of pages) {
    const visits: Visit[] = [];
    for (let round = 0; round < Number(given.rounds); round++) {
      const context = await browser.newContext({
        baseURL,
        storageState: session,
        serviceWorkers: "block",
        viewport: { width: 412, height: 823 },
      });
      // Tickets and news of the socket are not what is measured.
      await context.routeWebSocket(/./, () => {});
      const path = each.path.endsWith("/") ? detail : each.path;
      visits.push(await visit(context, { ...each, path }));
      await context.close();
    }
    const of = (name: keyof Visit) => median(visits.map((one) => one[name]));
    const seconds = (name: keyof Visit) => (of(name) / 1000).toFixed(2);
    const ratio = each.before
      ? each.before
          .map((value, at) => `${(of(at ? "ready" : "paint") / 1000 / value).toFixed(2)}x`)
          .join(", ")
      : "";
    console.log(
      `| ${each.name} | ${seconds("paint")} | ${seconds("ready")} | ${ratio} | ${seconds("click")} | ${seconds("afterAnswer")} | ${of("kilobytes").toFixed(0)} |`,
    );
  }
  console.log(`Load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  await product?.stop();
}
