import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takeUpdates } from "#app/provider/deliveries/state.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let rival: Browser;
let viewer: Browser;
let id: string;
let proofId: string;
const now = new Date();
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
/** The first bytes of a picture. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db);
  browser = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
  viewer = await portal.signedIn(
    (await makePerson(provider.db, company, { role: "viewer" })).userName,
    PASSWORD,
  );
  const others = await makeCompany(provider.db);
  rival = await portal.signedIn((await makePerson(provider.db, others)).userName, PASSWORD);
  await makeShipment(provider.db, company, { house_number: "FLD-LM-1" });
  const about = { deliveryNumber: "DL-1", houseNumber: "FLD-LM-1", containerNumber: "CSQU3054383" };
  const report = await takeUpdates(
    provider.db,
    [
      {
        ...about,
        placeName: "Warehouse <7>",
        timeZone: "Europe/Berlin",
        statedAt: inHours(-5),
        windowFrom: inHours(24),
        windowTo: inHours(26),
      },
      {
        ...about,
        status: "failed",
        reason: "CLOSED",
        at: inHours(-1),
        statedAt: inHours(-1),
        proof: { fileName: "gate 门.png", contentBase64: PNG },
      },
    ],
    { sender: "", now, files: provider.files },
  );
  expect(report).toMatchObject({ accepted: 2, rejected: [] });
  ({ id } = await provider.db.selectFrom("delivery").select("id").executeTakeFirstOrThrow());
  ({ id: proofId } = await provider.db.selectFrom("stored_file").select("id").executeTakeFirstOrThrow());
});
afterAll(() => provider?.stop());

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const LIST = "/last-mile/index";
const detail = () => `/last-mile/detail/${id}`;
const proof = () => `/last-mile/proof/${id}/${proofId}`;

describe("the list of deliveries", () => {
  test("is in the header, and shows who is where by day, status and number", async () => {
    expect((await browser.get("/dashboard")).markup).toContain(`href="${LIST}"`);
    const all = textOf((await browser.get(LIST)).markup);
    for (const said of ["DL-1", "FLD-LM-1, CSQU3054383", "Failed", "Warehouse &lt;7&gt;"])
      expect(all).toContain(said);
    expect(textOf((await browser.get(`${LIST}?day=tomorrow`)).markup)).toContain("DL-1");
    expect(textOf((await browser.get(`${LIST}?day=today`)).markup)).toContain("No delivery fits");
    const range = `from=${now.toISOString().slice(0, 10)}&to=2099-01-01`;
    expect(textOf((await browser.get(`${LIST}?${range}`)).markup)).toContain("DL-1");
    expect(textOf((await browser.get(`${LIST}?status=delivered`)).markup)).toContain("No delivery fits");
    expect(textOf((await browser.get(`${LIST}?keyword=csqu%20305`)).markup)).toContain("DL-1");
    expect(textOf((await rival.get(LIST)).markup)).toContain("No deliveries yet");
    expect((await viewer.get(LIST)).status).toBe(302);
    expect((await viewer.get("/dashboard")).markup).not.toContain(LIST);
  });

  test("shows all for nonsense in its address", async () => {
    const nonsense = `from=2026-02-30&to=x&day=never&status=lost&page=-1&sort=moon&keyword=${"%20".repeat(9)}`;
    const page = await browser.get(`${LIST}?${nonsense}`);
    expect(page.status).toBe(200);
    expect(textOf(page.markup)).toContain("DL-1");
  });
});

describe("a delivery", () => {
  test("says why it failed, and draws no step as reached that was not reported", async () => {
    const page = await browser.get(detail());
    const text = textOf(page.markup);
    expect(text).toMatch(/Failed on .* the place was closed\./);
    expect(text).toMatch(/○ Delivered Planned/);
    expect(text).not.toContain("●");
    expect(page.markup).toContain(`href="${proof()}"`);
    const chinese = textOf((await browser.get(detail(), { "accept-language": "zh-CN" })).markup);
    expect(chinese).toMatch(/派送失败：收货地点未开放。/);
  });

  test("and its proof are nobody else's, and the proof is saved and never shown", async () => {
    for (const path of [detail(), proof()]) {
      expect([path, (await rival.get(path)).location]).toEqual([path, "/404"]);
      expect([path, (await viewer.get(path)).status]).toEqual([path, 302]);
      expect((await portal.visitor().get(path)).location).toMatch(/^\/home/);
    }
    for (const path of ["/last-mile/detail/x", `/last-mile/proof/${id}/999999`])
      expect([path, (await browser.get(path)).location]).toEqual([path, "/404"]);
    const file = await browser.get(proof());
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("takes a wish for another appointment once, keeps what was typed when it cannot be used", async () => {
    const page = await browser.get(detail());
    const requestId = /name="requestId" value="([^"]+)"[^>]*>(?:(?!<form)[\s\S])*name="day"/.exec(
      page.markup,
    )![1]!;
    const wish = { requestId, day: "2099-01-05", timeFrom: "08:00", timeTo: "10:00", text: "Gate 4" };
    for (const [wrong, said] of [
      [{ day: "2020-01-05" }, "Day: Choose a day from today on"],
      [{ day: "x[60000000]=1" }, "Day: Choose a day"],
      [{ timeTo: "08:00" }, "To: Give an end after the beginning"],
      [{ text: "y".repeat(600) }, "Words to your forwarder:"],
    ] as const) {
      const again = await browser.post(detail(), { ...wish, ...wrong });
      expect(again.status).toBe(400);
      expect(textOf(again.markup)).toContain(said);
      expect(again.markup).toContain('value="08:00"');
    }
    for (let press = 0; press < 2; press++)
      expect((await browser.post(detail(), wish)).location).toBe(detail());
    const text = textOf((await browser.get(detail())).markup);
    expect(text).toContain("Your forwarder has your request for another appointment");
    expect(text.match(/2099-01-05, 08:00 to 10:00: asked on/g)).toHaveLength(1);
    expect(text).toContain("awaiting answer");
    expect((await rival.post(detail(), wish)).status).toBeGreaterThanOrEqual(400);
  });
});
