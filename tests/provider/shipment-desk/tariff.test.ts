import { afterAll, beforeAll, expect, test } from "vitest";
import { tariffEnd, tariffList, tariffSave } from "#app/contract/tariff-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
let other: Somebody;
let dana: Somebody;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
  other = await somebody(provider, staff.companyId, { role: "desk", name: "Other Person" });
  dana = await customer(provider);
});
afterAll(() => provider?.stop());

const typed = (given: object = {}) => ({
  code: "DEM-1",
  type: "DEM",
  carrierCode: "",
  placeCode: "Hamburg (DEHAM)",
  sizeType: "45",
  startEvent: "discharge",
  dayOne: "next-day",
  freeDays: "5",
  unit: "calendar",
  currency: "USD",
  tiers: "5:50.00 *:120",
  validFrom: "2026-11-20",
  validTo: "",
  source: "Contract",
  ...given,
});
const save = (given: object, replaces: object | null = null, who = staff) =>
  provider.call(tariffSave, { companyId: dana.companyId, fields: typed(given), replaces } as never, {
    token: who.token,
  });
const list = async () =>
  (await provider.call(tariffList, { companyId: dana.companyId }, { token: staff.token })).data.tariffs;
const seenOf = async (code: string) => {
  const found = (await list()).find(({ fields }) => fields.code === code)!;
  return { code, version: found.version };
};

test("a tariff is added, and a new version takes its place from a day on; the second of two is told", async () => {
  expect((await save({})).code).toBe(200);
  expect((await list())[0]).toMatchObject({
    fields: { placeCode: "DEHAM", tiers: "5:50.00 *:120", validTo: "" },
    changedBy: "Desk Person",
  });
  const seen = await seenOf("DEM-1");
  clock.forward(1_000);
  const answers = await Promise.all([
    save({ code: "DEM-1 A", validFrom: "2026-12-01", freeDays: "3" }, seen),
    save({ code: "DEM-1 B", validFrom: "2026-12-02", freeDays: "4" }, seen, other),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)!.message).toMatch(/Person has changed this tariff/);
  const [next, first] = await list();
  expect(next!.fields.code).toMatch(/^DEM-1 [AB]$/);
  expect(first!.fields.validTo).toMatch(/^2026-(11-30|12-01)$/);
  expect((await save({ code: "X" }, null, dana)).code).toBe(403);
});

test("each wrong field is told, and days that are over are not touched", async () => {
  const paths = async (given: object) =>
    ((await save(given)).data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path);
  expect(await paths({ code: "DEM-1" })).toEqual(["code"]);
  expect(await paths({ code: "N", validFrom: "2026-11-01" })).toEqual(["validFrom"]);
  expect(await paths({ code: "N", tiers: "5-50" })).toEqual(["tiers"]);
  expect(await paths({ code: "N", tiers: "" })).toEqual(["tiers"]);
  expect(
    (await paths({ code: "", freeDays: "1e3", validFrom: "soon", placeCode: "Atlantis" })).sort(),
  ).toEqual(["code", "freeDays", "placeCode", "validFrom"]);
  expect(await paths({ code: "N", carrierCode: "NOPE" })).toEqual(["carrierCode"]);
  expect(await paths({ code: "N", type: "DET" })).toEqual(["startEvent"]);
});

test("a tariff ends after a day, once", async () => {
  expect((await save({ code: "DEM-9", sizeType: "22" })).code).toBe(200);
  const tariff = await seenOf("DEM-9");
  const end = (lastDay: string) =>
    provider.call(tariffEnd, { companyId: dana.companyId, tariff, lastDay }, { token: staff.token });
  expect((await end("2026-11-01")).code).toBe(400);
  expect((await end("2026-11-30")).code).toBe(200);
  expect((await end("2026-12-05")).code).toBe(409);
  expect((await list()).find(({ fields }) => fields.code === "DEM-9")!.fields.validTo).toBe("2026-11-30");
});
