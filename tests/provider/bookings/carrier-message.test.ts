import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookingContent, bookingDetail, bookingSubmit } from "#app/contract/booking.ts";
import { carrierBooking, carrierBookingAct, carrierBookingSend } from "#app/contract/booking-carrier.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { sendOne, startCarrierBookings } from "#app/provider/bookings/carrier-send.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, movableClock, NOW, type Somebody } from "../quotes/fixture.ts";
import { draft } from "./fixture.ts";

const TOKEN = "the-carriers-secret-token";
const log = pino({ level: "silent" });
const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
let shipper: Somebody;
/** What the carrier's server got, and how it answers. */
let asked: { headers: IncomingMessage["headers"]; body: string }[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
const carrier = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    asked.push({ headers: request.headers, body });
    answer(response, request);
  });
});
const doors = new Map<string, { address: string; secret: string | null }>();
const OUTSIDE = { privateHosts: ["127.0.0.1"], dnsServers: [], carrierBookings: doors };

beforeAll(async () => {
  await new Promise<void>((done) => carrier.listen(0, "127.0.0.1", done));
  provider = await startProvider({ outside: OUTSIDE, now: clock.now });
  staff = await desk(provider);
  shipper = await customer(provider);
});
afterAll(async () => {
  carrier.closeAllConnections();
  carrier.close();
  await provider?.stop();
});
beforeEach(async () => {
  await provider.db.deleteFrom("carrier_booking").execute();
  asked = [];
  clock.set(NOW);
  const { port } = carrier.address() as AddressInfo;
  doors.clear();
  doors.set("MAEU", { address: `http://127.0.0.1:${port}/v2/bookings`, secret: TOKEN });
  doors.set("HLCU", { address: `http://127.0.0.1:${port}/hl/bookings`, secret: null });
  answer = taken;
});

function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
const taken = (response: ServerResponse) => json(response, 202, { carrierBookingRequestReference: "CBR-1" });
const send1 = () => sendOne({ database: provider.db, log, outside: OUTSIDE, now: clock.now, timeMs: 300 });

async function accepted(given: Partial<BookingContent> = {}) {
  const data = await draft(provider, shipper, given);
  await provider.call(bookingSubmit, { id: data.id, version: data.version }, { token: shipper.token });
  await provider.call(bookingDecide, { id: data.id, action: "accept" }, { token: staff.token });
  const { data: booking } = await provider.call(bookingDetail, { id: data.id }, { token: staff.token });
  return { id: data.id, version: booking.version, bookingNumber: booking.bookingNumber };
}
const order = (
  { id, version }: { id: string; version: number },
  given: { carrierCode?: string; contract?: string; version?: number } = {},
  key?: string,
) =>
  provider.call(
    carrierBookingSend,
    { id, version, carrierCode: "MAEU", contract: "SC-2026-1", ...given },
    { token: staff.token, ...(key ? { key } : {}) },
  );
const act = (id: string, sendId: string, action: "retry" | "stop") =>
  provider.call(carrierBookingAct, { id, sendId, action }, { token: staff.token });
const shown = async (id: string) =>
  (await provider.call(carrierBooking, { id }, { token: staff.token })).data;
const last = async (id: string) => (await shown(id)).sends[0]!;

