import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importEvents } from "#app/contract/event.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let desk: Browser;
let token: string;
let company: string;
let forwarder: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
  forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const ann = await makePerson(provider.db, forwarder, { role: "desk", name: "Ann Desk" });
  token = await makeSession(provider.db, ann.id);
  desk = await portal.signedIn(ann.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const WAITING = "/freightForwarder/events?show=waiting";
const textOf = (page: Page) =>
  page.markup
    .replace(/&#x27;/g, "'")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
async function press(path: string, fields: Record<string, string>) {
  return desk.post(path, { requestId: requestIdOf(await desk.get(path)), ...fields });
}

async function waitingEvent(): Promise<string> {
  const event = {
    eventID: randomUUID(),
    houseNumber: `NOT-YET-${randomUUID().slice(0, 8)}`,
    houseMilestoneCode: "DOCR",
    eventClassifierCode: "ACT",
    eventDateTime: "2026-11-20T10:00:00+08:00",
  };
  await provider.call(importEvents, [event] as never, { token });
  return event.eventID;
}

test("an event without a shipment is matched by the form; a wrong number is told at the field and kept", {
  tags: "slow",
}, async () => {
  const shipment = await makeShipment(provider.db, company, { house_number: "FL-MATCH-1" });
  const event = await waitingEvent();
  const faulty = await press(WAITING, { intent: "match", event, houseNumber: "NOPE-1" });
  expect(faulty.status).toBe(400);
  expect(textOf(faulty)).toContain("There is no shipment with this house number");
  expect(faulty.html).toContain('value="NOPE-1"');
  for (const houseNumber of ["", "x".repeat(10_000)])
    expect((await press(WAITING, { intent: "match", event, houseNumber })).status).toBe(400);
  const matched = await press(WAITING, { intent: "match", event, houseNumber: "flmatch1" });
  expect(matched.location).toBe(`/freightForwarder/shipment/${shipment.id}`);
  const page = textOf(await desk.get(matched.location!));
  expect(page).toContain("Matched an event to the shipment");
  expect((await press(WAITING, { intent: "match", event, houseNumber: "FL-MATCH-1" })).status).toBe(409);
});

test("an event in quarantine that is tried again says why it stays", async () => {
  const event = {
    eventID: randomUUID(),
    houseNumber: "FL-MATCH-1",
    houseMilestoneCode: "DOCR",
    eventClassifierCode: "ACT",
    eventDateTime: "2030-11-20T10:00:00+08:00",
  };
  await provider.call(importEvents, [event] as never, { token });
  const path = "/freightForwarder/events?show=quarantine";
  const id = /name="event" value="(\d+)"/.exec((await desk.get(path)).html)![1]!;
  const stays = await press(path, { intent: "retry", event: id });
  expect([stays.status, textOf(stays).includes("It stays in quarantine")]).toEqual([400, true]);
  expect((await press(path, { intent: "retry", event: "x" })).status).toBe(400);
});

test("an event in quarantine has its sender's own id, and its reasons in the reader's language", async () => {
  const eventID = randomUUID();
  const event = {
    eventID,
    eventRouting: {
      originatingParty: { partyCode: "HLC", codeListProvider: "SMDG", codeListName: "LCL" },
    },
    eventDateTime: "2030-11-20T10:00:00+08:00",
    eventUpdatedDateTime: "2026-11-20T10:00:00+08:00",
    eventClassification: {
      eventTypeCode: "TRANSPORT",
      eventClassifierCode: "ACT",
      transportEventTypeCode: "DEPA",
    },
    shipmentDetails: { documentReference: { typeCode: "FF", reference: "FL-MATCH-1" } },
  };
  await provider.call(importEvents, [event] as never, { token });
  const path = "/freightForwarder/events?show=quarantine";
  expect(textOf(await desk.get(path))).toContain(eventID);
  expect(textOf(await desk.get(path))).not.toContain("@HLC");
  const bo = await makePerson(provider.db, forwarder, { role: "desk", name: "Bo Desk" });
  const chinese = await portal.signedIn(bo.userName, PASSWORD);
  await chinese.post("/language", { language: "zh", returnTo: "/" });
  const page = textOf(await chinese.get(path));
  expect(page).toContain("事件标为已发生，但时间在未来");
  const id = new RegExp(`${eventID}[^]*?name="event" value="(\\d+)"`).exec(
    (await chinese.get(path)).html,
  )![1]!;
  const stays = await chinese.post(path, {
    requestId: requestIdOf(await chinese.get(path)),
    intent: "retry",
    event: id,
  });
  expect(textOf(stays)).toContain("事件标为已发生，但时间在未来");
  expect(stays.status).toBe(400);
});

test("a place that was not known is added, and each wrong field is told", async () => {
  const path = "/freightForwarder/events?show=place";
  const place = {
    intent: "place",
    kind: "PORT",
    code: "DEXYZ",
    name: "Xyz Harbour",
    nameZh: "测试港",
    countryCode: "DE",
    timeZone: "Europe/Berlin",
    latitude: "53.5",
    longitude: "10",
  };
  const faulty = await press(path, { ...place, latitude: "1e9", name: "", timeZone: "Mars/Base" });
  expect(faulty.status).toBe(400);
  expect(faulty.html).toContain('value="DEXYZ"');
  expect((await press(path, { ...place, timeZone: "Mars/Base" })).status).toBe(400);
  expect((await press(path, place)).location).toBe(path);
  expect((await press(path, place)).status).toBe(409);
});

test("odd addresses show the first page", async () => {
  for (const query of ["?show=nothing&page=-1", "?page=99999999999", "?show=aside&page=x"])
    expect((await desk.get(`/freightForwarder/events${query}`)).status).toBe(200);
});
