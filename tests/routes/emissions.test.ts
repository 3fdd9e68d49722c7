import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDay } from "#app/lib/date-time.ts";
import { computeDue } from "#app/provider/emissions/worker.ts";
import { MINIMAL_USER, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let rival: Browser;
let company: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
  browser = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
  rival = await portal.signedIn(
    (await makePerson(provider.db, await makeCompany(provider.db))).userName,
    PASSWORD,
  );
  const etd = new Date("2025-06-10T00:00:00Z");
  const given = {
    sea: { etd, place_of_receipt: "CNSZH", gross_weight_kg: "10000" },
    air: { etd, job_mode: "AIR", load_type: "AIR", port_of_departure: "PVG", port_of_arrival: "FRA" },
    light: { etd, gross_weight_kg: "0" },
    late: { etd: new Date("2026-06-10T00:00:00Z") },
  };
  for (const [name, shipment] of Object.entries(given))
    ids[name] = (
      await makeShipment(provider.db, company, { house_number: `FLE-${name}`, ...shipment } as never)
    ).id;
});
afterAll(() => provider?.stop());

const textOf = (html: string) =>
  (html.match(/<main[\s\S]*<\/main>/)?.[0] ?? html)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
const inChinese = { "accept-language": "zh" };

describe("a shipment's emissions", () => {
  test("stand leg by leg with factor, edition, range, source and licence", async () => {
    const page = await browser.get(`/shipments/map/${ids.sea}?show=emissions`);
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<title>FLE-sea · Emissions · Fairlead<\/title>/);
    const text = textOf(page.markup);
    expect(text).toMatch(/[\d,.]+ kg CO2e from well to wheel: [\d,.]+ kg from tank to wheel/);
    expect(text).toMatch(/between [\d,.]+ kg and [\d,.]+ kg/);
    expect(text).toMatch(/Suzhou → Shanghai road \d+ [\d,]+ t·km/);
    expect(text).toMatch(/Shanghai → Hamburg sea \d\d,\d{3} \d{3},\d{3} t·km/);
    expect(text).toContain("Container ship, average of all sizes, edition 2025");
    expect(text).toContain("UK Government GHG Conversion Factors for Company Reporting 2025 (DESNZ)");
    expect(text).toContain("Licence: Open Government Licence v3.0.");
    expect(text).toContain("Handling in ports, terminals and warehouses is not included");
    expect(text).toContain("Distances by land are the straight line");
    expect(page.markup).toContain('href="https://www.gov.uk/');
  });

  test("keep radiative forcing apart", async () => {
    const text = textOf((await browser.get(`/shipments/map/${ids.air}?show=emissions`)).markup);
    expect(text).toMatch(/Radiative forcing of flights would add [\d,.]+ kg\. It is not in the sum/);
  });

  test("are not said where they are not known, with the reason, and never zero", async () => {
    const text = textOf((await browser.get(`/shipments/map/${ids.light}?show=emissions`)).markup);
    expect(text).toContain("There is no sum, because a leg lacks data: the weight is not known.");
    expect(text).toContain("not known: the weight is not known");
    expect(text).not.toMatch(/\b0(\.0+)? kg/);
  });

  test("say which edition is used where there is none of the year", async () => {
    const text = textOf((await browser.get(`/shipments/map/${ids.late}?show=emissions`)).markup);
    expect(text).toContain("The reporting year is 2026");
    expect(text).toContain(
      "There is no edition 2026 for 'Container ship, average of all sizes': that of 2025 is used.",
    );
  });

  test("are linked from the shipment, and shown to nobody else", async () => {
    expect((await browser.get(`/shipments/detail/${ids.sea}`)).markup).toContain(
      `href="/shipments/map/${ids.sea}?show=emissions"`,
    );
    for (const wrong of [ids.sea!, "999999999", "x".repeat(80), "%00"]) {
      const page = await rival.get(`/shipments/map/${encodeURIComponent(wrong)}?show=emissions`);
      expect([wrong, page.location]).toEqual([wrong, "/404"]);
    }
    expect((await portal.visitor().get(`/shipments/map/${ids.sea}?show=emissions`)).location).toMatch(
      /^\/home/,
    );
  });

  test("are all Chinese on a Chinese page, codes and units aside", async () => {
    const reader = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
    await reader.post("/language", { language: "zh", returnTo: "/" });
    for (const id of [ids.sea, ids.air, ids.light, ids.late]) {
      const text = textOf((await reader.get(`/shipments/map/${id}?show=emissions`, inChinese)).markup);
      const words = text
        .match(/[A-Za-z]{3,}/g)
        ?.filter((word) => !/^(ISO|TEU|GLEC|FLE|sea|air|light|late|ecofreight)$/.test(word));
      expect(words ?? []).toEqual([]);
      expect(text).toContain("温室气体");
    }
  });
});

