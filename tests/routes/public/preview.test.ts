import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { makeCompany } from "#tests/support/people.ts";
import { type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const { db } = provider;
  const company = await makeCompany(db, ["SHIPMENT_CHARGES"]);
  await makeShipment(db, company, {
    house_number: "FLDPUBLIC1",
    master_number: "SECRETMASTER",
    booking_number: "SECRETBOOKING",
    poNumbers: ["PO-SHARED", "SECRETORDER"],
  });
  await makeShipment(db, company, { house_number: "FLDPUBLIC2", poNumbers: ["PO-SHARED"] });
  await makeShipment(db, company, { house_number: "FLDHIDDEN1", is_public: false });
  await tellEvents(db, "FLDPUBLIC1", [
    { code: "GTIN", day: -11, place: "CNSHA", container: "CSQU3054383" },
    { code: "DEPA", day: -9, place: "CNSHA", delayReasonCode: "STR" },
    { code: "ARRI", classifier: "EST", day: 12, place: "DEHAM" },
  ]);
});
afterAll(() => provider?.stop());

const markupOf = (html: string) => html.replace(/<style[\s\S]*?<\/style>/, "");
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--.*?-->/g, "")
    .replace(/<\/?time[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const chosenType = ({ html }: Page) => /<option[^>]*value="([A-Z]+)"[^>]*selected/.exec(html)?.[1];
/** The page without what differs each time: nonce and request ids. */
const steady = ({ html }: Page) =>
  html.replace(/nonce="[^"]*"/g, "").replace(/name="requestId" value="[^"]*"/g, "");

describe("the search", () => {
  test.each(["/preview", "/tracking/preview", "/appleTracking/preview", "/ytdTracking/preview"])(
    "of %s stays on its page and shows status, milestones and local times",
    async (path) => {
      const page = await portal.visitor().get(`${path}?searchType=H&number=fld%20public1`);
      expect(page.status).toBe(200);
      expect(page.html).toContain(`action="${path}"`);
      const text = textOf(page.html);
      for (const part of [
        "FLDPUBLIC1",
        "In transit",
        "Shanghai (CNSHA) → Hamburg (DEHAM)",
        "Vessel departure , Shanghai Reached",
        "Vessel arrival , Hamburg Expected",
      ])
        expect(text).toContain(part);
    },
  );

  test("calls nothing actual that no event tells", async () => {
    await provider.db
      .updateTable("shipment")
      .set({ atd: new Date(Date.now() - 9 * 86_400_000), ata: new Date(Date.now() - 86_400_000) })
      .where("house_number", "=", "FLDPUBLIC2")
      .execute();
    const search = async (number: string) =>
      textOf((await portal.visitor().get(`/preview?searchType=H&number=${number}`)).html);
    const stored = await search("FLDPUBLIC2");
    expect(stored).toContain("Departure · Estimated");
    expect(stored).toContain("Arrival · Estimated");
    expect(stored).not.toMatch(/· Actual|Arrived/);
    expect(await search("FLDPUBLIC1")).toContain("Departure · Actual");
  });

  test.each(["FLDPUBLIC1", "PO-SHARED"])("finds %s by its number alone", async (number) => {
    const page = await portal.visitor().get(`/preview?searchType=ANY&number=${number}`);
    expect(textOf(page.html)).toContain("FLDPUBLIC1");
    expect(page.html).not.toContain("FLDHIDDEN1");
    const none = await portal.visitor().get("/preview?searchType=ANY&number=FLDHIDDEN1");
    expect(textOf(none.html)).toContain("Nothing to show for FLDHIDDEN1");
  });

  test("by an order number shows all its shipments", async () => {
    const text = textOf((await portal.visitor().get("/preview?searchType=PO&number=PO-SHARED")).html);
    expect(text).toContain("FLDPUBLIC1");
    expect(text).toContain("FLDPUBLIC2");
  });

  test("shows no party, price, box, carrier's word or other reference", async () => {
    const page = await portal.visitor().get("/preview?searchType=H&number=FLDPUBLIC1");
    const html = markupOf(page.html);
    expect(html).toContain("FLDPUBLIC1");
    for (const secret of [
      "Secret Factory",
      "Secret Buyer",
      "SECRETMASTER",
      "SECRETBOOKING",
      "SECRETORDER",
      "PO-SHARED",
      "SECRETLINE",
      "CSQU3054383",
      "Strike",
      "1,234",
      "1200",
      "FLD-SHA-OE",
    ])
      expect(html).not.toContain(secret);
  });

  test("answers a number that is not public as one that does not exist", async () => {
    const visitor = portal.visitor();
    const hidden = await visitor.get("/preview?searchType=H&number=FLDHIDDEN1");
    const unknown = await visitor.get("/preview?searchType=H&number=FLDNOTHING");
    expect(hidden.status).toBe(200);
    expect(textOf(hidden.html)).toContain("Either there is no shipment with this number");
    expect(steady(hidden).replaceAll("FLDHIDDEN1", "X")).toBe(steady(unknown).replaceAll("FLDNOTHING", "X"));
  });

  test.each([
    ["searchType=&number=FLD77", "Search Type is required!", 'value="FLD77"'],
    ["number=FLD77", "Search Type is required!", 'value="FLD77"'],
    ["searchType=PO&number=", "Cannot be empty", 'value="PO"'],
    ["searchType=ANY&number=", "Cannot be empty", 'value="ANY"'],
    [`searchType=H&number=${"9".repeat(51)}`, "should not exceed 50 characters", "9".repeat(51)],
  ])("refuses %s and keeps what was typed", async (query, message, kept) => {
    const page = await portal.visitor().get(`/preview?${query}`);
    expect(page.status).toBe(400);
    expect(textOf(page.html)).toContain(message);
    expect(page.html).toContain(kept);
    const [chosen] = new URLSearchParams(query).getAll("searchType").filter(Boolean);
    expect(chosenType(page)).toBe(chosen ?? "ANY");
  });

  test("escapes what was typed", async () => {
    const { html } = await portal
      .visitor()
      .get(`/preview?searchType=H&number=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(html).not.toContain("<script>alert(1)");
  });

  test("says in the reader's language that it has been limited, with status 429", {
    tags: "slow",
  }, async () => {
    const limited = await startProvider({ isRateLimited: true });
    // The minute of a limit does not end while a busy machine counts up to it.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const visitor = (await startPortal(limited)).visitor({ "accept-language": "zh" });
    let page = await visitor.get("/preview?searchType=H&number=FLD1");
    for (let tries = 0; tries < 100 && page.status !== 429; tries++)
      page = await visitor.get("/preview?searchType=H&number=FLD1");
    await limited.stop();
    expect(page.status).toBe(429);
    expect(textOf(page.html)).toContain("查询过于频繁");
    expect(page.html).toContain('value="FLD1"');
  });

  test("of a provider that is down gives a page in the frame", async () => {
    const apart = await startProvider();
    const visitor = (await startPortal(apart)).visitor();
    await apart.stop();
    const page = await visitor.get("/preview?searchType=H&number=FLD1");
    expect(page.status).toBe(502);
    expect(textOf(page.html)).toContain("cannot be reached");
    expect(page.html).toContain("<footer");
    expect((await visitor.get("/home")).status).toBe(200);
  });
});

describe("/home", () => {
  test("is a form to /preview for any kind of number, and no fault is shown before it is sent", async () => {
    const page = await portal.visitor().get("/home");
    expect(page.html).toContain('action="/preview"');
    expect(chosenType(page)).toBe("ANY");
    expect(markupOf(page.html).replace(/<script.*/s, "")).not.toContain('role="alert"');
  });

  test("keeps the requested page in every sign-in link, and says so", async () => {
    const { html } = await portal.visitor().get("/home?redirect=%2Fshipments%2Fdetail%2F7%3Ftab%3Dcargo");
    expect(textOf(html)).toContain("Please sign in to see the page you asked for");
    const ways = html.match(/href="\/login[^"]*"/g) ?? [];
    expect(ways.length).toBeGreaterThanOrEqual(2);
    for (const way of ways)
      expect(way).toBe('href="/login?redirect=%2Fshipments%2Fdetail%2F7%3Ftab%3Dcargo"');
  });

  test.each(["https://evil.example/x", "//evil.example", "/\\evil.example"])(
    "does not lead to %s",
    async (target) => {
      const { html } = await portal.visitor().get(`/home?redirect=${encodeURIComponent(target)}`);
      for (const [way] of html.matchAll(/href="[^"]*"/g)) expect(way).not.toContain("evil.example");
    },
  );
});

test.each(["/home", "/preview", "/preview?searchType=H&number=FLDPUBLIC1"])(
  "%s carries no framework script and fits the first packets",
  async (path) => {
    const { html } = await portal.visitor().get(path);
    expect(html).not.toMatch(/type="module"|modulepreload|__reactRouter/);
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
    expect(brotliCompressSync(html).length).toBeLessThan(8_000);
  },
);