describe("a booking that is sent to its carrier", () => {
  it("arrives once, with its reference, the contract and the token, and the carrier's reference is shown", async () => {
    const booking = await accepted();
    const before = await shown(booking.id);
    expect(before).toMatchObject({ lacking: ["serviceContractReference"], proposed: "MAEU", sends: [] });
    expect((await order(booking)).code).toBe(200);
    expect(await last(booking.id)).toMatchObject({ status: "WAITING", attempts: 0, isCurrent: true });
    expect([await send1(), await send1()]).toEqual([true, false]);
    expect(asked).toHaveLength(1);
    const [got] = asked;
    expect(got!.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
    });
    expect(JSON.parse(got!.body)).toMatchObject({
      serviceContractReference: "SC-2026-1",
      references: [{ type: "FF", value: booking.bookingNumber }],
    });
    expect(await last(booking.id)).toMatchObject({
      status: "SENT",
      attempts: 1,
      carrierReference: "CBR-1",
      problem: null,
      askedBy: "Desk Person",
      carrier: { code: "MAEU" },
      isUnderWay: false,
    });
    expect((await shown(booking.id)).carriers.map(({ code }) => code)).toEqual(["HLCU"]);
  });

  it("is taken once of a double press, of two people and by the same carrier", async () => {
    const booking = await accepted();
    const key = randomUUID();
    const twice = await Promise.all([order(booking, {}, key), order(booking, {}, key)]);
    expect(twice.map(({ code }) => code)).toEqual([200, 200]);
    expect((await order(booking)).code).toBe(409);
    expect((await order(booking, { carrierCode: "HLCU" })).code).toBe(409);
    await Promise.all([send1(), send1(), send1()]);
    expect(asked).toHaveLength(1);
    expect(await order(booking)).toMatchObject({
      code: 409,
      message: "This carrier has this booking already",
    });
    expect((await order(booking, { carrierCode: "HLCU" })).code).toBe(200);
    const other = await accepted();
    const both = await Promise.all([order(other), order(other, { carrierCode: "HLCU" })]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });

  it("that is refused tells what the carrier said, and can be sent again", async () => {
    const booking = await accepted();
    await order(booking);
    answer = (response) =>
      json(response, 400, {
        statusCode: 400,
        errors: [
          {
            jsonPath: "$.serviceContractReference",
            errorCodeText: "invalidData",
            errorCodeMessage: "unknown\u0000",
          },
        ],
      });
    await send1();
    expect(await last(booking.id)).toMatchObject({
      status: "REFUSED",
      problem: "REFUSED",
      httpStatus: 400,
      answer: "$.serviceContractReference: invalidData: unknown",
    });
    clock.forward(600 * MINUTE_MS);
    expect(await send1()).toBe(false);
    answer = taken;
    expect((await order(booking, { contract: "SC-2026-2" })).code).toBe(200);
    await send1();
    expect(asked[0]!.headers["idempotency-key"]).not.toBe(asked[1]!.headers["idempotency-key"]);
    expect((await shown(booking.id)).sends.map(({ status }) => status)).toEqual(["SENT", "REFUSED"]);
  });

  it("is sent again with the same key after a server that hangs, cuts off or is busy", async () => {
    const booking = await accepted();
    await order(booking);
    answer = () => {};
    await send1();
    expect(await last(booking.id)).toMatchObject({ status: "WAITING", problem: "TIMEOUT", attempts: 1 });
    expect(await send1()).toBe(false);
    // It took the booking, and the connection broke before its answer came.
    answer = (_, request) => request.socket.destroy();
    clock.forward(MINUTE_MS);
    await send1();
    expect(await last(booking.id)).toMatchObject({ problem: "UNREACHABLE", attempts: 2 });
    answer = (response) => {
      response.writeHead(202, { "content-type": "application/json", "content-length": "900" });
      response.write('{"carrier');
      setTimeout(() => response.destroy(), 20);
    };
    clock.forward(5 * MINUTE_MS);
    await send1();
    expect(await last(booking.id)).toMatchObject({ problem: "UNREACHABLE", attempts: 3, status: "WAITING" });
    answer = (response) => json(response, 503, {}, { "retry-after": "1800" });
    clock.forward(15 * MINUTE_MS);
    await send1();
    expect(await last(booking.id)).toMatchObject({ problem: "BUSY", httpStatus: 503 });
    clock.forward(60 * MINUTE_MS);
    answer = (response) => json(response, 409, { carrierBookingRequestReference: "CBR-7" });
    await send1();
    expect(await last(booking.id)).toMatchObject({
      status: "SENT",
      carrierReference: "CBR-7",
      attempts: 5,
      problem: null,
    });
    expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
  });

  it("is given up after seven tries, and a person may try again", async () => {
    const booking = await accepted();
    await order(booking);
    answer = (response) => json(response, 500, "broken");
    for (let count = 0; count < 8; count++) {
      await send1();
      clock.forward(481 * MINUTE_MS);
    }
    expect(asked).toHaveLength(7);
    const { id: sendId, status } = await last(booking.id);
    expect(status).toBe("FAILED");
    answer = taken;
    expect((await act(booking.id, sendId, "retry")).code).toBe(200);
    await send1();
    expect(await last(booking.id)).toMatchObject({ status: "SENT" });
    expect((await act(booking.id, sendId, "retry")).code).toBe(409);
    expect((await act(booking.id, sendId, "stop")).code).toBe(409);
  });

  it("can be stopped while it waits, not while it is sent", async () => {
    const booking = await accepted();
    await order(booking);
    const { id: sendId } = await last(booking.id);
    let release = () => {};
    const arrived = new Promise<void>((told) => {
      answer = (response) => {
        release = () => taken(response);
        told();
      };
    });
    const sending = sendOne({ database: provider.db, log, outside: OUTSIDE, now: clock.now });
    await arrived;
    expect((await last(booking.id)).isUnderWay).toBe(true);
    expect((await act(booking.id, sendId, "stop")).code).toBe(409);
    release();
    await sending;
    expect((await last(booking.id)).status).toBe("SENT");
    const other = await accepted();
    await order(other);
    const { id: stopped } = await last(other.id);
    expect((await act(booking.id, stopped, "stop")).code).toBe(404);
    expect((await act(other.id, stopped, "stop")).code).toBe(200);
    asked = [];
    expect([await send1(), asked.length, (await last(other.id)).status]).toEqual([false, 0, "STOPPED"]);
  });

  it("is sent again by another process when one was killed meanwhile, with the same key", async () => {
    const booking = await accepted();
    await order(booking);
    const claimed_until = new Date(clock.now().getTime() + MINUTE_MS);
    await provider.db.updateTable("carrier_booking").set({ attempts: 1, claimed_until }).execute();
    expect(await send1()).toBe(false);
    clock.forward(MINUTE_MS + 1);
    const running = startCarrierBookings({
      database: provider.db,
      log,
      outside: OUTSIDE,
      now: clock.now,
      everyMs: 20,
    });
    await expect.poll(async () => (await last(booking.id)).status).toBe("SENT");
    await running.stop();
    expect([asked.length, (await last(booking.id)).attempts]).toEqual([1, 2]);
  });

  it("is not sent once the booking is not accepted any more, or its carrier has no address", async () => {
    const booking = await accepted();
    await order(booking);
    const carrierBookingNumber = "MAEU-9";
    await provider.call(
      bookingDecide,
      { id: booking.id, action: "confirm", carrierBookingNumber },
      { token: staff.token },
    );
    await send1();
    expect(await last(booking.id)).toMatchObject({ status: "STOPPED", problem: "BOOKING_STATE" });
    const other = await accepted();
    await order(other);
    doors.delete("MAEU");
    await send1();
    expect(await last(other.id)).toMatchObject({ status: "FAILED", problem: "NOT_CONFIGURED" });
    doors.set("MAEU", { address: "http://10.0.0.1/v2/bookings", secret: TOKEN });
    expect((await act(other.id, (await last(other.id)).id, "retry")).code).toBe(200);
    await send1();
    expect(await last(other.id)).toMatchObject({ status: "FAILED", problem: "ADDRESS" });
    expect(asked).toHaveLength(0);
  });
});

