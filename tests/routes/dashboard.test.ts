import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startBendingProxy } from "#tests/support/bending-proxy.ts";
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

/** What needs the reader, states of open shipments, and the tabs of the list. */
function numbersOf({ html }: Page): {
  needs: Counted[];
  states: Counted[];
  arrivals: Counted[];
  tabs: Counted[];
} {
  const [needs = ""] = /<ul class="needs".*?<\/ul>/s.exec(html) ?? [];
  const [states = "", ...others] = [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) => table);
  // A table for each of the two weeks.
  const arrivals = others.slice(0, 2).join("");
  const [tabs = ""] = /<nav [^>]*aria-label="(?:Lists of shipments|运单列表)".*?<\/nav>/s.exec(html) ?? [];
  const heads = [...arrivals.matchAll(/<th.*?<\/th>/gs)].map(([head]) => plain(head));
  return {
    needs: [...needs.matchAll(/<li>.*?<\/li>/gs)].map(([need]) => ({
      label: plain(need)
        .replace(/[\d,]+/, "…")
        .replace(/ in \d.*/, ""),
      count: /[\d,]+/.exec(plain(need))?.[0] ?? "",
      href: hrefIn(need),
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

/** A page waits 1.5 s for the number of unread messages and then goes without: on a busy machine it is asked for again. */
const allNumbersOf = (open: () => Promise<Page>, count = 6) =>
  vi.waitFor(
    async () => {
      const numbers = numbersOf(await open());
      expect(numbers.needs).toHaveLength(count);
      return numbers;
    },
    { timeout: 30_000 },
  );

const totalOf = ({ html }: Page) => /<p role="status"[^>]*>[^<]*?of ([\d,]+)/.exec(html)?.[1] ?? "0";

test("leads from each number to exactly the rows that it counts", async () => {
  const browser = await portal.signedIn("demo");
  const { needs, states, arrivals, tabs } = await allNumbersOf(() => browser.get("/dashboard"));
  expect(needs.map(({ label }) => label)).toEqual([
    "Decide … quotes, the first",
    "Pay … overdue invoice",
    "Send … drafts",
    "Read … new messages",
    "Take the next step on … shipments",
    "See … late shipments",
  ]);
  expect(states.map(({ label }) => label)).toEqual([
    "Delayed",
    "Arrived, not yet delivered",
    "Under way, on time",
    "Booked, on time",
  ]);
  expect(arrivals).toHaveLength(14);
  // A number of nothing is no link: there would be no rows.
  const linked = [...needs, ...states, ...arrivals].filter(({ href }) => href);
  expect(linked.length).toBeGreaterThan(12);
  for (const { href, count, label } of linked.filter((each) => each.label !== "Read … new messages"))
    expect([label, totalOf(await browser.get(href!))]).toEqual([label, count]);
  // The list of conversations shows those that have something unread, and no others.
  const unread = needs.find(({ label }) => label === "Read … new messages")!;
  expect(unread.href).toBe("/messageCenter/index?unread=1");
  expect(tabs.map(({ label }) => label)).toEqual([
    "Delayed",
    "Arriving this week",
    "Latest active shipments",
    "In transit, not yet arrived",
    "Booked",
    "Booked in the last 7 days",
  ]);
});

test("asks the provider once for all that it counts, and another provider's lists for what that one does not tell", {
  tags: "slow",
}, async () => {
  const proxy = await startBendingProxy(provider.url);
  const asked: string[] = [];
  let leavesOut: readonly string[] = [];
  proxy.bend((path, envelope) => {
    asked.push(path);
    if (path.endsWith("/dashboard/overview"))
      for (const name of leavesOut) delete (envelope.data as Record<string, unknown>)[name];
    return JSON.stringify(envelope);
  });
  try {
    const browser = await (await startPortal(proxy)).signedIn("demo");
    const open = async () => {
      const { needs } = await allNumbersOf(() => {
        asked.length = 0;
        return browser.get("/dashboard");
        // What is overdue is told beside an answer, which the proxy does not pass on.
      }, 5);
      return { needs, lists: asked.filter((path) => path.endsWith("/list")).sort() };
    };
    const whole = await open();
    expect(asked).toContain("/api/dashboard/overview");
    expect(whole.lists).toEqual([]);
    expect(whole.needs).toHaveLength(5);
    leavesOut = ["toDecide", "drafts"];
    const parts = await open();
    expect(parts.lists).toEqual(["/api/booking/list", "/api/quote/list"]);
    expect(parts.needs).toEqual(whole.needs);
  } finally {
    await proxy.stop();
  }
});

test("says how many arrivals were on time, and leads to those that it counts", async () => {
  const browser = await portal.signedIn("demo");
  const { html } = await browser.get("/dashboard");
  const [card = ""] = /<h2[^>]*>Arrived on time<.*?<\/section>/s.exec(html) ?? [];
  const [, href, count] = /<a [^>]*href="([^"]*)"[^>]*>of ([\d,]+) arrivals in the last 90 days/.exec(card)!;
  expect(totalOf(await browser.get(href!.replaceAll("&amp;", "&")))).toBe(count);
  expect(card).toMatch(/\d %.*\d % in the 90 days before/s);
  // What on time means is behind a question mark.
  expect(card).toMatch(/<details.*What on time means.*at most one calendar day.*<\/details>/s);
  const chen = await (await portal.signedIn("chen")).get("/dashboard");
  expect(chen.html).toContain("准点到港");
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
  const { needs } = numbersOf(await (await portal.signedIn("viewer")).get("/dashboard"));
  expect(needs.map(({ label }) => label)).toEqual([
    "Take the next step on … shipments",
    "See … late shipments",
  ]);
});

test("tells the desk to follow up what customers have to do", async () => {
  const { needs } = numbersOf(await (await portal.signedIn("desk")).get("/dashboard"));
  const labels = needs.map(({ label }) => label);
  expect(labels[0]).toMatch(/^Answer … in the inbox/);
  expect(labels).toContain("Follow up … quotes that customers decide, the first");
  expect(labels).toContain("Follow up … shipments that wait for customers");
});

describe("the map of what is on the way", () => {
  test("is drawn for who asks, in at most 8 kB, and leads to just as many shipments", async () => {
    const browser = await portal.signedIn("demo");
    const { html } = await browser.get("/dashboard");
    const [card = ""] = /<h2[^>]*>On the way<.*?<\/section>/s.exec(html) ?? [];
    const [, count] = /([\d,]+) shipments on the way/.exec(card)!;
    expect(totalOf(await browser.get(hrefIn(card)!))).toBe(count);
    expect(card).toContain(`alt="Map with ${count} shipments on the way."`);
    expect(card).toContain('loading="lazy"');
    for (const source of ["Natural Earth", "airport-data-js (CC BY 4.0)"]) expect(card).toContain(source);
    const pictures = [...new Set(card.match(/\/dashboard\/mapPicture\?[^" ]+/g))];
    expect(pictures).toHaveLength(4);
    for (const path of pictures) {
      const picture = await browser.get(path.replaceAll("&amp;", "&"));
      expect(picture.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
      expect(brotliCompressSync(picture.html).length).toBeLessThan(8_000);
      expect(picture.html).not.toMatch(/style|class=|<script|href|url\(|NaN|undefined/);
      // Which places keep their name depends on where the ships are at this hour: a name gives way to a mark.
      const names = [...picture.html.matchAll(/<text [^>]*>([^<]+)<\/text>/g)].map(([, name]) => name!);
      expect(names.length).toBeGreaterThanOrEqual(3);
    }
    expect((await portal.visitor().get(pictures[0]!)).location).toMatch(/^\/home\?redirect=/);
  });

  test("says that it shows the first ones where more are on the way", async () => {
    const { html } = await (await portal.signedIn("desk")).get("/dashboard");
    const [card = ""] = /<h2[^>]*>On the way<.*?<\/section>/s.exec(html) ?? [];
    expect(card).toContain('alt="Map with 60 shipments on the way."');
    expect(card).toContain("The map shows the 60 that arrive first.");
  });

  test("is not there for a company with nothing on the way, nor its picture", async () => {
    const { browser } = await makeShipper(provider, portal);
    const page = await browser.get("/dashboard");
    expect(page.html).not.toContain("mapPicture");
    expect(page.html).toContain("Nothing needs you right now.");
    expect((await browser.get("/dashboard/mapPicture")).location).toBe("/404");
  });
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

/** Headings and labels of the page's blocks, in order. */
const blocksOf = ({ html }: Page) => [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title);
const blockKeys = ({ html }: Page) =>
  [...html.matchAll(/<input type="hidden" name="block" value="(\w+)"/g)].map(([, key]) => key!);
const requestIdIn = ({ html }: Page) => /name="requestId" value="([^"]+)"/.exec(html)?.[1] ?? "";

test("keeps which blocks a person wants to see and in which order, and brings back the usual ones", {
  tags: "slow",
}, async () => {
  const { browser: other } = await makeShipper(provider, portal);
  const browser = await portal.signedIn("booker");
  const page = await browser.get("/dashboard");
  expect(page.html).toContain('href="/dashboard/arrange"');
  expect(blocksOf(page).slice(0, 2)).toEqual(["Needs you", expect.stringContaining("open shipments")]);
  const form = await browser.get("/dashboard/arrange");
  expect(blockKeys(form)).toEqual(["needs", "states", "arrivals", "map", "news", "onTime", "lists"]);
  expect(form.html).not.toContain(`name="reset"`);

  // A press on an arrow keeps what is ticked, and the order moves by one.
  const entries = (keys: string[], shown: string[], more: Record<string, string>, at: Page) => [
    ...keys.map((key): [string, string] => ["block", key]),
    ...shown.map((key): [string, string] => ["shown", key]),
    ...Object.entries(more),
    ["requestId", requestIdIn(at)] as [string, string],
  ];
  const keys = blockKeys(form);
  const ticked = keys.filter((key) => key !== "arrivals");
  const moved = await browser.post("/dashboard/arrange", entries(keys, ticked, { move: "up:lists" }, form));
  expect(moved.location).toBe("/dashboard/arrange");
  const again = await browser.get("/dashboard/arrange");
  expect(blockKeys(again)).toEqual(["needs", "states", "arrivals", "map", "news", "lists", "onTime"]);
  expect(again.html).toMatch(/name="shown"[^>]*value="lists"/);
  expect(/<input[^>]*name="shown"[^>]*value="arrivals"[^>]*>/.exec(again.html)?.[0]).not.toContain("checked");
  // Pressed twice, it is done once.
  await browser.post("/dashboard/arrange", entries(keys, ticked, { move: "up:lists" }, form));
  expect(blockKeys(await browser.get("/dashboard/arrange"))).toEqual(blockKeys(again));

  const order = ["lists", "needs", "states", "news", "map", "onTime", "arrivals"];
  const saved = await browser.post("/dashboard/arrange", entries(order, ["lists", "needs"], {}, again));
  expect(saved.location).toBe("/dashboard");
  const own = await browser.get("/dashboard");
  expect(blocksOf(own)[1]).toBe("Needs you");
  expect(blocksOf(own)).toHaveLength(2);
  expect(own.html).not.toContain("Arrivals in the next 14 days");
  // Of a person only.
  expect(blockKeys(await other.get("/dashboard/arrange"))[0]).toBe("needs");

  // Nothing ticked, names that there are not, and far too many of them.
  const bare = await browser.post(
    "/dashboard/arrange",
    entries(
      [...order, "weather", ...Array<string>(500).fill("lists")],
      ["weather"],
      {},
      own.html ? await browser.get("/dashboard/arrange") : own,
    ),
  );
  expect(bare.location).toBe("/dashboard");
  const empty = await browser.get("/dashboard");
  expect(empty.html).toContain("Every block is hidden");
  expect(blocksOf(empty)).toEqual([]);
  const back = await browser.get("/dashboard/arrange");
  expect(back.html).toContain(`name="reset"`);
  await browser.post("/dashboard/arrange", entries(order, [], { reset: "1" }, back));
  expect(blocksOf(await browser.get("/dashboard"))[0]).toBe("Needs you");
  expect((await browser.get("/dashboard/arrange")).html).not.toContain(`name="reset"`);
});

test.each([
  [
    "demo",
    /Since your last visit/,
    /<a [^>]*href="([^"]*)"[^>]*>([\d,]+)\+? shipments with news/,
    /News since: /,
  ],
  ["chen", /自您上次访问以来/, /<a [^>]*href="([^"]*)"[^>]*>([\d,]+)\+? 票运单有新动态/, /有新动态，自: /],
])(
  "tells %s what was heard since the last visit, and leads to those shipments",
  async (name, title, link, chip) => {
    const { id } = await provider.db
      .selectFrom("app_user")
      .select("id")
      .where("user_name", "=", name)
      .executeTakeFirstOrThrow();
    const browser = await portal.signedIn(name);
    await browser.get("/dashboard");
    const week = new Date(Math.floor(Date.now() / 1000) * 1000 - 7 * 86_400_000);
    await provider.db
      .updateTable("dashboard_person")
      .set({ seen_at: week, seen_before: null })
      .where("user_id", "=", id)
      .execute();
    const { html } = await browser.get("/dashboard");
    expect(html).toMatch(title);
    const [, href = "", count] = link.exec(html)!;
    const list = await browser.get(href.replaceAll("&amp;", "&"));
    expect(list.html).toMatch(chip);
    expect(list.html).toMatch(new RegExp(`(?:of|共) ?${count}`));
    // The five latest, in the list's order.
    const numbers = (text: string) => [...text.matchAll(/>(FL[A-Z0-9]+)</g)].map(([, number]) => number);
    const [card = ""] = /<section[^>]*><div[^>]*><h2 id="news".*?<\/section>/s.exec(html) ?? [];
    expect(numbers(card).length).toBeGreaterThan(0);
    expect(
      [...new Set(numbers(list.html.slice(list.html.indexOf("<table"))))].slice(0, numbers(card).length),
    ).toEqual(numbers(card));
    // Not a moment, and one that there is not: no filter.
    for (const typed of ["yesterday", "2026-13-45 10:00:00", "2026-11-20"])
      expect(
        (await browser.get(`/shipments/index?changedSince=${encodeURIComponent(typed)}`)).html,
      ).not.toMatch(chip);
  },
);
