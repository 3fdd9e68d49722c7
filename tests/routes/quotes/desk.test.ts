import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteAdd, quoteDetail, quotePrice } from "#app/contract/quote.ts";
import { quoteDeskDetail } from "#app/contract/quote-desk.ts";
import { DAY_MS, HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { goodRequest, priceUntil } from "#tests/support/quotes.ts";

let provider: TestProvider;
let portal: TestPortal;
let customer: Browser;
let desk: Browser;
let token: string;
let deskToken: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"]);
  const admin = await makePerson(provider.db, company);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const staff = await makePerson(provider.db, forwarder, { role: "desk", name: "Kit Wong" });
  customer = await portal.signedIn(admin.userName, PASSWORD);
  desk = await portal.signedIn(staff.userName, PASSWORD);
  const tomorrow = new Date(Date.now() + DAY_MS);
  token = await makeSession(provider.db, admin.id, tomorrow);
  deskToken = await makeSession(provider.db, staff.id, tomorrow);
});
afterAll(() => provider?.stop());

const requested = async () => (await provider.call(quoteAdd, goodRequest, { token })).data.id;
const path = (id: string) => `/freightForwarder/quote/${id}`;
const textOf = ({ html }: { html: string }) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const validUntil = instantToWire(new Date(Date.now() + 9 * DAY_MS))!.slice(0, 10);

function priceForm(changes: Record<string, string> = {}): Record<string, string> {
  return {
    intent: "send",
    version: "1",
    draftVersion: "0",
    requestId: "price-form-0001",
    "options[0].carrierName": "Cathay Cargo",
    "options[0].transitDays": "4",
    "options[0].validUntil": validUntil,
    "options[0].currency": "USD",
    "options[0].total": "",
    "options[0].lines[0].chargeCode": "FRT",
    "options[0].lines[0].description": "Air freight",
    "options[0].lines[0].unit": "kg",
    "options[0].lines[0].quantity": "64",
    "options[0].lines[0].price": "3.85",
    "options[0].lines[0].amount": "",
    "options[0].lines[0].cost": "3.0517",
    ...changes,
  };
}
const priceOf = async (id: string) => (await provider.call(quoteDetail, { id }, { token })).data;

test("the page is the desk's, and shows what was asked for", async () => {
  const id = await requested();
  expect((await customer.get(path(id))).location).toBe("/404");
  expect((await customer.post(path(id), priceForm())).location).toBe("/404");
  const page = await desk.get(path(id));
  expect(page.status).toBe(200);
  for (const text of ["Shenzhen → Chicago", "64 kg, by volume", "Headphones", "Request submitted"])
    expect(textOf(page)).toContain(text);
  for (const missing of ["999999", "x", "1'--"])
    expect((await desk.get(path(encodeURIComponent(missing)))).location).toBe("/404");
});

