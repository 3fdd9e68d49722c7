import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const PATH = "/freightForwarder/names";
let provider: TestProvider;
let browser: Browser;
let customer: Browser;
let token: string;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  const portal = await startPortal(provider);
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], { name: "Meridian" });
  const dana = await makePerson(provider.db, company, { name: "Dana Customer" });
  token = await makeSession(provider.db, dana.id);
  customer = await portal.signedIn(dana.userName, PASSWORD);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true, name: "Forwarder Ltd" });
  const ann = await makePerson(provider.db, forwarder, { role: "desk", name: "Ann Desk" });
  browser = await portal.signedIn(ann.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const textOf = (page: Page) => page.markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
async function book(carrier: string): Promise<void> {
  const fields = { id: null, version: null, content: content({ carrier }) };
  const { data } = await provider.call(bookingSaveDraft, fields, { token });
  await provider.call(bookingSubmit, { id: data.id, version: data.version }, { token });
}
async function post(path: string, fields: Record<string, string>) {
  return browser.post(path, { requestId: requestIdOf(await browser.get(path)), ...fields });
}

test("names that are not known are assigned, added as carriers, and taken back", {
  tags: "slow",
}, async () => {
  await provider.db
    .insertInto("vessel")
    .values({ imo: "9074729", name: "9074729", carrier_code: null })
    .execute();
  await book("Maersk <Line>");
  await book("Blue Ocean Feeders");
  const list = await browser.get(PATH);
  expect(textOf(list)).toMatch(/Blue Ocean Feeders Sea · 1 booking/);
  expect(list.html).toContain("Maersk &lt;Line&gt;");
  const name = "Maersk <Line>";
  const picked = `${PATH}?name=${encodeURIComponent(name)}`;
  const empty = await post(picked, { intent: "assign", name, carrierCode: "" });
  expect(empty.status).toBe(400);
  expect((await post(picked, { intent: "assign", name, carrierCode: "MAEU" })).location).toBe(PATH);
  expect(textOf(await browser.get(PATH))).toContain("The name is assigned");
  expect((await post(PATH, { intent: "assign", name, carrierCode: "HLCU" })).status).toBe(409);
  const added = { intent: "add", name: "Blue Ocean Feeders", carrierName: "Blue Ocean", mode: "OCEAN" };
  const taken = await post(`${PATH}?name=Blue+Ocean+Feeders`, { ...added, code: "MAEU" });
  expect([taken.status, textOf(taken).includes("There is a carrier with this code")]).toEqual([400, true]);
  expect((await post(PATH, { ...added, code: "bofx" })).location).toBe(PATH);
  expect((await post(PATH, { intent: "vessel", imo: "9074729", name: "EVER GOOD" })).location).toBe(PATH);
  const after = textOf(await browser.get(PATH));
  expect(after).toMatch(/Nothing is unknown.*Blue Ocean Feeders means Blue Ocean \(BOFX\) Ann Desk/);
  expect((await post(PATH, { intent: "takeBack", name })).location).toBe(PATH);
  expect((await browser.get(PATH)).html).toContain("Maersk &lt;Line&gt;");
});

test("nonsense is refused, and customers do not get the page", async () => {
  for (const intent of ["assign", "add", "vessel", "takeBack", "__proto__"])
    expect(
      (await post(PATH, { intent, name: "n".repeat(10_000), imo: "x", "x[60000000]": "1" })).status,
    ).toBe(400);
  expect((await browser.get(`${PATH}?name=nobody`)).status).toBe(200);
  expect((await customer.get(PATH)).status).not.toBe(200);
});
