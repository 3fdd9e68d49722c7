import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingDetail, bookingSubmit } from "#app/contract/booking.ts";
import { importEvents } from "#app/contract/event.ts";
import { shipmentFreeTime } from "#app/contract/free-time.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import {
  eventEnter,
  freeTimeEnter,
  shipmentChange,
  shipmentDesk,
  shipmentMake,
} from "#app/contract/shipment-desk.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { draft } from "../bookings/fixture.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";
import { acceptedBooking, make } from "./fixture.ts";

const MARKER = "SECRET-OF-THE-DESK";
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

const deskOf = async (id: string) => (await provider.call(shipmentDesk, { id }, { token: staff.token })).data;
const detailOf = async (id: string, who = dana) =>
  (await provider.call(shipmentDetail, { id }, { token: who.token })).data;

async function madeShipment(given = {}, number?: string) {
  const booking = await acceptedBooking(provider, { who: dana, staff, ...(number ? { number } : {}) });
  const made = await make(provider, { bookingId: booking.id, staff }, given);
  expect([made.code, made.message, made.data]).toEqual([200, expect.anything(), expect.anything()]);
  return { booking, ...made.data };
}

const enter = (shipmentId: string, event: object, corrects: object | null = null, who = staff) =>
  provider.call(
    eventEnter,
    {
      shipmentId,
      event: { code: "DEPA", classifier: "ACT", place: "CNYTN", at: "2026-11-20T08:00", ...event },
      corrects,
    } as never,
    { token: who.token },
  );

