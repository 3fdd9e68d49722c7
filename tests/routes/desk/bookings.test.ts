import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingDetail, bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { formatDay } from "#app/lib/date-time.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const MARKER = "SECRET-OF-THE-DESK";
let provider: TestProvider;
let portal: TestPortal;
let desk: Browser;
let other: Browser;
let customer: Browser;
let token: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], { name: "Meridian & Co." });
  const dana = await makePerson(provider.db, company, { name: "Dana Customer" });
  token = await makeSession(provider.db, dana.id);
  customer = await portal.signedIn(dana.userName, PASSWORD);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true, name: "Forwarder Ltd" });
  const [first, second] = await Promise.all(
    ["Ann Desk", "Bob Desk"].map((name) => makePerson(provider.db, forwarder, { role: "desk", name })),
  );
  desk = await portal.signedIn(first!.userName, PASSWORD);
  other = await portal.signedIn(second!.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const textOf = (page: Page) =>
  page.markup
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
/** The value of a field of the page. */
const valueIn = (page: Page, name: string) =>
  new RegExp(`name="${name.replace(/[[\].]/g, "\\$&")}"[^>]*? value="([^"]*)"`).exec(page.html)?.[1] ?? "";

async function submitted(): Promise<{ id: string; bookingNumber: string; path: string }> {
  const fields = { id: null, version: null, content: content() };
  const { data } = await provider.call(bookingSaveDraft, fields, { token });
  await provider.call(bookingSubmit, { id: data.id, version: data.version }, { token });
  return { ...data, path: `/freightForwarder/booking/${data.id}` };
}
const bookingOf = async (id: string) => (await provider.call(bookingDetail, { id }, { token })).data;

async function press(browser: Browser, path: string, fields: Record<string, string>, shown?: Page) {
  const page = shown ?? (await browser.get(path));
  const hidden = { requestId: requestIdOf(page), version: valueIn(page, "version") };
  return browser.post(path, { ...hidden, ...fields });
}

/** The form of a shipment as it was shown, changed by `given`. */
function formIn(page: Page, given: Record<string, string>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? "";
    if (name) fields[name] = value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  }
  for (const [, head, options] of page.html.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = /name="([^"]*)"/.exec(head ?? "")?.[1];
    if (name) fields[name] = /value="([^"]*)" selected/.exec(options ?? "")?.[1] ?? "";
  }
  return { ...fields, ...given };
}

test("the desk answers a booking: asks back, accepts, confirms with the number that the customer then sees", async () => {
  const { id, path } = await submitted();
  const page = await desk.get(path);
  expect(page.status).toBe(200);
  expect(textOf(page)).toContain("Meridian & Co.");
  expect((await press(desk, path, { intent: "askBack", text: "Which terminal?" })).location).toBe(path);
  expect((await press(desk, path, { intent: "accept" })).location).toBe(path);
  expect(textOf(await desk.get(path))).toContain("The booking is accepted. We have let the customer know.");
  const empty = await press(desk, path, { intent: "confirm", text: " " });
  expect([empty.status, textOf(empty).includes("Cannot be empty")]).toEqual([400, true]);
  expect((await press(desk, path, { intent: "confirm", text: "MAEU-77" })).location).toBe(path);
  expect(await bookingOf(id)).toMatchObject({ status: "CONFIRMED", carrierBookingNumber: "MAEU-77" });
  expect(textOf(await customer.get(`/shipments/bookingDetail/${id}`))).toContain("MAEU-77");
});

test("who presses too late is told who was faster, and what was typed is kept", async () => {
  const { id, path } = await submitted();
  const shown = await other.get(path);
  await press(desk, path, { intent: "accept" });
  const late = await press(other, path, { intent: "decline", text: "No space on board" }, shown);
  expect(late.status).toBe(409);
  expect(textOf(late)).toContain("Ann Desk was faster: Accepted");
  expect(late.html).toContain("No space on board");
  expect((await bookingOf(id)).status).toBe("ACCEPTED");
});

test("a booking is answered once, however often the same form comes", async () => {
  const { id, path } = await submitted();
  const page = await desk.get(path);
  const fields = {
    requestId: requestIdOf(page),
    version: valueIn(page, "version"),
    intent: "askBack",
    text: "Which terminal?",
  };
  const answers = await Promise.all([1, 2, 3].map(() => desk.post(path, fields)));
  expect(answers.map(({ location }) => location)).toEqual([path, path, path]);
  const asked = (await bookingOf(id)).log.filter(({ action }) => action === "booking.askedBack");
  expect(asked).toHaveLength(1);
});

test("attacks on the answers get a clear message", async () => {
  const { path } = await submitted();
  const long = await press(desk, path, { intent: "decline", text: "x".repeat(10_000) });
  expect([long.status, textOf(long).includes("should not exceed 500")]).toEqual([400, true]);
  const unknown = await press(desk, path, { intent: "grant", change: "999999", text: "Done" });
  expect(unknown.status).toBe(400);
  const shapes = await press(desk, path, { intent: "grant", change: "x[60000000]", text: "Done" });
  expect(shapes.status).toBe(400);
  expect((await press(desk, path, { intent: "accept", version: "-1" })).status).toBe(409);
  expect((await desk.get("/freightForwarder/booking/999999999")).location).toBe("/404");
  expect((await customer.get(path)).location).toBe("/404");
});

