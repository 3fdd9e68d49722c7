import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayInWords } from "#app/lib/day-in-words.ts";
import { saveTariffs, tariffFields } from "#app/provider/free-time/tariff.ts";
import { takeStatements } from "#app/provider/shipments/free-time-state.ts";
import { MINIMAL_USER, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let company: string;
let rival: Browser;
let id: string;
let plain: string;
const now = new Date();
const dayOf = (days: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(now.getTime() + days * 86_400_000);
/** As the shipment says it. */
const saidDay = (days: number) => dayInWords(dayOf(days), "en", dayOf(0).slice(0, 4));

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  portal = await startPortal(provider);
  company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
  const person = await makePerson(provider.db, company);
  browser = await portal.signedIn(person.userName, PASSWORD);
  rival = await portal.signedIn(
    (await makePerson(provider.db, await makeCompany(provider.db))).userName,
    PASSWORD,
  );
  await saveTariffs(
    provider.db,
    company,
    [
      tariffFields.parse({
        code: "DEM-1",
        type: "DEM",
        startEvent: "discharge",
        dayOne: "next-day",
        freeDays: 5,
        unit: "calendar",
        currency: "CNY",
        validFrom: "2020-01-01",
        source: "Service contract",
        contractNumber: "SC-1",
        tiers: [
          { days: 3, perDay: "1000.50" },
          { days: null, perDay: "2000.00" },
        ],
      }),
    ],
    now,
  );
  ({ id } = await makeShipment(provider.db, company, { house_number: "FLD-FREE-1" }));
  await tellEvents(
    provider.db,
    "FLD-FREE-1",
    [
      { code: "DEPA", day: -30, place: "CNSHA" },
      { code: "DISC", day: -3, place: "DEHAM", container: "CSQU3054383" },
    ],
    now,
  );
  await takeStatements(
    provider.db,
    [
      {
        containerNumber: "CSQU3054383",
        houseNumber: "FLD-FREE-1",
        kind: "DEM",
        source: "TERMINAL",
        lastFreeDay: dayOf(1),
        statedAt: now.toISOString(),
        holds: ["CUSTOMS"],
        isAvailable: false,
      },
    ],
    { sender: "", now },
  );
  ({ id: plain } = await makeShipment(provider.db, await makeCompany(provider.db), { house_number: "X" }));
});
afterAll(() => provider?.stop());

const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, " ")
    .replace(/<\/?time[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const at = (query = "") => `/shipments/freeTime/${id}${query}`;

describe("the page of last free days", () => {
  test("shows stated and computed days, holds, the rule and the cost of the day that is asked", async () => {
    const page = await browser.get(at(`?pickup=${dayOf(5)}`));
    expect(page.html).toMatch(/<title>FLD-FREE-1 · Last free day · Fairlead<\/title>/);
    const text = textOf(page.markup);
    expect(text).toContain(`Last free day ${dayOf(1)}, 1 day left`);
    expect(text).toContain("Not available for pick-up");
    expect(text).toContain("Customs hold (the terminal, by your forwarder,");
    expect(text).toContain("The clock runs on while the container is held or not available.");
    expect(text).toContain(`the terminal, by your forwarder: ${dayOf(1)}`);
    expect(text).toContain(`Computed: ${dayOf(2)}, from discharge on ${dayOf(-3)}`);
    expect(text).toContain("5 calendar days free, day 1 is the day after discharge.");
    expect(text).toContain("Days 1 to 3 after that: RMB 1,000.50 a day.");
    expect(text).toContain("Tariff DEM-1 (Service contract), valid from 2020-01-01. Contract SC-1.");
    expect(text).toContain(`RMB 5,001.50 if picked up on ${dayOf(5)} (4 days charged)`);
    expect(text).toContain("1 day at RMB 2,000.00: RMB 2,000.00");
  });

  test("is told in one line of the shipment, which leads to it", async () => {
    const page = await browser.get(`/shipments/detail/${id}`);
    expect(textOf(page.markup)).toContain(`Last free day ${saidDay(1)}, 1 day left Last free day and cost`);
    expect(page.markup).toContain(`href="${at()}"`);
  });

  test("shows today's cost for a day that is none, and keeps what was typed", async () => {
    for (const typed of ["2026-02-30", "soon", "x".repeat(10_000)]) {
      const page = await browser.get(at(`?pickup=${typed}`));
      expect(page.status).toBe(200);
      expect(textOf(page.markup)).toContain("Write the day as YYYY-MM-DD. Shown for today.");
      expect(page.markup).toContain(`value="${typed.slice(0, 30)}"`);
    }
  });

  test("is the same day for readers from UTC+14 to UTC-10", async () => {
    await provider.db
      .updateTable("app_user")
      .set({ clock: "own" })
      .where("company_id", "=", company)
      .execute();
    for (const zone of ["Pacific/Kiritimati", "Asia/Shanghai", "Pacific/Honolulu"]) {
      browser.cookies.set("tz", encodeURIComponent(zone));
      const page = textOf((await browser.get(at())).markup);
      expect(page).toContain(`Last free day ${dayOf(1)}, 1 day left`);
      expect(page).toContain(`from discharge on ${dayOf(-3)}`);
    }
  });

  test("has no prices without the entry, and is not there for others", async () => {
    await provider.db.deleteFrom("company_access").where("res_code", "=", "SHIPMENT_CHARGES").execute();
    const bare = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
    const page = await bare.get(at("?pickup=2030-01-01"));
    expect(textOf(page.markup)).toContain("5 calendar days free");
    expect(page.html).not.toMatch(/RMB|1000\.50|name="pickup"/);
    expect((await rival.get(at())).location).toBe("/404");
    expect((await browser.get(`/shipments/freeTime/${plain}`)).location).toBe("/404");
    expect((await browser.get("/shipments/freeTime/nonsense")).location).toBe("/404");
  });

  test("says so where the provider does not know free time", async () => {
    const minimal = await startMinimalProvider();
    try {
      const other = await startPortal(minimal, {
        REALTIME_URL: minimal.realtimeUrl,
        REALTIME_TICKETS: "off",
      });
      const lena = await other.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
      minimal.answer("/api/shipment/freeTime", '{"code":4711,"message":"Not today","data":null}');
      expect((await lena.get("/shipments/freeTime/12")).status).toBe(502);
      minimal.answer("/api/shipment/freeTime", null);
      const page = await lena.get("/shipments/freeTime/12");
      expect(textOf(page.markup)).toContain("does not keep last free days");
    } finally {
      await minimal.stop();
    }
  });
});
