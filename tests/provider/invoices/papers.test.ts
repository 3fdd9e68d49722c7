import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerSave } from "#app/contract/customer.ts";
import { invoiceExport, invoiceFile, invoiceStatement, invoiceStatementFile } from "#app/contract/invoice.ts";
import { paymentRecord } from "#app/contract/invoice-desk.ts";
import { invoiceIssuer, invoiceIssuerSave } from "#app/contract/invoice-issuer.ts";
import { pdfTextOf } from "#tests/support/pdf-text.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { chargeLine, invoice, issue } from "./fixture.ts";

/** What invoices, credit notes and statements say as PDF, and who issues them. */

let provider: TestProvider;
let staff: Somebody;
let second: Somebody;
let own: Somebody;
const now = new Date("2026-12-18T04:00:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  second = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
  own = await customer(provider, ["INVOICE_DOWNLOAD"]);
});
afterAll(() => provider?.stop());

const as = (who: Somebody) => ({ token: who.token });
const issuer = {
  name: "Harbour Forwarding Ltd",
  address: "1 Quay Street\nLondon\nUnited Kingdom",
  taxNumber: "GB123456789",
  payment: "Bank of Harbour\nIBAN GB00 HARB 0000 0000 01",
};
const read = async () => (await provider.call(invoiceIssuer, {}, as(staff))).data;
const save = async (change: object = {}, by = staff) =>
  provider.call(invoiceIssuerSave, { ...issuer, version: (await read()).version, ...change }, as(by));

/** The texts of a PDF, each as it stands on one line; parts in two fonts are two. */
async function texts(path: string, body: object, language: "en" | "zh" = "en"): Promise<string[]> {
  const isForm = path === invoiceFile.path;
  const answer = await fetch(`${provider.apiUrl}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${own.token}`,
      language: language === "zh" ? "zh" : "en",
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
    },
    body: isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return pdfTextOf(Buffer.from(await answer.arrayBuffer())).split("\n");
}
const paperOf = (id: string, language?: "en" | "zh") => texts(invoiceFile.path, { id }, language);
const money = (amount: string, currency = "USD") => `${currency}\u00a0${amount}`;

test("an invoice names issuer and customer, tax by rate with its base, rounding and how to pay", async () => {
  expect(await read()).toMatchObject({ name: "Forwarder Ltd", payment: "", version: "0", log: [] });
  expect((await save()).code).toBe(200);
  const facts = { name: "Shipper Ltd", code: "SHIPPER-1", address: "2 Dock Road", city: "Leeds", state: "" };
  const seen = await provider.db
    .selectFrom("company")
    .select("version")
    .where("id", "=", own.companyId)
    .executeTakeFirstOrThrow();
  const changed = {
    id: own.companyId,
    version: seen.version,
    ...facts,
    countryCode: "GB",
    taxNumber: "GB987",
  };
  expect((await provider.call(customerSave, changed, as(staff))).code).toBe(200);
  const lines = [
    { ...chargeLine("4609.6", "1"), net: "4609.60", tax: "0.00" },
    { ...chargeLine("1", "12345678.90", "20", "DTHC"), net: "12345678.90", tax: "2469135.78" },
  ];
  const bill = invoice(own.companyId, "0", { lines, rounding: "DOCUMENT", note: "First line\nSecond line" });
  const { data } = await issue(provider, staff, bill);
  const paper = await paperOf(data.id);
  for (const text of [
    "Harbour Forwarding Ltd",
    "1 Quay Street",
    "London",
    "Tax no. GB123456789",
    "Shipper Ltd",
    "2 Dock Road",
    "Leeds",
    "United Kingdom",
    "Tax no. GB987",
    money("4,609.60"),
    "4,609.6 kg",
    "20\u00a0%",
    money("12,345,678.90"),
    "by document",
    `Tax 0 % of ${money("4,609.60")}`,
    `Tax 20 % of ${money("12,345,678.90")}`,
    money("2,469,135.78"),
    money("14,819,424.28"),
    "First line",
    "Second line",
    "Bank of Harbour",
  ])
    expect(paper).toContain(text);
  expect(paper).toContain("1 / 1");
  // What is issued keeps its parties; the account to pay to is today's.
  expect((await save({ name: "New Name Ltd", payment: "New Bank" }, second)).code).toBe(200);
  const later = await paperOf(data.id);
  expect(later).toContain("Harbour Forwarding Ltd");
  expect(later).toContain("New Bank");
  const { log } = await read();
  expect(log.map(({ actor }) => actor)).toEqual(["Desk Person", "Second Person"]);
  expect(log[1]?.changes.map(({ path }) => path)).toEqual(["name", "payment"]);
  await expect(provider.db.deleteFrom("invoice_issuer").execute()).rejects.toThrow(
    /never changed or deleted/,
  );
});

