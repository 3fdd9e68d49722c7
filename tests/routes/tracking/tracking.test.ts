import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let rival: Browser;
let viewer: Browser;
let id: string;

const YEAR = new Date().getFullYear();

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db);
  const roleOf = async (code: string) =>
    (await provider.db.selectFrom("role").select("id").where("code", "=", code).executeTakeFirstOrThrow()).id;
  browser = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
  viewer = await portal.signedIn(
    (await makePerson(provider.db, company, { role_id: await roleOf("viewer") })).userName,
    PASSWORD,
  );
  const others = await makeCompany(provider.db);
  rival = await portal.signedIn((await makePerson(provider.db, others)).userName, PASSWORD);
  ({ id } = await makeShipment(provider.db, company, {
    house_number: "FLD-TRK-1",
    containers: ["CSQU3054383", "MSCU1234567"],
    poNumbers: ["4500901", "4500901"],
    etd: new Date(Date.now() - 10 * 86_400_000),
  }));
  await makeShipment(provider.db, company, {
    house_number: "FLD-TRK-2",
    containers: [],
    poNumbers: ["4500901"],
  });
  await makeShipment(provider.db, others, { house_number: "FLD-TRK-9", containers: ["CSQU3054383"] });
  await tellEvents(provider.db, "FLD-TRK-1", [
    { code: "DEPA", day: -10, place: "CNSHA" },
    { code: "ARRI", classifier: "EST", day: 10, received: -9, place: "DEHAM" },
  ]);
});
afterAll(() => provider?.stop());

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const textIn = async (path: string, as = browser, headers = {}) =>
  textOf((await as.get(path, headers)).markup);

