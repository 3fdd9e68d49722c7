import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disputeOpen, invoiceComparison, invoiceDetail, invoiceList } from "#app/contract/invoice.ts";
import { disputeDecide } from "#app/contract/invoice-desk.ts";
import { messageSearch } from "#app/contract/message.ts";
import { quoteAccept, quoteBook } from "#app/contract/quote.ts";
import { add } from "#app/lib/decimal.ts";
import { saveTariffs, tariffFields } from "#app/provider/free-time/tariff.ts";
import { watchTheClock } from "#app/provider/notifications/own-news.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { customer, desk, option, pricedQuote, type Somebody, somebody } from "../quotes/fixture.ts";
import { chargeLine, creditFor, invoice, issue, pay } from "./fixture.ts";

let provider: TestProvider;
let own: Somebody;
let rival: Somebody;
let staff: Somebody;
let now = new Date("2026-12-18T04:00:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  own = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
  rival = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
});
afterAll(() => provider?.stop());

const detail = async (id: string) => (await provider.call(invoiceDetail, { id }, { token: own.token })).data;
async function billed(given: Parameters<typeof invoice>[2] = {}) {
  const made = invoice(own.companyId, "120", given);
  const { data } = await issue(provider, staff, made);
  return { ...made, id: data.id, lines: (await detail(data.id)).lines };
}
const dispute = (invoiceId: string, lineId: string, who = own) =>
  provider.call(
    disputeOpen,
    { invoiceId, lineId, reason: "PRICE", body: "We agreed on less" },
    { token: who.token },
  );
const decide = (
  id: string,
  state: "ACCEPTED" | "REFUSED" | "CREDITED",
  creditNoteNumber: string | null = null,
) => provider.call(disputeDecide, { id, state, note: "Noted", creditNoteNumber }, { token: staff.token });

describe("a dispute", () => {
  test("names its line in the billing conversation and is one, however often it is pressed", async () => {
    const { id, lines, invoiceNumber } = await billed();
    const codes = (await Promise.all([dispute(id, lines[0]!.id), dispute(id, lines[0]!.id)])).map(
      ({ code }) => code,
    );
    expect(codes.sort()).toEqual([200, 409]);
    const found = await provider.call(messageSearch, { keyword: invoiceNumber }, { token: staff.token });
    expect(JSON.stringify(found.data)).toContain(lines[0]!.description);
    const { disputes } = await detail(id);
    expect(disputes).toMatchObject([
      { state: "OPEN", lineId: lines[0]!.id, answerBy: "2027-01-01 12:00:00", decidedAt: null },
    ]);
    const list = await provider.call(invoiceList, { view: "DISPUTED" }, { token: own.token });
    expect(list.data.rows).toMatchObject([{ invoiceNumber, hasOpenDispute: true }]);
  });

  test("keeps its own state: refused for good, or accepted and credited later", async () => {
    const one = await billed();
    const refused = await dispute(one.id, one.lines[0]!.id);
    expect((await decide(refused.data.id, "REFUSED")).code).toBe(200);
    expect((await decide(refused.data.id, "ACCEPTED")).code).toBe(409);
    expect((await detail(one.id)).disputes[0]).toMatchObject({ state: "REFUSED", note: "Noted" });
    const other = await billed();
    const { data } = await dispute(other.id, other.lines[0]!.id);
    expect((await decide(data.id, "ACCEPTED")).code).toBe(200);
    // A credit note of another invoice credits nothing here.
    const elsewhere = creditFor(own.companyId, one.invoiceNumber, "20");
    await issue(provider, staff, elsewhere);
    expect((await decide(data.id, "CREDITED", elsewhere.invoiceNumber)).code).toBe(400);
    const credit = creditFor(own.companyId, other.invoiceNumber, "20");
    await issue(provider, staff, credit);
    expect((await decide(data.id, "CREDITED", credit.invoiceNumber)).code).toBe(200);
    const shown = await detail(other.id);
    expect(shown.disputes[0]).toMatchObject({
      state: "CREDITED",
      creditNote: { invoiceNumber: credit.invoiceNumber },
    });
    expect(shown).toMatchObject({ status: "OPEN", outstanding: "100.00" });
  });

  test("is not opened by another company, the forwarder, or a role without the menu, nor on another's line", async () => {
    const { id, lines } = await billed();
    const other = await billed();
    const clerk = await somebody(provider, own.companyId, { role: "operator" });
    expect((await dispute(id, lines[0]!.id, rival)).code).toBe(404);
    expect((await dispute(id, lines[0]!.id, staff)).code).toBe(403);
    expect((await dispute(id, lines[0]!.id, clerk)).code).toBe(403);
    expect((await dispute(id, other.lines[0]!.id)).code).toBe(404);
    const credit = creditFor(own.companyId, other.invoiceNumber, "5");
    const { data } = await issue(provider, staff, credit);
    const line = (await detail(data.id)).lines[0]!;
    expect((await dispute(data.id, line.id)).code).toBe(400);
  });
});