it("a booking is refused that has changed, lacks something, is not accepted, or goes to a carrier without an address", async () => {
  const booking = await accepted();
  expect((await order(booking, { version: booking.version - 1 })).code).toBe(409);
  expect((await order(booking, { contract: " " })).code).toBe(400);
  expect((await order(booking, { carrierCode: "CMDU" })).code).toBe(400);
  expect((await order(booking, { carrierCode: "NONE" })).code).toBe(400);
  const nowhere = await accepted({ destination: "Nowhere in particular" });
  expect(await order(nowhere)).toMatchObject({
    code: 400,
    data: { fields: [{ path: "carrierCode", message: expect.stringContaining("shipmentLocations.POD") }] },
  });
  const dangerous = await accepted({ cargoType: "DANGEROUS", dangerousClass: "9", unNumber: "3481" });
  expect((await order(dangerous)).code).toBe(400);
  const data = await draft(provider, shipper);
  expect((await order(data)).code).toBe(404);
  await provider.call(bookingSubmit, { id: data.id, version: data.version }, { token: shipper.token });
  const { data: submitted } = await provider.call(bookingDetail, { id: data.id }, { token: staff.token });
  expect((await order(submitted)).code).toBe(409);
  expect(asked).toHaveLength(0);
});

it("customers neither read nor send it, and find no word of it in their booking", async () => {
  const booking = await accepted();
  await order(booking, { contract: "SC-OF-THE-DESK" });
  await send1();
  const token = shipper.token;
  expect((await provider.call(carrierBooking, { id: booking.id }, { token })).code).toBe(403);
  const { id, version } = booking;
  const given = { id, version, carrierCode: "MAEU", contract: "x" };
  expect((await provider.call(carrierBookingSend, given, { token })).code).toBe(403);
  const seen = await provider.call(bookingDetail, { id }, { token });
  expect(JSON.stringify(seen.data)).not.toMatch(/SC-OF-THE-DESK|CBR-1/);
});
