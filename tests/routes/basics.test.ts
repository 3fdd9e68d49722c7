import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordsIn } from "#tests/support/every-page.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const ORIGIN = "https://portal.test";
const BRAND = { PRODUCT_NAME: 'Harbour & "Sons"', BRAND_COLOR: "#aa3300" };

let provider: TestProvider;
let portal: TestPortal;
let demo: Browser;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider, { ...BRAND, PUBLIC_URL: ORIGIN });
  demo = await portal.signedIn("demo");
});
afterAll(() => provider?.stop());

describe("what a browser asks for beside the pages", () => {
  test("the manifest has the operator's name and colour, in the visitor's language", async () => {
    for (const [language, said] of [
      ["en", "Look up a shipment"],
      ["zh", "查询"],
    ] as const) {
      const answer = await portal.visitor({ "accept-language": language }).get("/manifest.webmanifest");
      expect(answer.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
      const manifest = JSON.parse(answer.html);
      expect(manifest).toMatchObject({
        name: BRAND.PRODUCT_NAME,
        theme_color: BRAND.BRAND_COLOR,
        start_url: "/",
        lang: language === "zh" ? "zh-CN" : "en",
      });
      expect(manifest.description).toContain(said);
      for (const { src } of manifest.icons) expect((await portal.visitor().get(src)).status).toBe(200);
    }
  });

  test.each(["/icon-192.png", "/icon-512.png", "/favicon.ico"])(
    "%s is a picture that is kept for a day",
    async (path) => {
      const { headers } = await portal.visitor().get(path);
      expect(headers.get("content-type")).toBe("image/png");
      expect(headers.get("cache-control")).toBe("public, max-age=86400");
    },
  );

  test("the favicon is the same sign as a drawing", async () => {
    const answer = await portal.visitor().get("/favicon.svg");
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    expect(answer.html).toContain('fill="#aa3300"');
    expect(answer.html).not.toContain("style");
  });

  test("each page names them, and a colour for each scheme; pages for visitors have a description", async () => {
    const visitor = await portal.visitor().get("/home");
    const person = await demo.get("/account/index");
    for (const { html } of [visitor, person]) {
      expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
      expect(html).toMatch(/<meta name="theme-color" content="#fff" media="\(prefers-color-scheme:light\)"/);
      expect(html).toMatch(/<meta name="theme-color" content="#\w+" media="\(prefers-color-scheme:dark\)"/);
    }
    expect(visitor.html).toMatch(/<meta name="description" content="Harbour &amp; &quot;Sons&quot;: Look up/);
    expect(person.html).not.toContain('name="description"');
  });
});

describe("for the service worker", () => {
  test("each page names the person for whom it was made, and pages of visitors name nobody", async () => {
    const other = await portal.signedIn("chen");
    const marks = [];
    for (const browser of [demo, other, portal.visitor()])
      marks.push((await browser.get("/offline")).headers.get("page-owner"));
    expect((await demo.get("/account/index")).headers.get("page-owner")).toBe(marks[0]);
    expect(marks[0]).toMatch(/^[\w-]{12}$/);
    expect(new Set(marks).size).toBe(3);
    expect(marks[2]).toBe("");
  });

  test("a page that is kept has the note for it at hand, and does not show it while there is a network", async () => {
    const records = await recordsIn(provider.db);
    const chen = await portal.signedIn("chen");
    for (const path of [`/shipments/detail/${records.shipment}`, `/booking/add?id=${records.draft}`]) {
      const page = await demo.get(path);
      expect(page.markup).toMatch(/<p id="kept-note" hidden=""[^>]*><\/p>/);
      expect(page.markup).not.toContain("There is no connection");
      expect(page.html).toMatch(
        /There is no connection. You see this page as it was at \d{4}-\d\d-\d\d \d\d:\d\d;/,
      );
      expect((await chen.get(path)).html).toContain("无网络连接");
    }
    expect((await demo.get("/booking/add?key=x")).markup).not.toContain("kept-note");
  });

  test("the page for times without a network has the place for the list", async () => {
    expect((await portal.visitor().get("/offline")).html).toMatch(/<ul id="kept"[^>]*><\/ul>/);
  });
});
