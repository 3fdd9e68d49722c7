import { afterAll, beforeAll, describe, expect, test } from "vitest";
import en from "#app/locales/en/search.ts";
import { MINIMAL_USER, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { makeCompany, makePerson, makeRole, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let demo: Browser;
let desk: Browser;

beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider);
  [demo, desk] = [await portal.signedIn("demo"), await portal.signedIn("desk")];
});
afterAll(() => provider?.stop());

const at = (text: string) => `/search?q=${encodeURIComponent(text)}`;
const linksOf = ({ markup }: Page) =>
  [
    ...(/<main[\s\S]*<\/main>/.exec(markup)?.[0] ?? "").matchAll(/<a\b[^>]*?href="([^"]*)"[^>]*>([^<]*)/g),
  ].map(([, href = "", text = ""]) => [href.replaceAll("&amp;", "&"), text] as const);
const suggested = async (browser: Browser, text: string) => {
  const page = await browser.get(`/search/suggest?q=${encodeURIComponent(text)}`);
  expect(page.status).toBe(200);
  return JSON.parse(page.html) as {
    said: string;
    rows: { kind: string; href: string; title: string; line: string }[];
  };
};
const ofDemo = (table: "shipment" | "quote" | "booking" | "invoice") =>
  provider.db
    .selectFrom(table as "shipment")
    .selectAll()
    .where("company_id", "=", ({ selectFrom }) =>
      selectFrom("app_user").select("company_id").where("user_name", "=", "demo"),
    )
    .orderBy("id");

describe("the page without scripts", () => {
  test("one whole number leads straight to its record, for the desk to its own page", async () => {
    const shipment = await ofDemo("shipment").executeTakeFirstOrThrow();
    const typed = at(` ${shipment.house_number.toLowerCase()}, `);
    expect((await demo.get(typed)).location).toBe(`/shipments/detail/${shipment.id}`);
    expect((await desk.get(typed)).location).toBe(`/shipments/detail/${shipment.id}`);
    const quote = (await ofDemo("quote").executeTakeFirstOrThrow()) as unknown as {
      id: string;
      quote_number: string;
    };
    expect((await demo.get(at(quote.quote_number))).location).toBe(`/quote/detail?id=${quote.id}`);
    expect((await desk.get(at(quote.quote_number))).location).toBe(`/freightForwarder/quote/${quote.id}`);
    const invoice = (await ofDemo("invoice").executeTakeFirstOrThrow()) as unknown as {
      id: string;
      number: string;
    };
    expect((await demo.get(at(invoice.number))).location).toBe(`/billing/detail/${invoice.id}`);
    expect((await desk.get(at(invoice.number))).location).toBe(`/freightForwarder/invoice/${invoice.id}`);
  });

  test("a beginning is listed by kind, each with its way and state", async () => {
    const { house_number: number } = await ofDemo("shipment").executeTakeFirstOrThrow();
    const page = await demo.get(at(number.slice(0, 5)));
    expect(page.status).toBe(200);
    expect(page.markup).toMatch(/<h2[^>]*>Shipments<\/h2>/);
    expect(page.markup).toMatch(/ → [^<]* · (Booked|In transit|Delivered|Delayed)</);
    expect(page.markup).toContain(`value="${number.slice(0, 5)}"`);
    expect(linksOf(page).some(([href]) => href.startsWith("/shipments/detail/"))).toBe(true);
    expect(linksOf(page).at(-1)).toEqual([
      `/shipments/index?keyword=${number.slice(0, 5)}`,
      "Search the shipment list",
    ]);
  });

  test("nothing typed says what can be searched, nothing found what to do next", async () => {
    for (const path of ["/search", at("   "), at("\u0000")]) {
      const page = await demo.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.markup).toContain("<title>");
    }
    expect((await demo.get("/search")).markup).toContain("What are you looking for?");
    const none = await demo.get(at("<b>NOSUCH</b>"));
    expect(none.markup).toContain("Nothing found for “&lt;b&gt;NOSUCH&lt;/b&gt;”");
    expect(linksOf(none)).toEqual([
      ["/shipments/index?keyword=%3Cb%3ENOSUCH%3C%2Fb%3E", "Search the shipment list"],
    ]);
  });

  test("it is found in Chinese, and finds in Chinese", async () => {
    const browser = portal.visitor({ "accept-language": "zh" });
    await browser.post("/login", { userName: "demo", password: "freight-demo-1" });
    const page = await browser.get(at("账单"));
    expect(linksOf(page)[0]).toEqual(["/billing/index", "账单"]);
    expect(page.markup).not.toMatch(/Search|Shipments/);
  });
});