const compare = async (id: string) =>
  (await provider.call(invoiceComparison, { id }, { token: own.token })).data;

describe("a quote against its invoices", () => {
  test("shows what only one side has, and adds up to the cent", async () => {
    const lineOf = (chargeCode: string, price: string, amount: string) => ({
      chargeCode,
      description: chargeCode,
      unit: "kg",
      price,
      amount,
      volumeMin: null,
      volumeMax: null,
      weightMin: null,
      weightMax: null,
    });
    const quote = await pricedQuote(provider, own, staff, [
      option({
        from: now,
        lines: [lineOf("OFR", "10", "1000.10"), lineOf("BLF", "65", "65"), lineOf("SEC", "1", "30")],
      }),
    ]);
    const optionId = quote.optionIds[0]!;
    await provider.call(quoteAccept, { id: quote.id, optionId }, { token: own.token });
    const made = await provider.call(quoteBook, { id: quote.id, optionId }, { token: own.token });
    const { bookingNumber } = made.data;
    const { id } = await billed({
      bookingNumber,
      lines: [
        { ...chargeLine("1", "1100.35", "0", "ofr"), net: "1100.35", tax: "0" },
        { ...chargeLine("1", "65", "0", "BLF"), net: "65", tax: "0" },
        { ...chargeLine("1", "48", "0", "STO"), net: "48", tax: "0" },
      ],
    });
    const shown = await compare(id);
    expect(shown.pairs.map(({ chargeCode, difference, reason }) => [chargeCode, difference, reason])).toEqual(
      [
        ["OFR", "100.25", "quantity-and-price"],
        ["BLF", "0.00", null],
        ["SEC", "-30.00", "not-billed"],
        ["STO", "48.00", "not-quoted"],
      ],
    );
    expect(shown).toMatchObject({ quoted: "1095.10", billed: "1213.35", difference: "118.25" });
    expect(add(...shown.pairs.map(({ difference }) => difference))).toBe("118.25");
  });

  test("of an invoice of nothing quoted says so", async () => {
    const { id } = await billed();
    expect(await compare(id)).toMatchObject({ quote: null, billed: "120.00", clocks: [] });
    expect((await provider.call(invoiceComparison, { id }, { token: rival.token })).code).toBe(404);
  });
});

