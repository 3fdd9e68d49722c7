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

interface Counted {
  label: string;
  count: string;
  href: string | undefined;
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const hrefIn = (html: string) => /href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");

/** Tiles, states of open shipments, and the tabs of the list. */
function numbersOf({ html }: Page): {
  tiles: Counted[];
  states: Counted[];
  arrivals: Counted[];
  tabs: Counted[];
} {
  const [tiles = ""] = /<ul class="tiles".*?<\/ul>/s.exec(html) ?? [];
  const [states = "", arrivals = ""] = [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) => table);
  const [tabs = ""] = /<nav aria-label="(?:Lists of shipments|运单列表)".*?<\/nav>/s.exec(html) ?? [];
  const heads = [...arrivals.matchAll(/<th.*?<\/th>/gs)].map(([head]) => plain(head));
  return {
    tiles: [...tiles.matchAll(/<li>.*?<\/li>/gs)].map(([tile]) => ({
      count: plain(/<span.*?<\/span>/s.exec(tile)?.[0] ?? ""),
      label: plain([...tile.matchAll(/<span.*?<\/span>/gs)][1]?.[0] ?? ""),
      href: hrefIn(tile),
    })),
    states: [...states.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) => ({
      label: plain(/<th.*?<\/th>/s.exec(row)?.[0] ?? ""),
      count: plain(/<td.*?<\/td>/s.exec(row)?.[0] ?? ""),
      href: hrefIn(row),
    })),
    arrivals: [...arrivals.matchAll(/<td.*?<\/td>/gs)].map(([cell], index) => ({
      label: heads[index] ?? "",
      count: plain(cell),
      href: hrefIn(cell),
    })),
    tabs: [...tabs.matchAll(/<a .*?<\/a>/gs)].map(([tab]) => ({
      label: plain(tab).replace(/ [\d,+]+$/, ""),
      count: /([\d,+]+)$/.exec(plain(tab))?.[1] ?? "",
      href: hrefIn(tab),
    })),
  };
}

const totalOf = ({ html }: Page) => /<p role="status"[^>]*>[^<]*?of ([\d,]+)/.exec(html)?.[1] ?? "0";

test("leads from each number to exactly the rows that it counts", async () => {
  const browser = await portal.signedIn("demo");
  const { tiles, states, arrivals, tabs } = numbersOf(await browser.get("/dashboard"));
  expect(tiles.map(({ label }) => label)).toEqual([
    "Delayed shipments",
    "Waiting for your side",
    "Quotes to decide on",
    "Unread messages",
    "Drafts to send",
  ]);
  expect(states.map(({ label }) => label)).toEqual([
    "Delayed",
    "Arrived, not yet delivered",
    "Under way, on time",
    "Booked, on time",
  ]);
  expect(arrivals).toHaveLength(14);
  // A number of nothing is no link: there would be no rows.
  const linked = [...tiles, ...states, ...arrivals].filter(({ href }) => href);
  expect(linked.length).toBeGreaterThan(12);
  for (const { href, count, label } of linked.filter((each) => each.label !== "Unread messages"))
    expect([label, totalOf(await browser.get(href!))]).toEqual([label, count]);
  expect(tabs.map(({ label }) => label)).toEqual([
    "Delayed",
    "Arriving this week",
    "Latest active shipments",
    "In transit, not yet arrived",
    "Booked",
    "Booked in the last 7 days",
  ]);
});

test("says how many arrivals were on time, and leads to those that it counts", async () => {
  const browser = await portal.signedIn("demo");
  const { html } = await browser.get("/dashboard");
  const [card = ""] =
    /Arrived on time in the last 90 days<.*?<\/section>|Arrived on time in the last 90 days<.*?not in the share/s.exec(
      html,
    ) ?? [];
  const [, href, count] = /<a [^>]*href="([^"]*)"[^>]*>([\d,]+) arrivals/.exec(card)!;
  expect(totalOf(await browser.get(href!.replaceAll("&amp;", "&")))).toBe(count);
  expect(card).toMatch(/\d %.*\d % in the 90 days before/s);
  const chen = await (await portal.signedIn("chen")).get("/dashboard");
  expect(chen.html).toContain("最近 90 天准点到港");
});

test("shows the list that a tab names, with a link to all of its rows", async () => {
  const browser = await portal.signedIn("demo");
  const { tabs } = numbersOf(await browser.get("/dashboard"));
  for (const { href, label, count } of tabs) {
    const page = await browser.get(href!);
    expect(plain(/<h2 id="list".*?<\/h2>/s.exec(page.html)?.[0] ?? "")).toBe(label);
    const [all = ""] = /<a [^>]*aria-describedby="list"[^>]*>/.exec(page.html) ?? [];
    expect([label, totalOf(await browser.get(hrefIn(all)!))]).toEqual([label, count]);
    const shown = page.html.match(/<li><span><a [^>]*href="\/shipments\/detail\//g)?.length;
    expect([label, shown]).toEqual([label, Math.min(10, Number(count))]);
  }
});

test("leaves out what the reader may not open", async () => {
  const { tiles } = numbersOf(await (await portal.signedIn("viewer")).get("/dashboard"));
  expect(tiles.map(({ label }) => label)).not.toContain("Quotes to decide on");
  expect(tiles.map(({ label }) => label)).toContain("Delayed shipments");
});

test("names its lists and titles in Chinese for who prefers it", async () => {
  const page = await (await portal.signedIn("chen")).get("/dashboard");
  // The count of unread messages may precede it.
  expect(page.html).toMatch(/<title>(\(\d+\) )?仪表盘 · Fairlead<\/title>/);
  expect(numbersOf(page).tabs.map(({ label }) => label)).toContain("本周到港");
});

test("says when the first shipment appears to a company that has none", async () => {
  const { browser } = await makeShipper(provider, portal);
  const page = await browser.get("/dashboard");
  expect(page.status).toBe(200);
  expect(page.html).toContain("No shipments yet");
});