describe("the report on emissions", () => {
  const query = "report=emissions&monthFrom=2025-05&monthTo=2025-07";

  test("says what is not computed yet, then what cannot be, with its sources", async () => {
    const before = textOf((await browser.get(`/analytics/index?${query}`)).markup);
    expect(before).toMatch(
      /do not include 0 of 3 shipments that lack .*, and 3 that are still being calculated/,
    );
    expect(before).toContain("No shipment of the report has figures yet.");
    while ((await computeDue(provider.db, new Date())) > 0);
    const { markup } = await browser.get(`/analytics/index?${query}&by=lane`);
    const after = textOf(markup);
    expect(after).toMatch(
      /do not include 1 of 3 shipments that lack .*, and 0 that are still being calculated/,
    );
    expect(after).toContain("Freight flight, international, edition 2025");
    expect(after).toContain("Open Government Licence v3.0");
    expect(markup).toContain("co2=missing");
    const behind = textOf((await browser.get(`/analytics/shipments?${query}&co2=missing`)).markup);
    expect(behind).toContain("whose emissions lack data");
    expect(behind).toContain("FLE-light");
    expect(behind).not.toContain("FLE-sea");
  });

  test("is a file by shipment, in either language", async () => {
    const form = { requestId: "r", format: "csv" };
    const answer = await browser.post(`/analytics/export?${query}&single=yes`, form);
    expect(answer.headers.get("content-disposition")).toContain("emissions-2025-05-2025-07.csv");
    const [head, ...rows] = parse(answer.html);
    expect(rows).toHaveLength(3);
    const cell = (row: string[], name: string) => row[head!.indexOf(name)];
    const light = rows.find((row) => row[0] === "FLE-light")!;
    expect(cell(light, "Well to wheel, kg CO2e")).toBe("");
    expect(cell(light, "Left out because")).toBe("No weight");
    const sea = rows.find((row) => row[0] === "FLE-sea")!;
    expect(cell(sea, "Mass, t")).toBe("10");
    expect(cell(sea, "Reporting year")).toBe("2025");
    const { rows: stored } = await sql<{ g: string }>`select ttw_g + wtt_g as g from shipment_emission
      where shipment_id = ${ids.sea}`.execute(provider.db);
    expect(Number(cell(sea, "Well to wheel, kg CO2e"))).toBe(Number(stored[0]!.g) / 1000);
  });

  test("has the months so far, and tells an empty company that there is nothing", async () => {
    const month = formatDay(new Date(), "UTC")!.slice(0, 7);
    const empty = await rival.get(`/analytics/index?report=emissions&monthFrom=${month}&monthTo=${month}`);
    expect(textOf(empty.markup)).toContain("No shipments departed in these months.");
  });
});

test("a provider that computes none has neither link nor page with figures", { tags: "slow" }, async () => {
  const minimal = await startMinimalProvider();
  try {
    const other = await startPortal(minimal, { REALTIME_URL: minimal.realtimeUrl, REALTIME_TICKETS: "off" });
    const lena = await other.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
    minimal.answer("/api/shipment/emissions", '{"code":4711,"message":"Closed today","data":null}');
    const refused = await lena.get("/shipments/map/12?show=emissions");
    expect([refused.status, textOf(refused.markup).includes("Closed today")]).toEqual([502, true]);
    minimal.answer("/api/shipment/emissions", null);
    const page = await lena.get("/shipments/map/12?show=emissions");
    expect(page.status).toBe(200);
    expect(textOf(page.markup)).toContain("does not compute the greenhouse gases");
    expect((await lena.get("/shipments/detail/12")).markup).not.toContain("show=emissions");
  } finally {
    await minimal.stop();
  }
});
