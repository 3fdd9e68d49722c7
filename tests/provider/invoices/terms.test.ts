import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceProposal } from "#app/contract/invoice-draft.ts";
import { invoiceTerms, invoiceTermsSave } from "#app/contract/invoice-terms.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { invoice, issue } from "./fixture.ts";

/** What is agreed with a customer about bills. */

let provider: TestProvider;
let staff: Somebody;
let second: Somebody;
const now = new Date("2026-12-18T04:00:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  second = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
});
afterAll(() => provider?.stop());

const as = (who: Somebody) => ({ token: who.token });
const termsOf = async (companyId: string) =>
  (await provider.call(invoiceTerms, { companyId }, as(staff))).data;
const agreed = { daysToPay: 14, currency: "EUR", rounding: "DOCUMENT" as const };
const save = (companyId: string, given: object, by = staff) =>
  provider.call(invoiceTermsSave, { companyId, version: "0", ...agreed, ...given }, as(by));

let serial = 0;
async function proposed(companyId: string) {
  serial += 1;
  const { id } = await makeShipment(provider.db, companyId, { house_number: `FLTERMS${serial}` });
  return (await provider.call(invoiceProposal, { shipmentId: id }, as(staff))).data.content;
}

test("new drafts have the terms that were agreed, whatever the last invoice had, and the record says who agreed", async () => {
  const { companyId } = await customer(provider);
  expect(await termsOf(companyId)).toMatchObject({ daysToPay: 30, currency: null, version: "0", log: [] });
  const bill = invoice(companyId, "1", { invoiceDate: "2026-12-01", dueDate: "2026-12-08" });
  await issue(provider, staff, bill);
  expect(await termsOf(companyId)).toMatchObject({ daysToPay: 7, version: "0" });
  expect(await proposed(companyId)).toMatchObject({ dueDate: "2026-12-25", currency: "USD" });
  expect((await save(companyId, {})).code).toBe(200);
  const first = await termsOf(companyId);
  expect(first).toMatchObject(agreed);
  expect(await proposed(companyId)).toMatchObject({
    dueDate: "2027-01-01",
    currency: "EUR",
    rounding: "DOCUMENT",
  });
  const later = { version: first.version, daysToPay: 0, currency: null };
  expect((await save(companyId, later, second)).code).toBe(200);
  expect(await proposed(companyId)).toMatchObject({ dueDate: "2026-12-18", currency: "USD" });
  const { log, version } = await termsOf(companyId);
  expect(log.map(({ actor }) => actor)).toEqual(["Desk Person", "Second Person"]);
  expect(log[1]?.changes).toEqual([
    { path: "daysToPay", before: "14", after: "0" },
    { path: "currency", before: "EUR", after: null },
  ]);
  expect((await save(companyId, { ...later, version })).code).toBe(200);
  expect((await termsOf(companyId)).log).toHaveLength(2);
});

test("of two people who agree at once one does, and the other is told who", async () => {
  const { companyId } = await customer(provider);
  const answers = await Promise.all([
    save(companyId, { daysToPay: 10 }),
    save(companyId, { daysToPay: 20 }, second),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)?.message).toMatch(/(Desk|Second) Person has changed/);
});

test("no nonsense is agreed, nothing with the forwarder itself, and nothing by a customer", async () => {
  const who = await customer(provider);
  for (const given of [
    { daysToPay: -1 },
    { daysToPay: 366 },
    { daysToPay: 1.5 },
    { daysToPay: null },
    { currency: "eur" },
    { currency: "x".repeat(10_000) },
    { rounding: "UP" },
    { version: "x" },
  ])
    expect([given, (await save(who.companyId, given)).code]).toEqual([given, 400]);
  expect((await save(staff.companyId, {})).code).toBe(400);
  expect((await save("99999999", {})).code).toBe(400);
  expect((await save(who.companyId, {}, who)).code).toBe(403);
  const asked = (companyId: string, by: Somebody) => provider.call(invoiceTerms, { companyId }, as(by));
  expect((await asked(who.companyId, who)).code).toBe(403);
  expect((await asked(staff.companyId, staff)).code).toBe(404);
});
