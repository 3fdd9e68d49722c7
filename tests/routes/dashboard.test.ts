import { afterAll, beforeAll, expect, test } from "vitest";
import { type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const tilesOf = (page: Page) =>
  [...page.html.matchAll(/<(a|span) [^>]*class="tile"[^>]*>.*?<\/\1>(?=<\/li>)/gs)].map(([tile]) => ({
    href: /href="([^"]*)"/.exec(tile)?.[1]?.replaceAll("&amp;", "&"),
    texts: [...tile.matchAll(/<span class="text[^>]*>(.*?)<\/span>/gs)].map((match) => match[1]),
  }));

test("counts what each list holds that a tile leads to", async () => {
  const browser = await portal.signedIn("demo");
  const tiles = tilesOf(await browser.get("/dashboard"));
  expect(tiles.map(({ texts }) => texts[1])).toEqual([
    "Delayed",
    "Arriving this week",
    "Latest active shipments",
    "In transit, not yet arrived",
    "Booked",
    "Booked in the last 7 days",
  ]);
  for (const { href, texts } of tiles) {
    const [count, title] = texts;
    const page = await browser.get(href!);
    const total = /<p role="status"[^>]*>[^<]*?of ([\d,]+)</.exec(page.html)?.[1] ?? "0";
    expect([title, total]).toEqual([title, count]);
  }
  // A day on which nothing happens in the demonstration would prove nothing.
  expect(tiles.every(({ texts }) => Number(texts[0]) > 0)).toBe(true);
});

test("names its lists and titles in Chinese for who prefers it", async () => {
  const page = await (await portal.signedIn("chen")).get("/dashboard");
  // The count of unread messages may precede it.
  expect(page.html).toMatch(/<title>(\(\d+\) )?仪表盘 · Fairlead<\/title>/);
  expect(tilesOf(page).map(({ texts }) => texts[1])).toContain("本周到港");
});

test("says when the first shipment appears to a company that has none", async () => {
  const { browser } = await makeShipper(provider, portal);
  const page = await browser.get("/dashboard");
  expect(page.status).toBe(200);
  expect(page.html).toContain("No shipments yet");
});
