import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { invoiceIssue } from "#app/contract/invoice-desk.ts";
import { invoiceSeries, invoiceSeriesSet } from "#app/contract/invoice-series.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { invoice, issue } from "./fixture.ts";

/** Prefixes and widths of the numbers of invoices. */

let provider: TestProvider | undefined;
let staff: Somebody;
let second: Somebody;
let own: Somebody;
const now = new Date("2026-12-18T04:00:00Z");

beforeEach(async () => {
  await provider?.stop();
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  second = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
  own = await customer(provider);
});
afterAll(() => provider?.stop());

const read = async () => (await provider!.call(invoiceSeries, {}, { token: staff.token })).data;
const set = (given: object, by = staff) =>
  provider!.call(
    invoiceSeriesSet,
    { kind: "INVOICE", year: 2026, prefix: "HH26-", width: 4, version: "0", ...given },
    { token: by.token },
  );
const next = (year: number) =>
  provider!.call(
    invoiceIssue,
    {
      ...invoice(own.companyId, "10", { invoiceDate: `${year}-01-10`, dueDate: `${year}-02-10` }),
      invoiceNumber: null,
    },
    { token: staff.token },
  );

test("a series is set before its first number, which has the prefix, and no more after it", async () => {
  const before = await read();
  expect(before.series.map(({ kind, year, nextNumber, isOpen }) => [kind, year, nextNumber, isOpen])).toEqual(
    [
      ["INVOICE", 2027, "INV-2027-000001", true],
      ["CREDIT_NOTE", 2027, "CN-2027-000001", true],
      ["INVOICE", 2026, "INV-2026-000001", true],
      ["CREDIT_NOTE", 2026, "CN-2026-000001", true],
    ],
  );
  expect((await set({})).code).toBe(200);
  expect((await next(2026)).data.invoiceNumber).toBe("HH26-0001");
  expect((await next(2026)).data.invoiceNumber).toBe("HH26-0002");
  const after = await read();
  expect(after.series.find(({ kind, year }) => kind === "INVOICE" && year === 2026)).toMatchObject({
    prefix: "HH26-",
    width: 4,
    nextNumber: "HH26-0003",
    isOpen: false,
  });
  expect(after.log).toMatchObject([
    {
      actor: "Desk Person",
      changes: [
        { path: "INVOICE.2026.prefix", before: "INV-2026-", after: "HH26-" },
        { path: "INVOICE.2026.width", before: "6", after: "4" },
      ],
    },
  ]);
  const late = await set({ prefix: "LATE-", version: after.version });
  expect([late.code, late.message]).toEqual([
    409,
    "This series has given a number in the meantime: it stays with HH26-",
  ]);
  expect((await set({ year: 2027, prefix: "HH27-", version: after.version })).code).toBe(200);
  expect((await next(2027)).data.invoiceNumber).toBe("HH27-0001");
  for (const query of [
    sql`delete from invoice_series_change`,
    sql`update invoice_series_change set prefix = 'X'`,
  ])
    await expect(query.execute(provider!.db)).rejects.toThrow(/never changed or deleted/);
});

test("of two people who set one at once one does, and a number issued at the same time has one of both prefixes", async () => {
  const [first, other, issued] = await Promise.all([
    set({ prefix: "A-" }),
    set({ prefix: "B-" }, second),
    next(2026),
  ]);
  const codes = [first.code, other.code];
  expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(1);
  expect(codes.every((code) => code === 200 || code === 409)).toBe(true);
  expect(issued.code).toBe(200);
  const { series } = await read();
  const { prefix, width } = series.find(({ kind, year }) => kind === "INVOICE" && year === 2026)!;
  expect(issued.data.invoiceNumber).toBe(`${prefix}${"1".padStart(width, "0")}`);
});

test("no series begins as another one, a series of another year, or an issued number does", async () => {
  await issue(provider!, staff, invoice(own.companyId, "1", { invoiceNumber: "OLD-77" }));
  expect((await set({ kind: "CREDIT_NOTE", prefix: "C26-" })).code).toBe(200);
  const { version } = await read();
  for (const prefix of ["C26-", "C26-X", "C2", "INV-2027-", "INV-2031-", "INV-20", "I", "CN-2026-", "OLD-"])
    expect([prefix, (await set({ prefix, version })).code]).toEqual([prefix, 400]);
  for (const given of [
    { prefix: "" },
    { prefix: "a-" },
    { prefix: "发票-" },
    { prefix: "A/B" },
    { prefix: "X".repeat(10_000) },
    { width: 2 },
    { width: 13 },
    { width: null },
    { year: 2025 },
    { year: 2028 },
    { kind: "OTHER" },
    { version: "x" },
  ])
    expect([given, (await set({ version, ...given })).code]).toEqual([given, 400]);
  expect((await set({ version }, own)).code).toBe(403);
  expect((await provider!.call(invoiceSeries, {}, { token: own.token })).code).toBe(403);
  const stale = await set({ version: "0" });
  expect([stale.code, stale.message]).toEqual([409, expect.stringContaining("Desk Person has set a series")]);
  expect((await set({ prefix: "INV-2026-HH-", version })).code).toBe(200);
  expect((await next(2026)).data.invoiceNumber).toBe("INV-2026-HH-0001");
  // A number of an import that is like those from the start belongs to no series now.
  const bill = { invoiceNumber: "INV-2026-000009", invoiceDate: "2026-01-02", dueDate: "2026-02-02" };
  expect((await issue(provider!, staff, invoice(own.companyId, "1", bill))).code).toBe(200);
  expect((await next(2026)).data.invoiceNumber).toBe("INV-2026-HH-0002");
});