describe("pages by name", () => {
  test.each([
    ["invoices", "/billing/index"],
    ["账单", "/billing/index"],
    ["API keys", "/account/apiKeys"],
    ["webhook", "/account/webhooks"],
    ["2fa", "/account/secondFactor"],
    ["request a quote", "/quote/add"],
    ["password", "/account/password"],
    ["权限", "/account/roles"],
  ])("%s leads to %s", async (typed, href) => {
    expect(linksOf(await demo.get(at(typed))).map(([to]) => to)).toContain(href);
  });

  test("only those that the person may open", async () => {
    const viewer = await portal.signedIn("viewer");
    for (const typed of ["API keys", "invoices", "members", "inbox"])
      expect([typed, linksOf(await viewer.get(at(typed))).map(([to]) => to)]).toEqual([
        typed,
        expect.not.arrayContaining([
          expect.stringMatching(/apiKeys|billing|account.members|freightForwarder/),
        ]),
      ]);
    expect((await suggested(desk, "customers")).rows[0]?.href).toBe("/freightForwarder/customers");
  });

  test("each page that is found opens", { tags: "slow" }, async () => {
    const typed = [
      ...Object.values(en.also).map((words) => words.split(",")[0]!),
      "customers",
      "rates",
      "events",
    ];
    for (const browser of [demo, desk, await portal.signedIn("viewer"), await portal.signedIn("booker")]) {
      const found = new Set<string>();
      for (const text of typed)
        for (const { kind, href } of (await suggested(browser, text)).rows)
          if (kind === "Page") found.add(href);
      expect(found.size).toBeGreaterThan(8);
      for (const href of found) {
        const page = await browser.get(href);
        const isLed =
          page.status === 302 && !/^\/(\w+\/\w+\?key=|account\/confirm)/.test(page.location ?? "");
        expect([href, page.status < 400, isLed && page.location]).toEqual([href, true, false]);
      }
    }
  });
});

describe("suggestions for the field's script", () => {
  test("name kind and state, and how many there are", async () => {
    const { house_number: number, id } = await ofDemo("shipment").executeTakeFirstOrThrow();
    const { said, rows } = await suggested(demo, number);
    expect(rows[0]).toMatchObject({ kind: "Shipment", title: number, href: `/shipments/detail/${id}` });
    expect(said).toMatch(/^\d+ results?$/);
    expect(await suggested(demo, " ")).toEqual({ said: "", rows: [] });
  });

  test("whatever is typed breaks nothing", async () => {
    const texts = [
      "%",
      "_",
      "\\",
      "'",
      '"',
      "🚢",
      "\u202E",
      "\u0000",
      "x".repeat(10_000),
      "ＦＬ",
      "<script>",
    ];
    for (const text of texts)
      expect([text, Array.isArray((await suggested(demo, text)).rows)]).toEqual([text, true]);
    const long = await demo.get(at("x".repeat(10_000)));
    expect(long.status).toBe(200);
    expect(long.markup.length).toBeLessThan(40_000);
  });

  test("are for signed-in people, each of their own company", async () => {
    const { house_number: number } = await ofDemo("shipment").executeTakeFirstOrThrow();
    expect((await portal.visitor().get(`/search/suggest?q=${number}`)).location).toMatch(/^\/home/);
    expect((await suggested(await portal.signedIn("rival"), number)).rows).toEqual([]);
  });

  test("a record whose page is closed to the person is left out", async () => {
    const { db } = provider;
    const company = await makeCompany(db, []);
    // The provider shows bookings to whoever may look at quotes; the page of one is among the shipments.
    const person = await makePerson(db, company, { role_id: await makeRole(db, ["QUOTES"]) });
    const browser = await portal.signedIn(person.userName, PASSWORD);
    const booking = (await ofDemo("booking").executeTakeFirstOrThrow()) as unknown as {
      id: string;
      booking_number: string;
    };
    await db.updateTable("booking").set({ company_id: company }).where("id", "=", booking.id).execute();
    expect((await suggested(browser, booking.booking_number)).rows).toEqual([]);

    const booker = await makePerson(db, company, { role_id: await makeRole(db, ["BOOKING"]) });
    const theirs = await portal.signedIn(booker.userName, PASSWORD);
    const { rows } = await suggested(theirs, booking.booking_number);
    expect(rows.map(({ title }) => title)).toEqual([booking.booking_number]);
    expect((await theirs.get(rows[0]!.href)).status).toBe(200);
  });
});

test("with another back end that lacks the call the form leads to the shipment list, and pages are found still", async () => {
  const minimal = await startMinimalProvider();
  try {
    const bare = await startPortal(minimal, { REALTIME_URL: minimal.realtimeUrl, REALTIME_TICKETS: "off" });
    const browser = await bare.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
    const page = await browser.get(at("password"));
    expect(linksOf(page).map(([to]) => to)).toContain("/account/password");
    expect((await suggested(browser, "FLD1")).rows).toEqual([]);
  } finally {
    await minimal.stop();
  }
  const without = await startPortal(provider, { PROVIDER_LACKS: "search.find" });
  const browser = await without.signedIn("demo");
  expect((await browser.get(at("FLD 123"))).location).toBe("/shipments/index?keyword=FLD+123");
  expect(linksOf(await browser.get(at("passkeys")))[0]?.[0]).toBe("/account/passkeys");
});