describe("billed demurrage", () => {
  const container = "CSQU3054383";
  async function demurrage(
    house: string,
    events: Parameters<typeof tellEvents>[2],
    { tariffed = true, dates = {} } = {},
  ) {
    const who = tariffed ? own : rival;
    await makeShipment(provider.db, who.companyId, {
      house_number: house,
      master_number: `M-${house}`,
      carrier_code: "HLCU",
      dates: JSON.stringify(dates),
    });
    await tellEvents(provider.db, house, events, now);
    const clock = {
      type: "DEM",
      containerNumber: container,
      from: "2026-12-12",
      to: "2026-12-15",
      days: 4,
    } as const;
    const made = invoice(who.companyId, "200", {
      houseNumber: house,
      lines: [{ ...chargeLine("4", "50", "0", "DEM"), net: "200", tax: "0", clock }],
    });
    const { data } = await issue(provider, staff, made);
    return (await provider.call(invoiceComparison, { id: data.id }, { token: who.token })).data.clocks;
  }
  const departed = { code: "DEPA", day: -30, place: "CNSHA" };

  test("is counted again by the events and the tariff, with the event that started the clock", async () => {
    const tariff = tariffFields.parse({
      code: "DEM",
      type: "DEM",
      startEvent: "available",
      dayOne: "event-day",
      freeDays: 7,
      unit: "calendar",
      currency: "EUR",
      validFrom: "2026-01-01",
      source: "General tariff",
      tiers: [{ days: null, perDay: "50.00" }],
    });
    await saveTariffs(provider.db, own.companyId, [{ ...tariff, startEvent: "discharge" }], now);
    const events = [
      departed,
      { code: "DISC", day: -12, place: "DEHAM", container },
      { code: "GTOT", day: -3, place: "DEHAM", container },
    ];
    expect(await demurrage("FL-DEM-1", events)).toMatchObject([
      { billedDays: 4, days: 3, startEvent: "discharge", startDay: "2026-12-06", endedOn: "2026-12-15" },
    ]);
  });

  test("begins after the day that the railway has stated, as on the shipment's page", async () => {
    const dates = { railRampLastFreeDay: "2026-12-13" };
    const events = [
      departed,
      { code: "DISC", day: -12, place: "DEHAM", container },
      { code: "GTOT", day: -3, place: "DEHAM", container },
    ];
    expect(await demurrage("FL-DEM-4", events, { dates })).toMatchObject([
      { billedDays: 4, days: 2, lastFreeDay: "2026-12-13" },
    ]);
  });

  test("is unknown while the container is still there, and without a tariff", async () => {
    const discharged = [departed, { code: "DISC", day: -12, place: "DEHAM", container }];
    expect(await demurrage("FL-DEM-2", discharged)).toMatchObject([{ billedDays: 4, days: null }]);
    const gone = [...discharged, { code: "GTOT", day: -3, place: "DEHAM", container }];
    expect(await demurrage("FL-DEM-3", gone, { tariffed: false })).toMatchObject([
      { days: null, tariffCode: null },
    ]);
  });
});

test("an invoice that comes due is told before and after, once each, to who may see it", async () => {
  const due = invoice(own.companyId, "10", { dueDate: "2026-12-21" });
  await issue(provider, staff, due);
  const clerk = await somebody(provider, own.companyId, { role: "operator" });
  const told = async (who: Somebody) =>
    (
      await provider.db
        .selectFrom("notice")
        .select("content")
        .where("kind", "=", "invoiceDue")
        .where("user_id", "=", who.id)
        .execute()
    ).filter(({ content }) => content.title === due.invoiceNumber).length;
  await Promise.all([watchTheClock(provider.db, now), watchTheClock(provider.db, now)]);
  expect([await told(own), await told(rival), await told(clerk)]).toEqual([1, 0, 0]);
  now = new Date("2026-12-22T04:00:00Z");
  await watchTheClock(provider.db, now);
  await watchTheClock(provider.db, now);
  expect(await told(own)).toBe(2);
  const paid = invoice(own.companyId, "10", { dueDate: "2026-12-23" });
  await issue(provider, staff, paid);
  await pay(provider, staff, {
    companyId: own.companyId,
    amount: "10",
    for: { [paid.invoiceNumber]: "10" },
  });
  await watchTheClock(provider.db, now);
  expect(await told(own)).toBe(2);
});
