import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingDetail, bookingList } from "#app/contract/booking.ts";
import { quoteBook, quoteDetail, quoteList } from "#app/contract/quote.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { customer, desk, option, pricedQuote } from "#tests/provider/quotes/fixture.ts";
import { startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { scriptedBrowser, scriptedUser } from "#tests/upstream/scripted-person.ts";
import { envelope, type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";

/** Our provider's answers for a company with SHIPMENT_CHARGES, sent to one without it. */
let real: TestProvider;
let scripted: ScriptedProvider;
let portal: TestPortal;
let pages: string[];
beforeAll(async () => {
  real = await startProvider();
  scripted = await startScriptedProvider();
  portal = await startPortal(scripted);
  const dana = await customer(real);
  const staff = await desk(real);
  const token = { token: dana.token };
  const quote = await pricedQuote(real, dana, staff, [option({ total: "7531.86", from: new Date() })]);
  const booked = { id: quote.id, optionId: quote.optionIds[0]! };
  const { data: booking } = await real.call(quoteBook, booked, token);
  const { id: shipment } = await makeShipment(real.db, dana.companyId, {
    house_number: "FLPRICED001",
    estimated_charges: "7531.86",
    charges_currency: "USD",
  });
  const told = [
    [quoteList, await real.call(quoteList, {}, token)],
    [quoteDetail, await real.call(quoteDetail, { id: quote.id }, token)],
    [bookingList, await real.call(bookingList, {}, token)],
    [bookingDetail, await real.call(bookingDetail, { id: booking.bookingId }, token)],
    [shipmentDetail, await real.call(shipmentDetail, { id: shipment }, token)],
  ] as const;
  for (const [endpoint, { data }] of told) scripted.answer(envelope(data), `/api${endpoint.path}`);
  pages = [
    "/quote/index",
    `/quote/detail?id=${quote.id}`,
    `/shipments/bookingDetail/${booking.bookingId}`,
    `/shipments/detail/${shipment}`,
  ];
});
afterAll(async () => {
  await scripted?.stop();
  await real?.stop();
});

const menuList = [
  ["QUOTES", "/quote"],
  ["BOOKING", "/booking"],
  ["SHIPMENTS", "/shipments"],
].map(([name, url]) => ({ name: name!, menuFlag: 1 as const, url: url! }));
const buttons = ["REQUESTQUOTE", "BOOKSHIPMENT"].map((name) => ({ name, menuFlag: 0 as const, url: null }));
const PRICE = /7,?531\.86/;

test("every screen shows its price to a company that has been given the charges", async () => {
  const userAccessResourceVos = [{ sysMainBodyId: "3", resCode: "SHIPMENT_CHARGES" }];
  const user = scriptedUser({ menuList: [...menuList, ...buttons], userAccessResourceVos });
  const browser = await scriptedBrowser(scripted, portal, user);
  for (const path of pages)
    expect([path, (await browser.get(path)).markup]).toEqual([path, expect.stringMatching(PRICE)]);
});

test("no screen shows a price that a provider sends to a company without the right, in its data neither", async () => {
  // An entry of another company, or another right, grants nothing.
  for (const entries of [
    [],
    [{ sysMainBodyId: "4", resCode: "SHIPMENT_CHARGES" }],
    [{ sysMainBodyId: "3", resCode: "INVOICE_DOWNLOAD" }],
  ]) {
    const user = scriptedUser({ menuList: [...menuList, ...buttons], userAccessResourceVos: entries });
    const browser = await scriptedBrowser(scripted, portal, user);
    for (const path of pages) {
      const page = await browser.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect([path, page.html]).toEqual([path, expect.not.stringMatching(PRICE)]);
    }
  }
});
