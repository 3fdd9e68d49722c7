import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  invoiceAgeing,
  invoiceDetail,
  invoiceExport,
  invoiceFile,
  invoiceList,
  invoiceStatement,
} from "#app/contract/invoice.ts";
import { add, subtract } from "#app/lib/decimal.ts";
import { draws } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";
import { chargeLine, creditFor, invoice, issue, pay } from "./fixture.ts";

let provider: TestProvider;
let own: Somebody;
let rival: Somebody;
let staff: Somebody;
const now = new Date("2026-12-20T04:00:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  own = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
  rival = await customer(provider, ["SHIPMENT_CHARGES"]);
});
afterAll(() => provider?.stop());

const detail = async (id: string, who = own) =>
  (await provider.call(invoiceDetail, { id }, { token: who.token })).data;
const ageing = async (who: Somebody, asOf?: string) =>
  (await provider.call(invoiceAgeing, { asOf }, { token: who.token })).data.currencies;
/** A company of its own, so that sums are of one test. */
const fresh = () => customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);

describe("the issuer's figures", () => {
  test("stay as they are, and a recount by the invoice's own rule is told where it differs", async () => {
    const line = {
      ...chargeLine("16", "348.35", "22"),
      discountPercent: "4",
      net: "5350.66",
      tax: "1177.15",
    };
    const sums = { net: "5350.66", tax: "1177.15", total: "6527.81" };
    const byLine = await issue(
      provider,
      staff,
      invoice(own.companyId, "0", { currency: "EUR", lines: [line], rounding: "LINE", ...sums }),
    );
    expect(byLine.data.recount).toBeNull();
    const byDocument = await issue(
      provider,
      staff,
      invoice(own.companyId, "0", { currency: "EUR", lines: [line], rounding: "DOCUMENT", ...sums }),
    );
    const recount = { net: "5350.66", tax: "1177.14", total: "6527.80" };
    expect(byDocument.data.recount).toEqual(recount);
    expect(await detail(byDocument.data.id)).toMatchObject({
      net: "5350.66",
      tax: "1177.15",
      amount: { amount: "6527.81", currency: "EUR" },
      recount,
    });
  });

  test("of yen have no decimals", async () => {
    const { data } = await issue(
      provider,
      staff,
      invoice(own.companyId, "0", {
        currency: "JPY",
        net: "1000",
        tax: "100",
        total: "1100",
        lines: [{ ...chargeLine("3", "333.4", "10"), net: "1000", tax: "100" }],
      }),
    );
    expect(data.recount).toBeNull();
    expect((await detail(data.id)).amount).toEqual({ amount: "1100", currency: "JPY" });
    const odd = invoice(own.companyId, "0", { currency: "JPY", net: "1.5", tax: "0", total: "1.5" });
    expect((await issue(provider, staff, odd)).code).toBe(400);
  });
});

describe("credit notes", () => {
  test("together never exceed their invoice, also when two come at once", async () => {
    const bill = invoice(own.companyId, "100");
    await issue(provider, staff, bill);
    const answers = await Promise.all(
      ["60", "60"].map((amount) =>
        issue(provider, staff, creditFor(own.companyId, bill.invoiceNumber, amount)),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)?.message).toContain("40.00 USD");
    expect((await issue(provider, staff, creditFor(own.companyId, bill.invoiceNumber, "40"))).code).toBe(200);
    expect((await issue(provider, staff, creditFor(own.companyId, bill.invoiceNumber, "0.01"))).code).toBe(
      400,
    );
  });

  test("that leave something make nothing paid; the last one makes it credited", async () => {
    const bill = invoice(own.companyId, "100");
    const { data } = await issue(provider, staff, bill);
    await issue(provider, staff, creditFor(own.companyId, bill.invoiceNumber, "30"));
    expect(await detail(data.id)).toMatchObject({ status: "OPEN", outstanding: "70.00" });
    await issue(provider, staff, creditFor(own.companyId, bill.invoiceNumber, "70"));
    expect(await detail(data.id)).toMatchObject({ status: "CREDITED", outstanding: "0.00" });
  });

  test("of a paid invoice stay unallocated", async () => {
    const who = await fresh();
    const bill = invoice(who.companyId, "100");
    const { data } = await issue(provider, staff, bill);
    await pay(provider, staff, {
      companyId: who.companyId,
      amount: "100",
      for: { [bill.invoiceNumber]: "100" },
    });
    await issue(provider, staff, creditFor(who.companyId, bill.invoiceNumber, "25"));
    expect(await detail(data.id, who)).toMatchObject({ status: "PAID", outstanding: "0.00" });
    expect(await ageing(who)).toMatchObject([{ unallocated: "25.00", outstanding: "-25.00" }]);
  });

  test("name an invoice of the same customer and currency", async () => {
    const bill = invoice(own.companyId, "100");
    await issue(provider, staff, bill);
    const other = { currency: "EUR" };
    expect(
      (await issue(provider, staff, creditFor(own.companyId, bill.invoiceNumber, "1", other))).code,
    ).toBe(400);
    expect((await issue(provider, staff, creditFor(rival.companyId, bill.invoiceNumber, "1"))).code).toBe(
      400,
    );
    expect((await issue(provider, staff, creditFor(own.companyId, "none", "1"))).code).toBe(400);
    expect(
      (await issue(provider, staff, { ...bill, invoiceNumber: "X1", creditedNumber: bill.invoiceNumber }))
        .code,
    ).toBe(400);
  });
});

