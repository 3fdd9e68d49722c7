import { afterAll, beforeAll, expect, test, vi } from "vitest";
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

/** Tiles, states of open shipments, and the tabs of the list. */
function numbersOf({ html }: Page): {
  tiles: Counted[];
  states: Counted[];
  arrivals: Counted[];
  tabs: Counted[];
} {
  const [tiles = ""] = /<ul class="tiles".*?<\/ul>/s.exec(html) ?? [];
  const [states = "", ...others] = [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) => table);
  // A table for each of the two weeks.
  const arrivals = others.slice(0, 2).join("");
  const [tabs = ""] = /<nav [^>]*aria-label="(?:Lists of shipments|运单列表)".*?<\/nav>/s.exec(html) ?? [];
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

/** A page waits 1.5 s for the number of unread messages and then goes without: on a busy machine it is asked for again. */
const allNumbersOf = (open: () => Promise<Page>) =>
  vi.waitFor(
    async () => {
      const numbers = numbersOf(await open());
      expect(numbers.tiles).toHaveLength(5);
      return numbers;
    },
    { timeout: 30_000 },
  );

const totalOf = ({ html }: Page) => /<p role="status"[^>]*>[^<]*?of ([\d,]+)/.exec(html)?.[1] ?? "0";

test("leads from each number to exactly the rows that it counts", async () => {
  const browser = await portal.signedIn("demo");
  const { tiles, states, arrivals, tabs } = await allNumbersOf(() => browser.get("/dashboard"));
  expect(tiles.map(({ label }) => label)).toEqual([
    "Delayed shipments",
    "Needs you",
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
  // The list of conversations shows those that have something unread, and no others.
  const unread = tiles.find(({ label }) => label === "Unread messages")!;
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
      const { tiles } = await allNumbersOf(() => {
        asked.length = 0;
        return browser.get("/dashboard");
      });
      return { tiles, lists: asked.filter((path) => path.endsWith("/list")).sort() };
    };
    const whole = await open();
    expect(asked).toContain("/api/dashboard/overview");
    expect(whole.lists).toEqual([]);
    expect(whole.tiles).toHaveLength(5);
    leavesOut = ["toDecide", "drafts"];
    const parts = await open();
    expect(parts.lists).toEqual(["/api/booking/list", "/api/quote/list"]);
    expect(parts.tiles).toEqual(whole.tiles);
  } finally {
    await proxy.stop();
  }
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

/** Headings and labels of the page's blocks, in order. */
const blocksOf = ({ html }: Page) =>
  [...html.matchAll(/<ul class="tiles" aria-label="([^"]*)"|<h2[^>]*>([^<]*)<\/h2>/g)].map(
    ([, label, title]) => label ?? title,
  );
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
  expect(blocksOf(page).slice(0, 2)).toEqual(["What needs you", expect.stringContaining("open shipments")]);
  const form = await browser.get("/dashboard/arrange");
  expect(blockKeys(form)).toEqual(["needs", "news", "states", "arrivals", "onTime", "lists"]);
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
  expect(blockKeys(again)).toEqual(["needs", "news", "states", "arrivals", "lists", "onTime"]);
  expect(again.html).toMatch(/name="shown"[^>]*value="lists"/);
  expect(/<input[^>]*name="shown"[^>]*value="arrivals"[^>]*>/.exec(again.html)?.[0]).not.toContain("checked");
  // Pressed twice, it is done once.
  await browser.post("/dashboard/arrange", entries(keys, ticked, { move: "up:lists" }, form));
  expect(blockKeys(await browser.get("/dashboard/arrange"))).toEqual(blockKeys(again));

  const order = ["lists", "needs", "states", "news", "onTime", "arrivals"];
  const saved = await browser.post("/dashboard/arrange", entries(order, ["lists", "needs"], {}, again));
  expect(saved.location).toBe("/dashboard");
  const own = await browser.get("/dashboard");
  expect(blocksOf(own)[1]).toBe("What needs you");
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
  expect(blocksOf(await browser.get("/dashboard"))[0]).toBe("What needs you");
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
