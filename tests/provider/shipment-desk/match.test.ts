import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventQuarantine, importEvents } from "#app/contract/event.ts";
import { eventMatch, eventUnmatch, quarantineRetry } from "#app/contract/event-desk.ts";
import { waitingList } from "#app/contract/event-waiting.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";
import { acceptedBooking, make } from "./fixture.ts";

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
afterAll(() => provider.stop());

async function shipment() {
  const booking = await acceptedBooking(provider, { who: dana, staff });
  return (await make(provider, { bookingId: booking.id, staff })).data;
}

/** An event that names a bill of lading. */
const event = (eventID: string, bill: string, at: string, created = "2026-11-20T03:00:00Z") => ({
  eventID,
  eventCreatedDateTime: created,
  eventType: "TRANSPORT",
  eventClassifierCode: "EST",
  eventDateTime: at,
  transportEventTypeCode: "DEPA",
  transportCall: { transportCallID: "c", UNLocationCode: "CNYTN", modeOfTransport: "VESSEL" },
  documentReferences: [{ documentReferenceType: "TRD", documentReferenceValue: bill }],
});
const send = async (given: object) =>
  (await provider.call(importEvents, [given] as never, { token: staff.token })).data;
const match = (eventId: string, houseNumber: string, who = staff) =>
  provider.call(eventMatch, { eventId, houseNumber }, { token: who.token });
const etdOf = async (id: string) =>
  (await provider.call(shipmentDetail, { id }, { token: dana.token })).data.dates.etd;

test("an event that waits is matched by the house number, once; who did it is kept and told", async () => {
  const { id, houseNumber } = await shipment();
  const eventId = randomUUID();
  expect(await send(event(eventId, "BILL-1", "2026-12-04T06:00:00+08:00"))).toMatchObject({ unmatched: 1 });
  expect(await match(eventId, "No such number")).toMatchObject({
    code: 400,
    data: { fields: [{ path: "houseNumber", message: "There is no shipment with this house number" }] },
  });
  expect((await match(randomUUID(), houseNumber)).code).toBe(404);
  expect((await match(eventId, houseNumber, dana)).code).toBe(403);
  const both = await Promise.all([
    match(eventId, houseNumber.toLowerCase()),
    match(eventId, houseNumber, other),
  ]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(both.find(({ code }) => code === 409)?.message).toMatch(
    /^(Desk|Other) Person has matched this event already$/,
  );
  expect(await etdOf(id)).toBe("2026-12-04 06:00:00");
  const seen = await provider.call(shipmentDesk, { id }, { token: staff.token });
  expect(seen.data.log.at(-1)).toMatchObject({ action: "shipment.eventMatched" });
  const waiting = await provider.call(waitingList, {} as never, { token: staff.token });
  expect(waiting.data.rows.map((row) => row.eventId)).not.toContain(eventId);
});

test("a matched event stays with its shipment when its sender corrects it", async () => {
  const { id, houseNumber } = await shipment();
  const eventId = randomUUID();
  await send(event(eventId, "BILL-2", "2026-12-04T06:00:00+08:00"));
  await match(eventId, houseNumber);
  const later = event(eventId, "BILL-2", "2026-12-06T06:00:00+08:00", "2026-11-20T03:30:00Z");
  expect(await send(later)).toMatchObject({ corrected: 1, unmatched: 0 });
  expect(await etdOf(id)).toBe("2026-12-06 06:00:00");
});

test("a match is taken back: the event waits again, what it set is gone, and the log keeps both", async () => {
  const { id, houseNumber } = await shipment();
  const before = await etdOf(id);
  const eventId = randomUUID();
  await send(event(eventId, "BILL-OFF", "2026-12-08T06:00:00+08:00"));
  await match(eventId, houseNumber);
  expect(await etdOf(id)).toBe("2026-12-08 06:00:00");
  const off = (who = staff, shipmentId = id) =>
    provider.call(eventUnmatch, { eventId, shipmentId }, { token: who.token });
  expect((await off(dana)).code).toBe(403);
  expect((await off(staff, (await shipment()).id)).code).toBe(409);
  const both = await Promise.all([off(), off(other)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await etdOf(id)).toBe(before);
  const seen = (await provider.call(shipmentDesk, { id }, { token: staff.token })).data;
  expect(seen.log.slice(-2).map(({ action }) => action)).toEqual([
    "shipment.eventMatched",
    "shipment.eventUnmatched",
  ]);
  const waiting = await provider.call(waitingList, {} as never, { token: staff.token });
  expect(waiting.data.rows.map((row) => row.eventId)).toContain(eventId);
  const again = (await shipment()).houseNumber;
  expect((await match(eventId, again)).code).toBe(200);
});

test("an event in quarantine is judged again, and leaves when nothing is against it any more", async () => {
  const { id, houseNumber } = await shipment();
  const future = {
    eventID: randomUUID(),
    houseNumber,
    houseMilestoneCode: "DOCR",
    eventClassifierCode: "ACT",
    eventDateTime: "2026-11-21T10:00:00+08:00",
  };
  await send(future);
  const held = await provider.call(eventQuarantine, {} as never, { token: staff.token });
  const row = held.data.rows.find(({ eventId }) => eventId === future.eventID)!;
  const retry = () => provider.call(quarantineRetry, { id: row.id }, { token: staff.token });
  expect((await retry()).data).toEqual({ isReleased: false, reasons: [expect.stringContaining("future")] });
  clock.set(new Date("2026-11-21T04:00:00Z"));
  expect((await retry()).data).toEqual({ isReleased: true, reasons: [] });
  expect((await retry()).code).toBe(404);
  const seen = await provider.call(shipmentDetail, { id }, { token: dana.token });
  expect(seen.data.events).toMatchObject([{ code: "DOCR" }]);
});