describe("the areas", () => {
  test("show rows by house number, by PO, and by PO and SKU line, each leading to its own detail", async () => {
    const house = await browser.get("/tracking/index?houseNumber=fld-trk-1");
    expect(house.markup).toContain(`href="/tracking/detail/${id}"`);
    expect(textOf(house.markup)).not.toContain("FLD-TRK-2");
    const byPo = await textIn("/tracking/index?by=po&poNumber=45009");
    expect(byPo).toMatch(/PO 4500901 .*FLD-TRK-\d .*FLD-TRK-\d/);
    const lines = await browser.get("/appleTracking/index?poNumber=4500901");
    expect(textOf(lines.markup)).toMatch(
      /PO 4500901 Lines: 2\. Shipments: 2\. SKU-1 Lamps 20 pcs, 2 ctn 10 pcs, 1 ctn/,
    );
    expect(lines.markup).toContain(`href="/appleTracking/detail/${id}"`);
    expect(lines.markup).not.toContain("style=");
  });

  test("show the year to date with totals, each leading to the rows that it counts", async () => {
    const totals = await browser.get("/ytdTracking/index");
    expect(textOf(totals.markup)).toMatch(
      new RegExp(`${YEAR} to date .*By month .*Together 1 1,200\\.5 6\\.12 4 .*By lane Lane`),
    );
    const lane = /href="([^"]*from=CNSHA[^"]*)"/.exec(totals.markup)![1]!.replaceAll("&amp;", "&");
    const rows = await browser.get(lane);
    expect(textOf(rows.markup)).toMatch(/Departed in \d{4} · CNSHA → DEHAM · Ocean/);
    expect(rows.markup.match(/\/ytdTracking\/detail\//g)).toHaveLength(1);
    expect(await textIn("/ytdTracking/index?year=2001")).toContain("Together 0 0 0");
  });

  test("take nonsense in the address as nothing", async () => {
    for (const query of [
      "by=x&page=-1",
      "year=9999&month=13",
      "by=year",
      "poNumber=%00&by=po",
      "houseNumber=%25_'",
    ])
      for (const area of ["tracking", "appleTracking", "ytdTracking"])
        expect([area, query, (await browser.get(`/${area}/index?${query}`)).status]).toEqual([
          area,
          query,
          200,
        ]);
  });

  test("open by their own menus only, and are in Chinese for who reads Chinese", async () => {
    expect((await viewer.get("/tracking/index")).status).toBe(200);
    for (const area of ["appleTracking", "ytdTracking"])
      expect((await viewer.get(`/${area}/index`)).location).toBe("/dashboard");
    expect((await portal.visitor().get("/tracking/index")).location).toMatch(/^\/home\?redirect=/);
    expect(await textIn("/appleTracking/index", browser, { "accept-language": "zh-CN" })).toContain(
      "每个 PO 和 SKU 一行",
    );
  });
});

describe("many numbers", () => {
  const post = (numbers: string, as = browser, area = "tracking") => as.post(`/${area}/index`, { numbers });

  test("lead from a pasted column to an address with each of them once", async () => {
    const answer = await post("FLD-TRK-1\r\nCSQU 305438 3\tCSQU3054383，4500901\r\nMSCU1234567; NOPE1");
    expect([answer.status, answer.location]).toEqual([
      302,
      "/tracking/index?numbers=FLD-TRK-1,CSQU3054383,4500901,MSCU1234567,NOPE1",
    ]);
    const page = await browser.get(answer.location!);
    const text = textOf(page.markup);
    expect(text).toContain("Numbers: 5. Found: 4, unknown: 1. With a wrong check digit: 1.");
    expect(text).toContain("MSCU1234567: the last digit should be 6.");
    expect(page.markup).toContain(
      'href="/tracking/index?numbers=FLD-TRK-1,CSQU3054383,4500901,MSCU1234566,NOPE1"',
    );
    expect(text).toMatch(/Nothing was found for these numbers \(1\) NOPE1/);
    expect(text).toMatch(/CSQU3054383 · container .*FLD-TRK-1 .*4500901 · PO .*FLD-TRK-2 .*FLD-TRK-1/);
    expect(text).not.toContain("FLD-TRK-9");
    expect(text).toMatch(
      /FLD-TRK-1: Shanghai \(CNSHA\) → Hamburg \(DEHAM\) by sea .*under way, about 50 % done/,
    );
    expect(page.markup).toContain('alt="World map with 1 shipments under way');
  });

  test("are drawn at an address that shows nobody else what it shows", async () => {
    const picture = "/tracking/mapPicture?size=wide&scheme=light&numbers=FLD-TRK-1,CSQU3054383";
    const page = await browser.get("/tracking/index?numbers=FLD-TRK-1,CSQU3054383");
    expect(page.markup.replaceAll("&amp;", "&")).toContain(picture);
    const drawn = await browser.get(picture);
    expect(drawn.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(drawn.headers.get("cache-control")).toBe("private, max-age=300");
    expect(drawn.html).toContain("Hamburg DEHAM</text>");
    expect((await rival.get(picture)).location).toBe("/404");
    expect((await portal.visitor().get(picture)).location).toMatch(/^\/home\?redirect=/);
    expect((await browser.get("/tracking/mapPicture?numbers=")).location).toBe("/404");
  });

  test("beyond 200 are refused with the text kept, by form and by address", { tags: "slow" }, async () => {
    const many = Array.from({ length: 201 }, (_, index) => `NR${index}`);
    for (const area of ["tracking", "appleTracking", "ytdTracking"]) {
      const refused = await post(many.join("\n"), browser, area);
      expect(refused.status).toBe(400);
      expect(textOf(refused.markup)).toContain(
        "These are 201 numbers, and at most 200 can be looked up at once.",
      );
      expect(refused.markup).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>\s*NR0\nNR1\n/);
    }
    const addressed = await browser.get(`/tracking/index?numbers=${many.join(",")}`);
    expect([addressed.status, textOf(addressed.markup).includes("201 numbers")]).toEqual([400, true]);
    expect((await post(many.slice(1).join(" "))).status).toBe(302);
    expect((await post("X".repeat(10_000))).status).toBe(302);
    const long = Array.from({ length: 150 }, (_, index) => `${index}${"Y".repeat(46)}`).join(" ");
    expect(textOf((await post(long)).markup)).toContain("too long to be looked up at once");
    for (const none of ["", " \n , ;"]) expect((await post(none)).status).toBe(400);
  });

  test("of another company are unknown", async () => {
    const text = await textIn("/tracking/index?numbers=FLD-TRK-1,4500901,CSQU3054383", rival);
    expect(text).toContain("Numbers: 3. Found: 1, unknown: 2.");
    expect(text).toContain("None of these shipments is under way.");
    expect(text).not.toContain("FLD-TRK-1:");
  });
});

describe("a shipment", () => {
  test("is shown with its journey, dates, containers and milestones, and a link to all of it for who may see it", async () => {
    const page = await browser.get(`/ytdTracking/detail/${id}`);
    const text = textOf(page.markup);
    expect(text).toMatch(/H# FLD-TRK-1 Arrives in Hamburg .*At sea, day \d+ of 20 .*Shanghai → Hamburg/);
    expect(text).toMatch(/Milestones .*Vessel departure.*CSQU3054383.*MSCU1234567.*Check digit should be 6/);
    expect(text).not.toMatch(/Estimated charges|House bill|1,234\.50/);
    expect(page.markup).toContain(`href="/shipments/detail/${id}"`);
    expect(page.markup).toContain('href="/ytdTracking/index"');
  });

  test("of another company, or none, is not there", async () => {
    expect((await rival.get(`/tracking/detail/${id}`)).location).toBe("/404");
    for (const wrong of ["999999999", "x".repeat(80), "a b"])
      expect((await browser.get(`/tracking/detail/${encodeURIComponent(wrong)}`)).location).toBe("/404");
  });
});
