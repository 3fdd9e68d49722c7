import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let desk: Browser;
let company: string;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  company = await makeCompany(provider.db, [], { name: "Doubles Customer" });
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const ann = await makePerson(provider.db, forwarder, { role: "desk", name: "Ann Desk" });
  desk = await portal.signedIn(ann.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const textOf = (page: Page) =>
  page.markup
    .replace(/&#x27;/g, "'")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const hidden = (page: Page, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)![1]!;

test("doubles are proposed, compared, and merged by the form; the old address leads to the one that stays", async () => {
  const kept = await makeShipment(provider.db, company, { house_number: "RD-1", master_number: "MRD" });
  const gone = await makeShipment(provider.db, company, { house_number: "RD-2", master_number: "MRD" });
  const page = "/freightForwarder/shipmentMerge";
  expect(textOf(await desk.get(page))).toContain("RD-1 and RD-2 · Doubles Customer");
  const address = `${page}?keep=RD-1&go=rd2`;
  const seen = await desk.get(address);
  expect(textOf(seen)).toContain("RD-2 goes into RD-1");
  const form = {
    requestId: requestIdOf(seen),
    keepId: hidden(seen, "keepId"),
    goId: hidden(seen, "goId"),
    keepVersion: hidden(seen, "keepVersion"),
    goVersion: hidden(seen, "goVersion"),
  };
  expect((await desk.post(address, { ...form, reason: "" })).status).toBe(400);
  const long = await desk.post(address, { ...form, reason: "x".repeat(10_000) });
  expect([long.status, long.html.includes("x".repeat(10_000))]).toEqual([400, true]);
  const stale = await desk.post(address, {
    ...form,
    requestId: randomUUID(),
    goVersion: "9",
    reason: "Twice",
  });
  expect(stale.status).toBe(409);
  const done = await desk.post(address, { ...form, reason: "Made twice" });
  expect(done.location).toBe(`/freightForwarder/shipment/${kept.id}`);
  for (const path of ["/freightForwarder/shipment", "/shipments/detail"])
    expect((await desk.get(`${path}/${gone.id}`)).location).toBe(`${path}/${kept.id}`);
  expect(textOf(await desk.get(done.location!))).toMatch(/RD-2, .*, by Ann Desk: Made twice/);
  for (const query of ["?keep=RD-1&go=NOPE", "?keep=&go=RD-1", `?keep=${"x".repeat(2_000)}&go=a`])
    expect((await desk.get(page + query)).status).toBe(200);
});

test("tariffs are entered, take the place of others from a day on, and end, by the forms", {
  tags: "slow",
}, async () => {
  const page = `/freightForwarder/tariffs?company=${company}`;
  expect(textOf(await desk.get("/freightForwarder/tariffs"))).toContain("Doubles Customer");
  const empty = await desk.get(page);
  expect(textOf(empty)).toContain("No tariffs yet");
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const fields = {
    intent: "save",
    code: "T-1",
    type: "DEM",
    startEvent: "discharge",
    dayOne: "next-day",
    unit: "calendar",
    freeDays: "5",
    tiers: "5:50.00 *:80",
    currency: "USD",
    validFrom: day(1),
    source: "Contract",
  };
  const faulty = await desk.post(page, { ...fields, requestId: requestIdOf(empty), tiers: "much" });
  expect([faulty.status, faulty.html.includes('value="much"')]).toEqual([400, true]);
  expect((await desk.post(page, { ...fields, requestId: randomUUID() })).status).toBe(302);
  const next = await desk.get(`${page}&change=T-1`);
  const seen = { oldCode: hidden(next, "oldCode"), oldVersion: hidden(next, "oldVersion") };
  const version = { ...fields, ...seen, code: "T-2", validFrom: day(9), requestId: requestIdOf(next) };
  expect((await desk.post(page, version)).status).toBe(302);
  expect((await desk.post(page, { ...version, code: "T-3", requestId: randomUUID() })).status).toBe(409);
  expect(textOf(await desk.get(page))).toContain(`${day(1)} to ${day(8)}`);
  const ends = await desk.get(`${page}&end=T-2`);
  const end = { intent: "end", oldCode: hidden(ends, "oldCode"), oldVersion: hidden(ends, "oldVersion") };
  expect((await desk.post(page, { ...end, lastDay: "x", requestId: randomUUID() })).status).toBe(400);
  expect((await desk.post(page, { ...end, lastDay: day(20), requestId: randomUUID() })).status).toBe(302);
  expect(textOf(await desk.get(page))).toContain(`${day(9)} to ${day(20)}`);
});
