import { encode } from "uqr";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateShapes, textOfMarkup } from "#tests/support/date-shapes.ts";
import { everyPage, type PageOfTable, recordsIn } from "#tests/support/every-page.ts";
import { type Browser, type Page, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { runTogether } from "#tests/support/text-reading.ts";

/** One walk over all pages in each language; the tests look at what it brought. */

const PUBLIC_URL = "https://portal.test";
const TAGS = { en: "en-GB", zh: "zh-CN" } as const;
type Language = keyof typeof TAGS;
type Visited = PageOfTable & { page: Page; path: string };

let provider: TestProvider;
let visited: Record<Language, Visited[]>;
/** Further states of pages in English. */
let states: { address: string; page: Page }[];
/** Names of accounts look like keys of texts. */
let accounts: string[];
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  const portal = await startPortal(provider, { PUBLIC_URL, PRODUCT_NAME: "Harbour & Co" });
  const [person, desk] = [await portal.signedIn("demo"), await portal.signedIn("desk")];
  const pages = await everyPage(await recordsIn(provider.db));
  const walk = async (language: Language): Promise<Visited[]> => {
    for (const browser of [person, desk]) await browser.post("/language", { language, requestId: "walk" });
    const visitor = portal.visitor({ "accept-language": TAGS[language] });
    const found: Visited[] = [];
    for (const each of pages) {
      const browser = each.isForVisitors ? visitor : each.isForDesk ? desk : person;
      const page = await browser.open(each.address);
      found.push({ ...each, page, path: page.path });
    }
    return found;
  };
  const zh = await walk("zh");
  visited = { en: await walk("en"), zh };
  states = await statesOf(person, pages);
  const rows = await provider.db.selectFrom("app_user").select("user_name").execute();
  accounts = rows.map(({ user_name }) => user_name);
});
afterAll(() => provider?.stop());

async function statesOf(person: Browser, pages: PageOfTable[]): Promise<typeof states> {
  const shipment = pages.find(({ address }) => address.startsWith("/shipments/detail/"))?.address;
  // A draft's review offers other buttons when it is complete.
  const drafts = await provider.db
    .selectFrom("booking as b")
    .innerJoin("company as c", "c.id", "b.company_id")
    .select("b.id")
    .where("c.code", "=", "DEMO-MERIDIAN")
    .where("b.status", "=", "DRAFT")
    .execute();
  expect(drafts.length).toBeGreaterThan(1);
  const addresses = [
    `${shipment}?tab=cargo`,
    `${shipment}?tab=documents`,
    "/shipments/index?panel=filters",
    "/shipments/index?panel=columns",
    "/quote/index?status=NEW",
    ...drafts.map(({ id }) => `/booking/review?id=${id}`),
  ];
  const found: typeof states = [];
  for (const address of addresses) found.push({ address, page: await person.open(address) });
  return found;
}

describe.each(["en", "zh"] as const)("every page in %s", (language) => {
  test("is shown at its address", () => {
    const wrong = visited[language].flatMap(({ address, path, page: { status } }) => {
      const isThere = path.split("?")[0] === address.split("?")[0];
      return isThere && status === (address === "/404" ? 404 : 200) ? [] : [[address, path, status]];
    });
    expect(wrong).toEqual([]);
    const addresses = visited[language].map(({ address }) => address);
    expect(addresses.length).toBeGreaterThan(60);
    expect(addresses).toEqual(
      expect.arrayContaining(["/login", "/logout", "/dashboard", "/account/password"]),
    );
  });

  test("has one title, of its own, with the product's name", () => {
    const titles = visited[language].map(({ address, page }) => ({
      address,
      // Drawings in the page have titles too.
      count: page.markup.split("</head>")[0]?.match(/<title>/g)?.length,
      // What the tab of a browser says, without the count of unread messages that may stand before it.
      title: /<title>(?:\(\d+\+?\) )?([^<]+) · Harbour &amp; Co<\/title>/.exec(page.html)?.[1],
    }));
    expect(titles.filter(({ count, title }) => count !== 1 || !title?.trim())).toEqual([]);
    const same = [...Map.groupBy(titles, ({ title }) => title).values()].filter(({ length }) => length > 1);
    expect(same).toEqual([]);
  });

  test("has the way back above its heading where it lies below a tab, and only there", () => {
    const wrong = visited[language].flatMap(({ address, path, page: { markup } }) => {
      const tab = /<a aria-current="page" href="([^"]+)"/.exec(markup)?.[1];
      // Numbers that were looked up lie below the list.
      const isBelow = tab !== undefined && (tab !== path.split("?")[0] || path.includes("numbers="));
      const [before = ""] = markup.split("<h1");
      return before.includes('class="crumbs"') === isBelow ? [] : [address];
    });
    expect(wrong).toEqual([]);
  });

  test("says its language, and shows no key in place of a text", () => {
    for (const { address, page } of visited[language]) {
      // It lists the fields of a call, by names like those of texts.
      if (address.startsWith("/account/apiCall?")) continue;
      const words = page.markup.replace(/data-texts="[^"]*"/, "");
      const ofNamespace =
        /\b(?:shell|auth|errors|account|preview|shipments?|shipment-list|dashboard|milestones):\w+\.?/.exec(
          words,
        );
      const dotted = [...words.matchAll(/>\s*([a-z][A-Za-z]+(?:\.[a-z][A-Za-z]+)+)\s*</g)].map(
        ([, key]) => key!,
      );
      const keys = [...(ofNamespace ?? []), ...dotted.filter((key) => !accounts.includes(key))];
      expect({ address, keys }).toEqual({ address, keys: [] });
      expect(page.markup).toContain(language === "zh" ? '<html lang="zh-CN"' : '<html lang="en"');
    }
  });
});