test("the shipment is made by the form, once; both pages lead to each other, and the customer sees it", async () => {
  const { id, path } = await submitted();
  await press(desk, path, { intent: "accept" });
  const make = `/freightForwarder/shipmentMake?booking=${id}`;
  expect((await desk.get(path)).html).toContain(make);
  const form = await desk.get(make);
  expect(valueIn(form, "houseNumber")).toMatch(/^FL-\d{4}-[2-9A-Z]{8}$/);
  const faulty = await desk.post(
    make,
    formIn(form, { portOfArrival: "Atlantis", pieces: "0", vesselImo: "1" }),
  );
  expect(faulty.status).toBe(400);
  expect(textOf(faulty)).toContain("No place is called 'Atlantis'");
  expect(textOf(faulty)).toContain("The IMO number of a vessel has seven digits");
  expect(faulty.html).toContain('href="#shipment-portOfArrival"');
  expect(valueIn(faulty, "portOfArrival")).toBe("Atlantis");
  const given = { masterNumber: "MAEU123", etd: "2026-12-05", etdTime: "10:00", eta: "2026-12-25" };
  const lonely = await desk.post(make, formIn(await desk.get(make), { ...given, eta: "", etaTime: "08:00" }));
  expect([lonely.status, valueIn(lonely, "etaTime")]).toEqual([400, "08:00"]);
  const fields = formIn(await desk.get(make), given);
  // A wrong check digit is shown once before it is saved, also without scripts.
  const container = { "containers[0].containerNumber": "CSQU3054384" };
  const warned = await desk.post(make, { ...fields, ...container });
  expect(warned.status).toBe(400);
  expect(textOf(warned)).toContain("CSQU3054384: the check digit should be 3");
  expect(textOf(warned)).toContain("Save again if they are right");
  expect(formIn(warned, {})).toMatchObject({ warned: "CSQU3054384", masterNumber: "MAEU123" });
  const made = await desk.post(make, { ...fields, ...container, warned: "CSQU3054384" });
  expect(made.location).toMatch(/^\/freightForwarder\/shipment\/\d+$/);
  expect((await desk.post(make, { ...fields, ...container, warned: "CSQU3054384" })).location).toBe(
    made.location,
  );
  const second = await other.post(make, formIn(await other.get(make), {}));
  expect(second.status).toBe(409);
  expect(second.html).toContain(`href="${made.location}"`);
  const shipment = await desk.get(made.location!);
  expect(shipment.html).toContain(`href="${path}"`);
  expect((await desk.get(path)).html).toContain(`href="${made.location}"`);
  const shipmentId = made.location!.split("/").at(-1)!;
  expect(textOf(await customer.get(`/shipments/detail/${shipmentId}`))).toContain("MAEU123");
  // Of the arrival the day alone is known.
  const change = await desk.get(`/freightForwarder/shipmentMake?shipment=${shipmentId}`);
  expect(formIn(change, {})).toMatchObject({
    etd: "2026-12-05",
    etdTime: "10:00",
    eta: "2026-12-25",
    etaTime: "",
    warned: "CSQU3054384",
  });
  // What was saved with its warning is corrected without another.
  const corrected = await desk.post(
    `/freightForwarder/shipmentMake?shipment=${shipmentId}`,
    formIn(change, { reason: "Sailing at noon", etdTime: "12:00" }),
  );
  expect(corrected.location).toBe(made.location);
});

test("events are added and corrected by the form; reasons and names stay at the desk", {
  tags: "slow",
}, async () => {
  const { id, path } = await submitted();
  await press(desk, path, { intent: "accept" });
  const make = `/freightForwarder/shipmentMake?booking=${id}`;
  const made = await desk.post(make, formIn(await desk.get(make), {}));
  const address = made.location!;
  const shipmentId = address.split("/").at(-1)!;
  const today = formatDay(new Date(), "Asia/Shanghai")!;
  const event = { intent: "event", code: "DEPA", classifier: "EST", day: today, time: "", place: "CNYTN" };
  const faulty = await press(desk, address, { ...event, place: "Atlantis", time: "25" });
  expect([faulty.status, valueIn(faulty, "place")]).toEqual([400, "Atlantis"]);
  expect((await press(desk, address, { ...event, containerNumber: "", remark: "" })).location).toBe(address);
  const shown = await desk.get(address);
  expect(textOf(shown)).toContain("entered by Ann Desk");
  const correct = /href="([^"]*\?correct=[^"#]*)/.exec(shown.html)![1]!.replaceAll("&amp;", "&");
  const form = await desk.get(correct);
  const fields = {
    eventId: valueIn(form, "eventId"),
    requestId: requestIdOf(form),
    version: valueIn(form, "version"),
    classifier: "ACT",
    reason: MARKER,
  };
  expect((await desk.post(correct, { ...event, ...fields })).location).toBe(address);
  expect(textOf(await desk.get(address))).toContain(MARKER);
  const late = await other.post(correct, {
    ...event,
    ...fields,
    requestId: requestIdOf(await other.get(correct)),
    reason: "Another reason",
  });
  expect([late.status, textOf(late).includes("Ann Desk has corrected this event")]).toEqual([409, true]);
  for (const page of [`/shipments/detail/${shipmentId}`, "/shipments/index"]) {
    const { html } = await customer.get(page);
    expect(html).not.toContain(MARKER);
    expect(html).not.toContain("Ann Desk");
  }
  const detail = await provider.call(shipmentDetail, { id: shipmentId }, { token });
  expect(detail.data.events).toMatchObject([{ classifier: "ACT", source: "Forwarder Ltd" }]);
});
