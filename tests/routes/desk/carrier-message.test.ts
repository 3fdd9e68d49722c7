import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import { sendOne } from "#app/provider/bookings/carrier-send.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let browser: Browser;
let customerToken: string;
let deskToken: string;
let status = 400;
const carrier = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      status === 400
        ? '{"errors":[{"errorCodeText":"invalidData","errorCodeMessage":"<b>no such contract</b>"}]}'
        : '{"carrierBookingRequestReference":"CBR-55"}',
    );
  });
});
const carrierBookings = new Map<string, { address: string; secret: string | null }>();
const outside = { privateHosts: ["127.0.0.1"], dnsServers: [], carrierBookings };

beforeAll(async () => {
  await new Promise<void>((done) => carrier.listen(0, "127.0.0.1", done));
  const { port } = carrier.address() as AddressInfo;
  carrierBookings.set("MAEU", { address: `http://127.0.0.1:${port}/v2/bookings`, secret: "not-on-a-page" });
  provider = await startProvider({ isRateLimited: false, outside });
  const portal = await startPortal(provider);
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], { name: "Meridian" });
  const dana = await makePerson(provider.db, company, { name: "Dana Customer" });
  customerToken = await makeSession(provider.db, dana.id);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true, name: "Forwarder Ltd" });
  const ann = await makePerson(provider.db, forwarder, { role: "desk", name: "Ann Desk" });
  deskToken = await makeSession(provider.db, ann.id);
  browser = await portal.signedIn(ann.userName, PASSWORD);
});
afterAll(async () => {
  carrier.closeAllConnections();
  carrier.close();
  await provider?.stop();
});

const textOf = (page: Page) => page.markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const send = () => sendOne({ database: provider.db, log: pino({ level: "silent" }), outside });

async function submitted(): Promise<{ id: string; path: string }> {
  const fields = { id: null, version: null, content: content() };
  const { data } = await provider.call(bookingSaveDraft, fields, { token: customerToken });
  await provider.call(bookingSubmit, { id: data.id, version: data.version }, { token: customerToken });
  return { id: data.id, path: `/freightForwarder/booking/${data.id}` };
}
async function post(path: string, fields: Record<string, string>) {
  const page = await browser.get(path);
  const version = /name="version"[^>]*? value="([^"]*)"/.exec(page.html)?.[1] ?? "";
  return browser.post(path, { requestId: requestIdOf(page), version, ...fields });
}
const sendId = (page: Page) => /name="send" value="(\d+)"/.exec(page.html)?.[1] ?? "";

test("a booking is sent from its page, refused with the carrier's words, sent again, and shows the reference", {
  tags: "slow",
}, async () => {
  const { id, path } = await submitted();
  expect(textOf(await browser.get(path))).toContain("It can be sent from here when the booking is accepted");
  await provider.call(bookingDecide, { id, action: "accept" }, { token: deskToken });
  const empty = await post(path, { intent: "send", carrierCode: "MAEU", contract: " " });
  expect([empty.status, textOf(empty).includes("Cannot be empty")]).toEqual([400, true]);
  const long = await post(path, {
    intent: "send",
    carrierCode: "x".repeat(10_000),
    contract: "y".repeat(10_000),
  });
  expect(long.status).toBe(400);
  const unknown = await post(path, { intent: "send", carrierCode: "HLCU", contract: "SC-1" });
  expect([unknown.status, textOf(unknown).includes("takes no bookings as messages")]).toEqual([400, true]);
  expect((await post(path, { intent: "send", carrierCode: "MAEU", contract: "SC-1" })).location).toBe(path);
  const waiting = await browser.get(path);
  expect(textOf(waiting)).toMatch(/Waiting .*Contract SC-1 .*Sent by Ann Desk/);
  expect(waiting.html).not.toContain("not-on-a-page");
  const stale = await browser.post(path, {
    requestId: requestIdOf(waiting),
    version: "1",
    intent: "send",
    carrierCode: "MAEU",
    contract: "SC-9",
  });
  expect([stale.status, stale.html.includes("SC-1")]).toEqual([409, true]);
  await send();
  const refused = await browser.get(path);
  expect(textOf(refused)).toContain("Refused by the carrier");
  expect(refused.html).toContain("invalidData: &lt;b&gt;no such contract");
  status = 202;
  expect((await post(path, { intent: "send", carrierCode: "MAEU", contract: "SC-2" })).location).toBe(path);
  await send();
  expect(textOf(await browser.get(path))).toContain("Reference of the carrier: CBR-55");
});

test("one that waits is stopped or tried at once; what makes no sense is refused", {
  tags: "slow",
}, async () => {
  const { id, path } = await submitted();
  await provider.call(bookingDecide, { id, action: "accept" }, { token: deskToken });
  await post(path, { intent: "send", carrierCode: "MAEU", contract: "SC-1" });
  const page = await browser.get(path);
  const given = { send: sendId(page) };
  expect((await post(path, { ...given, intent: "retry" })).location).toBe(path);
  expect((await post(path, { ...given, intent: "stop" })).location).toBe(path);
  expect(textOf(await browser.get(path))).toContain("Stopped");
  expect((await post(path, { ...given, intent: "stop" })).status).toBe(409);
  expect((await post(path, { send: "nonsense", intent: "retry" })).status).toBeGreaterThanOrEqual(400);
  expect((await post(path, { intent: "retry", "send[60000000]": "1" })).status).toBeLessThan(500);
});