describe("payments", () => {
  test("settle in part and in whole, and never more than is left or was paid", async () => {
    const who = await fresh();
    const bill = invoice(who.companyId, "100");
    const { data } = await issue(provider, staff, bill);
    const given = (amount: string, part: string) => ({
      companyId: who.companyId,
      amount,
      for: { [bill.invoiceNumber]: part },
    });
    expect((await pay(provider, staff, given("40", "40"))).data.unallocated).toBe("0.00");
    expect(await detail(data.id, who)).toMatchObject({
      status: "PART_PAID",
      outstanding: "60.00",
      daysOver: 19,
    });
    expect((await pay(provider, staff, given("100", "60.01"))).message).toContain("60.00 USD");
    expect((await pay(provider, staff, given("50", "60"))).code).toBe(400);
    const answers = await Promise.all(
      [given("60", "60"), given("60", "60")].map((each) => pay(provider, staff, each)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(await detail(data.id, who)).toMatchObject({ status: "PAID", outstanding: "0.00", daysOver: null });
  });

  test("of yen have no decimals", async () => {
    const yen = invoice(own.companyId, "1000", { currency: "JPY" });
    await issue(provider, staff, yen);
    const given = (amount: string, part: string) => ({
      companyId: own.companyId,
      currency: "JPY",
      amount,
      for: { [yen.invoiceNumber]: part },
    });
    expect((await pay(provider, staff, given("100.5", "100"))).code).toBe(400);
    expect((await pay(provider, staff, given("100", "99.5"))).code).toBe(400);
    expect((await pay(provider, staff, given("100", "100"))).code).toBe(200);
  });

  test("of another currency settle nothing", async () => {
    const bill = invoice(own.companyId, "100");
    await issue(provider, staff, bill);
    const given = {
      companyId: own.companyId,
      amount: "10",
      currency: "EUR",
      for: { [bill.invoiceNumber]: "10" },
    };
    expect((await pay(provider, staff, given)).code).toBe(400);
  });
});

test("a number that was issued before is refused", async () => {
  const bill = invoice(own.companyId, "100");
  expect((await issue(provider, staff, bill)).code).toBe(200);
  expect((await issue(provider, staff, bill)).code).toBe(409);
  expect((await issue(provider, staff, { ...bill, companyId: rival.companyId })).code).toBe(200);
});

test("invoices of another company are not there", async () => {
  const { data } = await issue(provider, staff, invoice(own.companyId, "77"));
  expect((await provider.call(invoiceDetail, { id: data.id }, { token: rival.token })).code).toBe(404);
  expect(
    (await provider.call(invoiceList, {}, { token: rival.token })).data.rows.map(
      ({ amount }) => amount.amount,
    ),
  ).not.toContain("77.00");
  const refused = await fetch(`${provider.apiUrl}/invoice/file`, {
    method: "POST",
    headers: { authorization: `Bearer ${rival.token}` },
    body: new URLSearchParams({ id: data.id }),
  });
  expect(((await refused.json()) as { code: number }).code).toBe(403);
});

test("the ageing sums to what is outstanding on any day, and the statement ends with it", async () => {
  const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
  const day = fc
    .integer({ min: 1, max: 28 })
    .map((each) => `2026-${each % 2 ? "10" : "11"}-${String(each).padStart(2, "0")}`);
  const plan = fc.record({
    bills: fc.array(
      fc.record({ amount, on: day, due: day, paid: amount, paidOn: day, credit: amount, creditOn: day }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    asOf: day,
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ bills, asOf }) => {
      const who = await fresh();
      const entries: { on: string; amount: string }[] = [];
      for (const each of bills) {
        const dueDate = [each.due, each.on].sort()[1]!;
        const bill = invoice(who.companyId, each.amount, { invoiceDate: each.on, dueDate });
        await issue(provider, staff, bill);
        entries.push({ on: each.on, amount: each.amount });
        const part = Number(each.paid) < Number(each.amount) ? each.paid : each.amount;
        const paid = await pay(provider, staff, {
          companyId: who.companyId,
          amount: each.paid,
          paidOn: each.paidOn,
          for: { [bill.invoiceNumber]: part },
        });
        expect(paid.code).toBe(200);
        entries.push({ on: each.paidOn, amount: subtract("0", each.paid) });
        const credit = creditFor(who.companyId, bill.invoiceNumber, each.credit, {
          invoiceDate: each.creditOn,
        });
        const credited = await issue(provider, staff, credit);
        expect(credited.code).toBe(Number(each.credit) <= Number(each.amount) ? 200 : 400);
        if (credited.code === 200) entries.push({ on: each.creditOn, amount: subtract("0", each.credit) });
      }
      for (const until of [asOf, "2026-12-20"]) {
        const expected = add(...entries.filter(({ on }) => on <= until).map((entry) => entry.amount));
        const [sums] = await ageing(who, until);
        const buckets = Object.values(sums?.buckets ?? {});
        expect(Number(subtract(add(...buckets), sums?.unallocated ?? "0"))).toBe(Number(expected));
        expect(Number(sums?.outstanding ?? "0")).toBe(Number(expected));
        expect(buckets.every((sum) => Number(sum) >= 0)).toBe(true);
        const { data } = await provider.call(
          invoiceStatement,
          { from: "2026-10-15", to: until < "2026-10-15" ? "2026-10-15" : until, currency: "USD" },
          { token: who.token },
        );
        expect(Number(data.closing)).toBe(
          Number(add(data.opening, ...data.entries.map((entry) => entry.amount))),
        );
        if (until >= "2026-10-15") expect(Number(data.closing)).toBe(Number(expected));
      }
    }),
    { numRuns: draws(8) },
  );
});

test("buckets are those of the days past the due date; currencies are never added", async () => {
  const who = await fresh();
  const due = [
    "2026-12-20",
    "2026-12-19",
    "2026-11-20",
    "2026-11-19",
    "2026-10-21",
    "2026-10-20",
    "2026-09-21",
    "2026-09-20",
  ];
  for (const [index, dueDate] of due.entries())
    await issue(
      provider,
      staff,
      invoice(who.companyId, String(10 ** index), { invoiceDate: "2026-09-01", dueDate }),
    );
  await issue(provider, staff, invoice(who.companyId, "5", { currency: "EUR", dueDate: null }));
  expect(await ageing(who)).toEqual([
    expect.objectContaining({ currency: "EUR", outstanding: "5.00" }),
    {
      currency: "USD",
      buckets: {
        notDue: "1.00",
        upTo30: "110.00",
        upTo60: "11000.00",
        upTo90: "1100000.00",
        over90: "10000000.00",
      },
      unallocated: "0.00",
      outstanding: "11111111.00",
    },
  ]);
});

test("the list is narrowed, counted and sorted", async () => {
  const who = await fresh();
  const bills = ["3", "1", "2"].map((amount, index) =>
    invoice(who.companyId, amount, {
      invoiceDate: `2026-11-0${index + 1}`,
      dueDate: index === 0 ? "2026-12-30" : "2026-12-01",
      title: `Sea ${amount}`,
    }),
  );
  for (const bill of bills) await issue(provider, staff, bill);
  await pay(provider, staff, {
    companyId: who.companyId,
    amount: "2",
    for: { [bills[2]!.invoiceNumber]: "2" },
  });
  const list = async (asked: object) => (await provider.call(invoiceList, asked, { token: who.token })).data;
  const all = await list({ sort: "amount", direction: "asc" });
  expect(all.rows.map(({ amount }) => amount.amount)).toEqual(["1.00", "2.00", "3.00"]);
  expect(all.counts).toEqual({ OUTSTANDING: 2, OVERDUE: 1, DISPUTED: 0, PAID: 1, CREDIT: 0 });
  expect(
    (await list({ view: "OVERDUE" })).rows.map(({ amount, daysOver }) => [amount.amount, daysOver]),
  ).toEqual([["1.00", 19]]);
  expect((await list({ keyword: "sea 3" })).total).toBe(1);
  expect((await list({ keyword: bills[1]!.invoiceNumber })).total).toBe(1);
  expect((await list({ dateFrom: "2026-11-02", dateTo: "2026-11-02" })).total).toBe(1);
  expect((await list({ keyword: "%" })).total).toBe(0);
});

test("files are for companies with INVOICE_DOWNLOAD", async () => {
  const { data } = await issue(provider, staff, invoice(own.companyId, "12"));
  const file = async (path: string, body: object) => {
    const answer = await fetch(`${provider.apiUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${own.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const pdf = await fetch(`${provider.apiUrl}/invoice/file`, {
    method: "POST",
    headers: { authorization: `Bearer ${own.token}` },
    body: new URLSearchParams({ id: data.id }),
  });
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  const csv = await file(invoiceExport.path, { format: "csv", sort: "amount" });
  expect(csv.answer.headers.get("content-disposition")).toContain("invoices-2026-12-20.csv");
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(csv.bytes.toString()).toContain(",12.00,12.00,");
  expect((await provider.call(invoiceFile, { id: data.id }, { token: rival.token })).code).toBe(403);
});