describe("the shipment of a booking", () => {
  test("is proposed from the booking, made once, and seen by the customer at once", async () => {
    const booking = await acceptedBooking(provider, { who: dana, staff, number: "MAEU-4711" });
    const key = randomUUID();
    const given = { masterNumber: "MAEU99887766", vesselImo: "9074729", vesselName: "Emma", voyage: "548W" };
    const made = await make(provider, { bookingId: booking.id, staff, key }, given);
    expect(made.code).toBe(200);
    // The public search takes it alone: it follows from nothing that a customer knows.
    expect(made.data.houseNumber).toMatch(/^FL-\d{4}-[2-9A-HJ-NP-Z]{8}$/);
    const { houseNumber } = made.data;
    const again = await make(provider, { bookingId: booking.id, staff, key }, { ...given, houseNumber });
    expect(again.data).toEqual(made.data);
    expect(await make(provider, { bookingId: booking.id, staff: other }, given)).toMatchObject({
      code: 409,
      message: `The shipment ${made.data.houseNumber} has been made of this booking already`,
      data: { made: made.data },
    });
    expect(await detailOf(made.data.id)).toMatchObject({
      houseNumber: made.data.houseNumber,
      masterNumber: "MAEU99887766",
      vessel: "Emma",
      status: "BOOKED",
      booking: { id: booking.id, bookingNumber: booking.bookingNumber },
      shipperName: "Shenzhen Xingda Electronics Co., Ltd.",
      grossWeightKg: "1250.000",
      containers: [{ containerNumber: "CSQU3054383", containerType: "22G1" }],
      orderLines: [{ poNumber: "4500012345", skuNumber: "LAMP-01" }],
    });
    const list = await provider.call(shipmentList, { page: 1, pageSize: 10 } as never, { token: dana.token });
    expect(list.data.rows.map(({ id }) => id)).toContain(made.data.id);
    const seen = (await provider.call(bookingDetail, { id: booking.id }, { token: dana.token })).data;
    expect(seen).toMatchObject({ shipment: made.data, carrierBookingNumber: "MAEU-4711" });
    expect(seen.company).toBeUndefined();
  });

  test("is one of two people who make it at once", async () => {
    const booking = await acceptedBooking(provider, { who: dana, staff });
    const both = await Promise.all([
      make(provider, { bookingId: booking.id, staff }),
      make(provider, { bookingId: booking.id, staff: other }, { houseNumber: "ANOTHER-1" }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    const winner = both.find(({ code }) => code === 200)!.data;
    const late = both.find(({ code }) => code === 409)!;
    expect(late.data).toEqual({ made: winner });
  });

  test("gets the events that waited for the carrier's booking number", async () => {
    const booking = await acceptedBooking(provider, { who: dana, staff, number: "EBKG0815" });
    const event = {
      eventID: randomUUID(),
      eventCreatedDateTime: "2026-11-20T03:00:00Z",
      eventType: "TRANSPORT",
      eventClassifierCode: "EST",
      eventDateTime: "2026-12-04T06:00:00+08:00",
      transportEventTypeCode: "DEPA",
      transportCall: { transportCallID: "c", UNLocationCode: "CNYTN", modeOfTransport: "VESSEL" },
      documentReferences: [{ documentReferenceType: "BKG", documentReferenceValue: "EBKG0815" }],
    };
    const told = await provider.call(importEvents, [event] as never, { token: staff.token });
    expect(told.data).toMatchObject({ rejected: [], unmatched: 1 });
    const { data } = await make(provider, { bookingId: booking.id, staff });
    expect((await detailOf(data.id)).dates.etd).toBe("2026-12-04 06:00:00");
  });

  test("is not made of a booking that is only submitted, nor by or for a customer", async () => {
    const { id } = await madeShipment();
    expect((await provider.call(shipmentDesk, { id }, { token: dana.token })).code).toBe(403);
    expect((await enter(id, {}, null, dana)).code).toBe(403);
    const { fields } = await deskOf(id);
    const makeBy = async (bookingId: string, who: Somebody) =>
      (await provider.call(shipmentMake, { bookingId, fields }, { token: who.token })).code;
    const rival = await customer(provider);
    const foreign = await acceptedBooking(provider, { who: rival, staff });
    expect(await makeBy(foreign.id, dana)).toBe(403);
    const waiting = await draft(provider, dana);
    expect(await makeBy(waiting.id, staff)).toBe(404);
    await provider.call(bookingSubmit, { id: waiting.id, version: 1 }, { token: dana.token });
    expect(await makeBy(waiting.id, staff)).toBe(409);
  });

  test("says what is wrong with each field, and makes nothing", async () => {
    const { houseNumber } = await madeShipment();
    const booking = await acceptedBooking(provider, { who: dana, staff });
    const answer = await make(
      provider,
      { bookingId: booking.id, staff },
      {
        houseNumber: houseNumber.replaceAll("-", " "),
        portOfDeparture: "Nowhere at all",
        vesselImo: "12",
        carrierCode: "XXXX",
        incoterms: "DAT",
        pieces: "-1",
        grossWeightKg: "1e9",
        volumeCbm: "99999999999",
        etd: "2026-12-03T10:00",
        eta: "2026-12-01T10:00",
        containers: [
          { containerNumber: "", containerType: "22G1" },
          { containerNumber: "CSQU3054383", containerType: "" },
        ],
      },
    );
    expect(answer.code).toBe(400);
    const { fields } = answer.data as unknown as { fields: { path: string }[] };
    expect(fields.map(({ path }) => path).sort()).toEqual([
      "carrierCode",
      "containers.0.containerNumber",
      "containers.1.containerType",
      "eta",
      "grossWeightKg",
      "houseNumber",
      "incoterms",
      "pieces",
      "portOfDeparture",
      "vesselImo",
      "volumeCbm",
    ]);
    const seen = (await provider.call(bookingDetail, { id: booking.id }, { token: dana.token })).data;
    expect(seen.shipment).toBeNull();
  });

  test("is corrected with a reason; the second of two is told by whom, and the log keeps both values", async () => {
    const { id } = await madeShipment({ etd: "2026-12-01T10:00", eta: "2026-12-20T08:00" });
    const { fields, version } = await deskOf(id);
    const change = (who: Somebody, given: object) =>
      provider.call(
        shipmentChange,
        { id, version, reason: MARKER, fields: { ...fields, ...given } },
        { token: who.token },
      );
    expect((await change(staff, { eta: "2026-12-22T08:00", masterNumber: "NEW-M-1" })).code).toBe(200);
    expect(await change(other, { eta: "2026-12-23T08:00" })).toMatchObject({
      code: 409,
      message: "Desk Person has changed this shipment meanwhile; nothing was overwritten",
    });
    const detail = await detailOf(id);
    // Long Beach is 16 hours behind the wire's zone in winter.
    expect(detail).toMatchObject({ masterNumber: "NEW-M-1", dates: { eta: "2026-12-23 00:00:00" } });
    const { log } = await deskOf(id);
    expect(log.map(({ action }) => action)).toEqual(["shipment.made", "shipment.changed"]);
    expect(log[1]!.changes).toContainEqual({
      path: "eta",
      before: "2026-12-20T08:00",
      after: "2026-12-22T08:00",
    });
    expect(JSON.stringify(detail)).not.toContain(MARKER);
    expect((await verifyChains(provider.db)).broken).toBeNull();
  });
});

describe("an event that the desk enters", () => {
  test("moves the shipment for the customer, who is not told who entered it", async () => {
    const { id } = await madeShipment();
    clock.forward(HOUR_MS);
    expect((await enter(id, { code: "DEPA", remark: "On time" })).code).toBe(200);
    const detail = await detailOf(id);
    expect(detail).toMatchObject({ status: "TRANSIT", dates: { atd: "2026-11-20 08:00:00" } });
    expect(detail.events).toMatchObject([{ code: "DEPA", source: "Forwarder Ltd", remark: "On time" }]);
    expect(JSON.stringify(detail)).not.toContain("Desk Person");
    expect((await deskOf(id)).events).toMatchObject([{ enteredBy: "Desk Person", reason: null }]);
  });

  test("moves the ETA that the desk sees beside the one it stated, as the customer's", async () => {
    const { id } = await madeShipment();
    clock.forward(HOUR_MS);
    const stated = (await deskOf(id)).fields.eta;
    await enter(id, { code: "ARRI", classifier: "EST", place: "USLAX", at: "2026-12-24T08:00" });
    const seen = await deskOf(id);
    expect([seen.fields.eta, seen.current?.eta]).toEqual([stated, "2026-12-24T08:00"]);
    expect((await detailOf(id)).dates.eta).toBe("2026-12-25 00:00:00");
  });

  test("is corrected with a reason that only the desk sees, and what it said before is kept", async () => {
    const { id } = await madeShipment();
    await enter(id, {});
    const [event] = (await deskOf(id)).events;
    const corrects = { eventId: event!.id, version: event!.version, reason: MARKER };
    clock.forward(60_000);
    expect((await enter(id, { at: "2026-11-20T09:30" }, corrects)).code).toBe(200);
    expect(await enter(id, { at: "2026-11-20T09:45" }, corrects, other)).toMatchObject({
      code: 409,
      message: "Desk Person has corrected this event meanwhile; nothing was overwritten",
    });
    const seen = await deskOf(id);
    expect(seen.events).toMatchObject([{ at: "2026-11-20 09:30:00", reason: MARKER }]);
    expect(seen.replaced).toMatchObject([{ at: "2026-11-20 08:00:00", replacedAt: expect.any(String) }]);
    const detail = await detailOf(id);
    expect(detail.dates.atd).toBe("2026-11-20 09:30:00");
    expect(JSON.stringify(detail)).not.toContain(MARKER);
  });

  test("corrects what a carrier sent, too, until the carrier sends something newer", async () => {
    const { id, houseNumber } = await madeShipment();
    const told = (created: string, at: string) => ({
      eventID: `carrier-${houseNumber}`,
      eventCreatedDateTime: created,
      eventType: "TRANSPORT",
      eventClassifierCode: "ACT",
      eventDateTime: at,
      transportEventTypeCode: "DEPA",
      transportCall: { transportCallID: "c", UNLocationCode: "CNYTN", modeOfTransport: "VESSEL" },
      references: [{ referenceType: "FF", referenceValue: houseNumber }],
    });
    const send = (event: object) => provider.call(importEvents, [event] as never, { token: staff.token });
    await send(told("2026-11-20T04:10:00Z", "2026-11-20T07:00:00+08:00"));
    const [event] = (await deskOf(id)).events;
    const corrects = { eventId: event!.id, version: event!.version, reason: "The vessel left later" };
    expect((await enter(id, { at: "2026-11-20T07:40" }, corrects)).code).toBe(200);
    await send(told("2026-11-20T04:10:00Z", "2026-11-20T07:00:00+08:00"));
    expect((await detailOf(id)).dates.atd).toBe("2026-11-20 07:40:00");
  });

  test("is refused in the future, without a place, before the booking, and of another mode", async () => {
    const { id } = await madeShipment();
    const faultsOf = async (event: object) => {
      const { code, data } = await enter(id, event);
      return [code, (data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path)];
    };
    expect(await faultsOf({ at: "2026-12-20T08:00" })).toEqual([400, ["at"]]);
    expect(await faultsOf({ at: "2026-12-20" })).toEqual([400, ["at"]]);
    expect(await faultsOf({ at: "yesterday", place: "" })).toEqual([400, ["place", "at"]]);
    expect(await faultsOf({ at: "2026-10-01T08:00" })).toEqual([400, ["at"]]);
    expect(await faultsOf({ code: "RCS" })).toEqual([400, ["code"]]);
    expect(await faultsOf({ code: "__proto__" })).toEqual([400, ["code"]]);
    expect(await faultsOf({ containerNumber: "MSKU6011672" })).toEqual([400, ["containerNumber"]]);
    expect((await deskOf(id)).events).toEqual([]);
  });

  test("may lie before the booking of a shipment that was entered late", async () => {
    const { id } = await madeShipment();
    expect((await enter(id, { at: "2026-11-05T08:00" })).code).toBe(200);
    expect((await detailOf(id)).dates.atd).toBe("2026-11-05 08:00:00");
  });

  test("may be known to the day only, and have no place when it is the house's own", async () => {
    const { id } = await madeShipment();
    expect((await enter(id, { code: "DOCR", place: "", at: "2026-11-20" })).code).toBe(200);
    expect((await detailOf(id)).events).toMatchObject([{ code: "DOCR", at: "2026-11-20", place: null }]);
  });
});

test("holds and a last free day that the desk states are seen by the customer and kept in the log", async () => {
  const { id } = await madeShipment();
  const state = (given: object) =>
    provider.call(
      freeTimeEnter,
      { shipmentId: id, containerNumber: "CSQU3054383", kind: "DEM", source: "TERMINAL", ...given } as never,
      { token: staff.token },
    );
  expect((await state({ lastFreeDay: "2026-12-28", holds: ["CUSTOMS"] })).code).toBe(200);
  expect((await state({ lastFreeDay: "2026-12-28", containerNumber: "MSKU6011672" })).code).toBe(400);
  expect((await state({ lastFreeDay: "2036-12-28" })).code).toBe(400);
  const seen = (await provider.call(shipmentFreeTime, { id }, { token: dana.token })).data;
  expect(JSON.stringify(seen)).toContain("2026-12-28");
  expect(JSON.stringify(seen)).toContain("CUSTOMS");
  expect((await deskOf(id)).log.at(-1)).toMatchObject({
    actor: "Desk Person",
    action: "shipment.freeTimeStated",
  });
});