test("no amount is broken, whatever the names and however many the lines; heads and pages are counted", {
  tags: "slow",
}, async () => {
  const lines = Array.from({ length: 120 }, (_, index) => ({
    ...chargeLine("123456.789", "987654.123456", "7.12", index % 2 ? null : "VERYLONGCHARGECODE"),
    description: index % 3 ? "W".repeat(120) : "海运费及目的港操作费、码头费和文件费".repeat(6),
    unit: index % 5 ? "W/M" : "K".repeat(40),
    net: "9876543210.12",
    tax: "703703703.72",
  }));
  const bill = { lines, title: "T".repeat(200), note: "n\n".repeat(900) };
  const { code, data } = await issue(provider, staff, invoice(own.companyId, "0", bill));
  expect(code).toBe(200);
  for (const language of ["en", "zh"] as const) {
    const paper = await paperOf(data.id, language);
    expect(paper.filter((text) => text === money("9,876,543,210.12"))).toHaveLength(120);
    expect(paper.filter((text) => text === money("987,654.123456"))).toHaveLength(120);
    expect(paper.filter((text) => text.startsWith("123,456.789")).length).toBe(120);
    const pages = paper.filter((text) => /^\d+ \/ \d+$/.test(text));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages[0]).toBe(`1 / ${pages.length}`);
  }
  expect((await paperOf(data.id)).filter((text) => text === "Quantity").length).toBeGreaterThan(5);
});

test("a currency without decimals has none, a credit note names its invoice and asks for no money", async () => {
  const bill = invoice(own.companyId, "1234567", { currency: "JPY" });
  const { data } = await issue(provider, staff, bill);
  expect(await paperOf(data.id)).toContain(money("1,234,567", "JPY"));
  const note = await issue(provider, staff, {
    ...invoice(own.companyId, "567", { currency: "JPY", kind: "CREDIT_NOTE" }),
    creditedNumber: bill.invoiceNumber,
    dueDate: null,
  });
  const paper = await paperOf(note.data.id);
  expect(paper).toContain(bill.invoiceNumber);
  expect(paper).toContain(money("567", "JPY"));
  expect(paper).not.toContain("How to pay");
});

test("within a day an invoice stands before its payment, and a payment before its refund", async () => {
  const day = "2026-12-03";
  const bill = invoice(own.companyId, "100", { currency: "EUR", invoiceDate: day, dueDate: day });
  await issue(provider, staff, bill);
  await provider.call(
    paymentRecord,
    {
      companyId: own.companyId,
      currency: "EUR",
      amount: "100",
      paidOn: day,
      reference: "TT 9",
      allocations: [{ invoiceNumber: bill.invoiceNumber, amount: "100" }],
    },
    as(staff),
  );
  const period = { from: "2026-12-01", to: "2026-12-31", currency: "EUR" };
  const { data } = await provider.call(invoiceStatement, period, as(own));
  expect(data.entries.map(({ kind, balance }) => [kind, balance])).toEqual([
    ["INVOICE", "100.00"],
    ["PAYMENT", "0.00"],
  ]);
  expect(data.closing).toBe("0.00");
  const paper = await texts(invoiceStatementFile.path, { ...period, format: "pdf" });
  expect(paper.indexOf(bill.invoiceNumber)).toBeLessThan(paper.indexOf("TT 9"));
  expect(paper).toContain("New Name Ltd");
  expect(paper).not.toContain("How to pay");
});

test("in the list's file credit notes are below zero, with their invoice, and sorted so", async () => {
  const bill = invoice(own.companyId, "900", { currency: "GBP" });
  await issue(provider, staff, bill);
  const noted = { currency: "GBP", kind: "CREDIT_NOTE", dueDate: null } as const;
  const note = invoice(own.companyId, "45", { ...noted, creditedNumber: bill.invoiceNumber });
  await issue(provider, staff, note);
  const answer = await fetch(`${provider.apiUrl}${invoiceExport.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${own.token}`, "content-type": "application/json" },
    body: JSON.stringify({ format: "csv", currency: "GBP", sort: "amount", direction: "asc" }),
  });
  const [head, ...rows] = parse(await answer.text());
  const cells = ["Number", "Amount", "Left to pay", "Credit for"].map((name) => head!.indexOf(name));
  expect(rows.map((row) => cells.map((cell) => row[cell]))).toEqual([
    [note.invoiceNumber, "-45.00", "0.00", bill.invoiceNumber],
    [bill.invoiceNumber, "900.00", "855.00", ""],
    ["Total", "855.00", "855.00", ""],
  ]);
});

test("no nonsense is saved as the issuer, by nobody but the desk, and of two at once one is", async () => {
  const { version } = await read();
  for (const faulty of [
    { name: "" },
    { name: "two\nlines" },
    { name: "x".repeat(201) },
    { address: "a\n".repeat(7) },
    { address: "a\u0007b" },
    { payment: "x".repeat(1_001) },
    { payment: "-\n".repeat(60_000) },
    { taxNumber: null },
    { version: "x" },
  ])
    expect([faulty, (await save(faulty)).code]).toEqual([faulty, 400]);
  expect((await save({}, own)).code).toBe(403);
  expect((await provider.call(invoiceIssuer, {}, as(own))).code).toBe(403);
  const both = await Promise.all([save({ name: "A", version }), save({ name: "B", version }, second)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(both.find(({ code }) => code === 409)?.message).toMatch(
    /(Desk|Second) Person has changed the issuer/,
  );
});