describe.each(["en", "zh"] as const)("the times of every page in %s", (language) => {
  test("have the two formats, and in logs and messages the whole stamp", () => {
    const wrong = [...visited[language], ...(language === "en" ? states : [])].flatMap(
      ({ address, page }) => {
        const isOfPrograms = /^\/account\/(apiCall|webhook)/.test(address);
        const others = [...dateShapes(textOfMarkup(page.markup))].filter(
          ([shape]) =>
            shape !== "spoken" && shape !== "column" && !(shape === "full" && HAS_STAMPS.test(address)),
        );
        return isOfPrograms ? [] : others.map(([shape, { example }]) => `${address}: ${shape} "${example}"`);
      },
    );
    expect(wrong).toEqual([]);
  });

  test("stand in elements that say the whole stamp with its offset", () => {
    const times = visited[language].flatMap(({ page }) => page.markup.match(/<time\b[^>]*>/gi) ?? []);
    expect(times.length).toBeGreaterThan(200);
    const whole =
      /^<time dateTime="(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)([+-]\d\d:\d\d)" title="\1 \2 UTC\3|" title="\1)(?: · [^"]*)?">$/i;
    expect(times.filter((time) => !whole.test(time))).toEqual([]);
  });

  test("say on a shipment once whose clock they are on, and no offsets", () => {
    const shipments = visited[language].filter(({ address }) =>
      /^\/(shipments|tracking)\/detail\//.test(address),
    );
    expect(shipments.length).toBeGreaterThan(1);
    for (const { address, page } of shipments) {
      const text = textOfMarkup(page.markup);
      const clocks = text.match(/local to each place|当地时间。/g);
      expect([address, text.match(/UTC/g)?.length ?? 0, clocks?.length]).toEqual([address, 0, 1]);
    }
  });

  test("and other views are texts on every page", () => {
    const objects = visited[language].filter(({ page }) => page.markup.includes("[object Object]"));
    expect(objects.map(({ address }) => address)).toEqual([]);
  });
});

/** Pages with an operation log, a record of what was done, or messages. */
const HAS_STAMPS =
  /^\/(quote\/detail|shipments\/bookingDetail|account\/activity|analytics\/log|messageCenter|freightForwarder\/(quote|booking|shipment|invoice|conversation|customer|look))/;

test("a browser without style sheets joins no two words of a page", () => {
  const found = [...visited.en, ...states].flatMap(({ address, page }) =>
    runTogether(page.markup).map((words) => `${address}: ${words}`),
  );
  expect(found).toEqual([]);
});

test("the print of a shipment, a quote and a booking has its address, readable and as a QR code", () => {
  const found: string[] = [];
  for (const { address, page } of visited.en) {
    const printed = /<p class="[^"]*hidden[^"]*print:flex">([\s\S]*?)<\/p>/.exec(page.markup)?.[1];
    // Messages may quote anything.
    if (!printed || address.startsWith("/messageCenter")) continue;
    found.push(address.replace(/\d+/, "1"));
    expect(printed).toContain(`${PUBLIC_URL}${address}`);
    // The drawing is undone and compared with the code of the address.
    const { size, data } = encode(PUBLIC_URL + address, { ecc: "M", border: 0 });
    const drawn = data.map((row) => row.map(() => false));
    for (const [, x, y, length] of printed.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
      drawn[Number(y)]!.fill(true, Number(x), Number(x) + Number(length));
    expect(printed).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(drawn).toEqual(data);
  }
  expect(found.sort()).toEqual(["/quote/detail?id=1", "/shipments/bookingDetail/1", "/shipments/detail/1"]);
});
