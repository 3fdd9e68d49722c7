import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemInvoices, systemMilestones } from "#app/contract/forwarder-system.ts";
import { invoiceDetail } from "#app/contract/invoice.ts";
import { invoiceIssue } from "#app/contract/invoice-desk.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { movableClock } from "../quotes/fixture.ts";
import { forwarderSystem, reportOf, type System, sendShipments, sound } from "./fixture.ts";

const clock = movableClock(new Date("2026-12-10T04:00:00Z"));
let provider: TestProvider;
let system: System;
let shipment: { id: string; houseNumber: string };
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  system = await forwarderSystem(provider, clock.now());
  const record = sound(system, { etd: "2026-12-14T10:00" });
  const { data } = await sendShipments(system, [record]);
  shipment = { id: data.records[0]!.id!, houseNumber: String(record.houseNumber) };
});
afterAll(() => provider?.stop());

const tell = async (...records: object[]) =>
  (await provider.call(systemMilestones, { records }, { token: system.key, key: randomUUID() })).data;
const bill = async (...records: object[]) =>
  (await provider.call(systemInvoices, { records }, { token: system.key, key: randomUUID() })).data;
const atDesk = async () =>
  (await provider.call(shipmentDesk, { id: shipment.id }, { token: system.staff.token })).data;

test("milestones follow the desk's rules; a record sent again corrects its event", async () => {
  const gateIn = {
    sourceReference: "EVT-1",
    houseNumber: shipment.houseNumber,
    milestone: "Gate in, full",
    classifier: "ACT",
    place: "CNSHA",
    at: "2026-12-09T16:20",
    containerNumber: "CSQU3054383",
  };
  const estimate = {
    ...gateIn,
    sourceReference: "EVT-2",
    milestone: "DEPA",
    classifier: "EST",
    at: "2026-12-15T10:00",
    containerNumber: "",
  };
  const { records } = await tell(
    gateIn,
    estimate,
    { ...estimate, sourceReference: "EVT-3", classifier: "ACT" },
    { ...gateIn, sourceReference: "EVT-4", houseNumber: "NOT-THERE" },
  );
  expect(records.map(({ state }) => state)).toEqual(["added", "added", "refused", "refused"]);
  expect(records[2]!.faults[0]!.field).toBe("at");
  // The time is that of the place.
  expect((await atDesk()).fields.etd).toBe("2026-12-14T10:00");
  const corrected = await tell({ ...estimate, at: "2026-12-16T09:00" }, gateIn);
  expect(corrected.records.map(({ state }) => state)).toEqual(["changed", "unchanged"]);
  const { events, replaced, log } = await atDesk();
  expect(events).toHaveLength(2);
  expect(replaced).toHaveLength(1);
  expect(log.at(-1)!.action).toBe("shipment.eventCorrected");
  expect((await tell({ ...estimate, milestone: "ARRI", place: "DEHAM" })).records[0]).toMatchObject({
    state: "refused",
    faults: [{ field: "milestone" }],
  });
});

const invoice = (number: string, given: object = {}) => ({
  sourceReference: number,
  customer: system.customerCode,
  invoiceNumber: number,
  houseNumber: shipment.houseNumber,
  invoiceDate: "2026-12-08",
  dueDate: "2027-01-07",
  currency: "EUR",
  lines: [
    { chargeCode: "OFR", description: "Ocean freight", quantity: 2, unitPrice: "925.55", taxPercent: "19" },
  ],
  ...given,
});
const readBill = async (id: string) =>
  (await provider.call(invoiceDetail, { id }, { token: system.staff.token })).data;

test("invoices are issued with their own numbers, sums are counted or taken as they are", async () => {
  const { records } = await bill(
    invoice("A-1"),
    invoice("A-2", { net: "1851.10", tax: "351.71", total: "2202.81" }),
    invoice("A-3", { net: "1", total: "2" }),
    invoice("A-4", { currency: "JPY", net: "10.5", tax: "0", total: "10.5" }),
    invoice("A-5", { lines: [] }),
    invoice("A-6", { invoiceDate: "yesterday" }),
  );
  expect(records.map(({ state }) => state)).toEqual([
    "added",
    "added",
    "refused",
    "refused",
    "refused",
    "refused",
  ]);
  expect(records.slice(2).map(({ faults }) => faults[0]!.field)).toEqual([
    "total",
    null,
    "lines",
    "invoiceDate",
  ]);
  expect(await readBill(records[0]!.id!)).toMatchObject({
    invoiceNumber: "A-1",
    net: "1851.10",
    tax: "351.71",
    dueDate: "2027-01-07",
    amount: { amount: "2202.81", currency: "EUR" },
  });
});