describe("the price form", () => {
  test("sends the price once, with costs that the customer's page does not have", async () => {
    const id = await requested();
    const fields = priceForm({ requestId: requestIdOf(await desk.get(path(id))) });
    for (let press = 0; press < 2; press += 1)
      expect((await desk.post(path(id), fields)).location).toBe(path(id));
    expect(await priceOf(id)).toMatchObject({
      status: "READY_TO_BOOK",
      version: 2,
      options: [
        { carrierName: "Cathay Cargo", validUntil: `${validUntil} 23:59:59`, total: { amount: "246.40" } },
      ],
    });
    const theirs = await customer.get(`/quote/detail?id=${id}`);
    expect(textOf(theirs)).toMatch(/64 × USD.3\.85 per kg/);
    expect(theirs.html).not.toContain("3.05");
    const page = await desk.get(path(id));
    expect(page.html).toContain('value="3.0517"');
    expect(textOf(page)).toMatch(/USD.51\.09 \(20\.7 %\)/);
  });

  test.each([
    ["an amount that is not price times quantity", "lines[0].amount", "246.41", "64 × 3.85 is 246.40."],
    ["a total that the lines do not make", "total", "1", "The lines add up to 246.40."],
    ["a day that is over", "validUntil", "2020-01-01", "This day is over."],
    ["a day that does not exist", "validUntil", "2027-02-30", "There is no such day."],
    ["a negative quantity", "lines[0].quantity", "-1", "This should not be below zero."],
    ["a negative cost", "lines[0].cost", "-1", "This should not be below zero."],
    ["a negative total", "lines[0].price", "-1", "less than zero"],
    ["a huge price", "lines[0].price", "9".repeat(15), "This should not exceed 999999999."],
    ["ten thousand characters", "carrierName", "x".repeat(10_000), "should not exceed 100 characters"],
    ["ten thousand digits", "lines[0].price", "1".repeat(10_000), "please write a number"],
    ["an exponent", "lines[0].price", "1e5", "please write a number"],
    ["half a day", "transitDays", "4.5", "whole number of days"],
    ["another currency", "currency", "XXX", "Cannot be empty"],
    ["nothing", "lines[0].description", "", "Cannot be empty"],
  ])("refuses %s with a text, and keeps what was typed", async (_, name, value, text) => {
    const id = await requested();
    const page = await desk.post(path(id), priceForm({ [`options[0].${name}`]: value }));
    expect(page.status).toBe(400);
    expect(textOf(page)).toContain(text);
    if (value && name !== "currency") expect(page.html.includes(`value="${value}"`)).toBe(true);
    expect(page.html.includes('value="FRT"')).toBe(true);
    expect((await priceOf(id)).status).toBe("NEW");
  });

  test.each<Record<string, string>>([
    { "options[60000000].carrierName": "x" },
    { "options[0].lines[60000000].price": "1" },
    { options: "x" },
    { "options[0].lines": "x" },
    { "options[0].lines[0]": "x" },
    { "options.carrierName": "x" },
    { "options[10].carrierName": "eleventh" },
  ])("answers %j with a clear message", async (fields) => {
    const id = await requested();
    const page = await desk.post(path(id), { intent: "send", requestId: "attack-form-0001", ...fields });
    expect(page.status).toBe(400);
    expect(textOf(page)).toContain("so it was not accepted");
  });

  test("adds and removes options and lines by submits, and works totals out, without scripts", async () => {
    const id = await requested();
    const { intent: _, ...fields } = priceForm();
    const press = (type: string, payload: object) =>
      desk.post(path(id), { ...fields, __intent__: JSON.stringify({ type, payload }) });
    const more = await press("insert", { name: "options[0].lines", defaultValue: {} });
    expect([more.status, more.html.includes('name="options[0].lines[1].price"')]).toEqual([200, true]);
    const other = await press("insert", { name: "options", defaultValue: { lines: [{}] } });
    expect(other.html).toContain('name="options[1].lines[0].price"');
    const worked = await desk.post(path(id), { ...fields, intent: "work-out" });
    expect(textOf(worked)).toMatch(/Total USD.246\.40/);
    expect((await priceOf(id)).version).toBe(1);
  });

  test("keeps a draft that the customer does not see, whatever is unfinished in it", async () => {
    const id = await requested();
    const draft = priceForm({
      intent: "draft",
      "options[0].lines[0].price": "3.",
      "options[0].carrierName": "",
    });
    expect((await desk.post(path(id), draft)).location).toBe(path(id));
    const page = await desk.get(path(id));
    expect(page.html).toContain('value="3."');
    expect(textOf(page)).toContain("This is the draft that Kit Wong saved");
    expect(await priceOf(id)).toMatchObject({ status: "NEW", version: 1, options: [] });
    const long = priceForm({
      intent: "draft",
      draftVersion: "1",
      "options[0].carrierName": "y".repeat(10_000),
    });
    const refused = await desk.post(path(id), long);
    expect([refused.status, textOf(refused).includes("should not exceed 200 characters")]).toEqual([
      400,
      true,
    ]);
  });

  test("tells the second of two people who was first, and sends theirs only when they say so", async () => {
    const id = await requested();
    const option = priceUntil(new Date(Date.now() + 5 * HOUR_MS), "Faster Lines");
    await provider.call(quotePrice, { id, options: [option] }, { token: deskToken });
    const late = await desk.post(path(id), priceForm());
    expect(late.status).toBe(409);
    expect(textOf(late)).toContain("Kit Wong has changed this quote meanwhile; your price was not sent");
    expect(late.html).toContain('value="Cathay Cargo"');
    expect((await priceOf(id)).options?.[0]?.carrierName).toBe("Faster Lines");
    expect(late.html).toContain('value="over:send:2:0"');
    const sent = await desk.post(path(id), priceForm({ intent: "over:send:2:0" }));
    expect(sent.location).toBe(path(id));
    expect((await priceOf(id)).options?.[0]?.carrierName).toBe("Cathay Cargo");
  });
});

test("a price is taken back with a reason; the accept page that is open says what happened", async () => {
  const id = await requested();
  await desk.post(path(id), priceForm());
  const option = (await priceOf(id)).options![0]!.id;
  const accept = `/quote/accept?id=${id}&option=${option}`;
  const open = await customer.get(accept);
  const step = await desk.get(`${path(id)}?step=withdraw`);
  const fields = { intent: "withdraw", version: "2", requestId: requestIdOf(step) };
  const without = await desk.post(path(id), { ...fields, reason: " " });
  expect([without.status, textOf(without).includes("Cannot be empty")]).toEqual([400, true]);
  const long = await desk.post(path(id), { ...fields, reason: "z".repeat(10_000) });
  expect([long.status, textOf(long).includes("should not exceed 500 characters")]).toEqual([400, true]);
  for (let press = 0; press < 2; press += 1)
    expect((await desk.post(path(id), { ...fields, reason: "The flight is full" })).location).toBe(path(id));
  expect((await provider.call(quoteDeskDetail, { id }, { token: deskToken })).data.quote.status).toBe("NEW");
  const late = await customer.post(accept, { requestId: requestIdOf(open) });
  expect([late.status, late.location]).toEqual([302, `/quote/detail?id=${id}`]);
  expect(textOf(await customer.get(`/quote/detail?id=${id}`))).toContain("Reason: The flight is full");
});

test("the form is filled from an earlier quote of the lane, by its weight, without its last day", async () => {
  const earlier = await requested();
  await desk.post(path(earlier), priceForm());
  const id = (
    await provider.call(
      quoteAdd,
      { ...goodRequest, packages: [{ ...goodRequest.packages[0]!, weight: "100" }] },
      { token },
    )
  ).data.id;
  const page = await desk.get(path(id));
  expect(page.html.includes(`${path(id)}?from=${earlier}#price`)).toBe(true);
  const filled = await desk.get(`${path(id)}?from=${earlier}`);
  expect(textOf(filled)).toContain("The form is filled from quote");
  expect(filled.html).toMatch(
    /name="options\[0\]\.lines\[0\]\.quantity"[^>]*value="100"|value="100"[^>]*name="options\[0\]\.lines\[0\]\.quantity"/,
  );
  expect(filled.html).toContain('value="3.0517"');
  expect(filled.html).not.toContain(`value="${validUntil}"`);
});