test("an issued invoice never changes; what is paid of it is recorded once; a credit note takes it back", async () => {
  const [first] = (await bill(invoice("B-1"))).records;
  expect((await bill(invoice("B-1", { dueDate: "2027-02-07" }))).records[0]).toMatchObject({
    state: "refused",
    id: null,
  });
  const paid = invoice("B-1", { paidAmount: "1000.00", paidOn: "2026-12-09" });
  expect((await bill(paid)).records[0]).toMatchObject({ state: "changed", id: first!.id });
  expect((await bill(paid)).records[0]).toMatchObject({ state: "unchanged" });
  expect((await readBill(first!.id!)).settlements).toMatchObject([{ amount: "1000.00", reference: "B-1" }]);
  for (const paidAmount of ["999.00", "9999.00", "a lot"])
    expect((await bill({ ...paid, paidAmount })).records[0]).toMatchObject({
      state: "refused",
      faults: [{ field: "paidAmount" }],
    });
  const credit = invoice("B-1C", { kind: "CREDIT_NOTE", creditedNumber: "B-1", dueDate: null });
  expect((await bill(credit)).records[0]!.state).toBe("added");
  const [again] = (await bill({ ...credit, sourceReference: "B-1D", invoiceNumber: "B-1D" })).records;
  expect(again).toMatchObject({ state: "refused", faults: [{ field: null }] });
});

test("a number that another invoice has refuses its record alone, with the reason in both languages", async () => {
  const { records, importId } = await bill(
    invoice("C-1"),
    invoice("C-1", { sourceReference: "C-1-other" }),
    invoice("C-2"),
  );
  expect(records.map(({ state }) => state)).toEqual(["added", "refused", "added"]);
  const report = await reportOf(system, importId, "zh");
  expect(report.refused.rows[0]!.faults[0]!.reason).toMatch(/[一-鿿]/);
});

test("amounts of invoices are read by the same rules as weights", async () => {
  const invoice = (unitPrice: string) => ({
    sourceReference: `NUM-${unitPrice}`,
    invoiceNumber: `NUM-${unitPrice}`,
    customer: system.customerCode,
    invoiceDate: "2026-12-01",
    dueDate: "2026-12-31",
    currency: "EUR",
    lines: [{ chargeCode: "OFR", description: "Ocean freight", quantity: 1, unitPrice }],
  });
  const { records } = await bill(invoice("0,500"), invoice("1.850,25"), invoice("1,850"));
  expect(records.map(({ state }) => state)).toEqual(["added", "added", "refused"]);
  expect(records[2]!.faults).toMatchObject([
    { field: "lines.1.unitPrice", reason: expect.stringMatching(/^Is it 1850 or 1\.85\?/) },
  ]);
  const { net } = await provider.db
    .selectFrom("invoice")
    .select("net")
    .where("number", "=", "NUM-1.850,25")
    .executeTakeFirstOrThrow();
  expect(Number(net)).toBe(1850.25);
});

test.each([
  ["2026-10-01", "refused", ["dueDate"]],
  ["2026-11-01", "added", []],
  ["2026-12-01", "added", []],
])("an invoice of 1 November that is due on %s is %s", async (dueDate, state, fields) => {
  const { records } = await bill({
    sourceReference: `DUE-${dueDate}`,
    invoiceNumber: `DUE-${dueDate}`,
    customer: system.customerCode,
    invoiceDate: "2026-11-01",
    dueDate,
    currency: "EUR",
    lines: [{ chargeCode: "OFR", description: "Ocean freight", quantity: 1, unitPrice: "100.00" }],
  });
  expect([records[0]!.state, records[0]!.faults.map(({ field }) => field)]).toEqual([state, fields]);
});

test("the desk's own call refuses it as well, but not a credit note, which is never due", async () => {
  const issue = (kind: "INVOICE" | "CREDIT_NOTE") =>
    provider.call(
      invoiceIssue,
      {
        companyId: system.companyId,
        kind,
        invoiceNumber: `ISSUE-${kind}`,
        invoiceDate: "2026-11-01",
        dueDate: "2026-10-01",
        currency: "EUR",
        rounding: "LINE" as const,
        net: "1.00",
        tax: "0.00",
        total: "1.00",
        lines: [
          {
            chargeCode: "OFR",
            description: "Freight",
            quantity: "1",
            unitPrice: "1.00",
            net: "1.00",
            tax: "0.00",
          },
        ],
      },
      { token: system.staff.token, key: randomUUID() },
    );
  expect(await issue("INVOICE")).toMatchObject({
    code: 400,
    message: "The due date 2026-10-01 is before the date of the invoice, 2026-11-01",
  });
  expect((await issue("CREDIT_NOTE")).message).not.toMatch(/due date/);
});
