import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceAgeing, invoiceDetail, invoiceStatement } from "#app/contract/invoice.ts";
import { invoiceCredit, invoiceDesk, paymentAllocate, paymentTakeBack } from "#app/contract/invoice-desk.ts";
import { messageSearch } from "#app/contract/message.ts";
import { add, compare, subtract } from "#app/lib/decimal.ts";
import { draws } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { invoice, issue, pay } from "./fixture.ts";

/** Allocations that were wrong, and are taken back. */

let provider: TestProvider;
let staff: Somebody;
let second: Somebody;
let now = new Date("2026-12-18T04:00:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  second = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
});
afterAll(() => provider?.stop());

const as = (who: Somebody, key?: string) => ({ token: who.token, ...(key && { key }) });
const deskOf = async (id: string) => (await provider.call(invoiceDesk, { id }, as(staff))).data;
const detail = async (id: string, who: Somebody) =>
  (await provider.call(invoiceDetail, { id }, as(who))).data;
const ageing = async (who: Somebody, asOf: string) =>
  (await provider.call(invoiceAgeing, { asOf }, as(who))).data;
const statement = async (who: Somebody, to: string) =>
  (await provider.call(invoiceStatement, { from: "2026-11-01", to, currency: "USD" }, as(who))).data;

/** An invoice of 100 with 60 paid of a payment of 80. */
async function partPaid() {
  const who = await customer(provider);
  const bill = invoice(who.companyId, "100");
  const { id } = (await issue(provider, staff, bill)).data;
  await pay(provider, staff, {
    companyId: who.companyId,
    amount: "80",
    paidOn: "2026-12-10",
    for: { [bill.invoiceNumber]: "60" },
  });
  const view = await deskOf(id);
  const allocationId = view.allocations[0]!.id;
  const seen = { invoiceId: id, version: view.version };
  return { who, bill, id, allocationId, seen };
}

test("what is taken back is open again from that day, no day before it changes, and the customer is told why", async () => {
  now = new Date("2026-12-18T04:00:00Z");
  const { who, bill, id, allocationId, seen } = await partPaid();
  const [before, account] = [await ageing(who, "2026-12-18"), await statement(who, "2026-12-18")];
  expect(before.currencies).toMatchObject([{ buckets: { upTo30: "40.00" }, unallocated: "20.00" }]);
  now = new Date("2026-12-20T04:00:00Z");
  const answer = await provider.call(
    paymentTakeBack,
    { allocationId, reason: "It was for <another> customer", seen },
    as(staff),
  );
  expect(answer.data).toEqual({ unallocated: "80.00" });
  expect(await ageing(who, "2026-12-18")).toEqual(before);
  expect(await statement(who, "2026-12-18")).toEqual(account);
  const after = await ageing(who, "2026-12-20");
  expect(after.currencies).toMatchObject([
    { buckets: { upTo30: "100.00" }, unallocated: "80.00", outstanding: "20.00" },
  ]);
  expect((await statement(who, "2026-12-20")).closing).toBe("20.00");
  expect(await detail(id, who)).toMatchObject({
    status: "OPEN",
    outstanding: "100.00",
    settlements: [{ amount: "60.00", on: "2026-12-10", takenBackOn: "2026-12-20" }],
  });
  const view = await deskOf(id);
  expect(view.allocations).toEqual([]);
  expect(view.unallocated).toMatchObject([{ reference: "TT 1", left: "80.00" }]);
  expect(view.log.at(-1)).toMatchObject({ action: "invoice.takenBack", actor: "Desk Person" });
  const told = await provider.call(messageSearch, { keyword: "no longer settles" }, as(who));
  expect(JSON.stringify(told.data)).toContain(
    `60.00 USD of TT 1 no longer settles invoice ${bill.invoiceNumber}, of which 100.00 USD is left to pay now. Reason: It was for <another> customer`,
  );
  const source = view.unallocated[0]!;
  const again = await provider.call(
    paymentAllocate,
    {
      source: { kind: source.kind, id: source.id },
      allocations: [{ invoiceNumber: bill.invoiceNumber, amount: "80" }],
    },
    as(staff),
  );
  expect(again.data.unallocated).toBe("0.00");
  expect(await detail(id, who)).toMatchObject({ status: "PART_PAID", outstanding: "20.00" });
});

test("of two people who take it back at once one does, also where neither named what they saw", async () => {
  const named = await partPaid();
  const unnamed = await partPaid();
  for (const { who, id, allocationId, seen } of [
    named,
    { ...unnamed, seen: null as null | typeof named.seen },
  ]) {
    const press = (by: Somebody) =>
      provider.call(paymentTakeBack, { allocationId, reason: "Wrong", seen }, as(by));
    const answers = await Promise.all([press(staff), press(second)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await detail(id, who)).toMatchObject({ status: "OPEN", outstanding: "100.00" });
  }
});

test("two presses with one key are one, and are answered alike", async () => {
  const { who, id, allocationId, seen } = await partPaid();
  const answers = await Promise.all(
    [1, 2].map(() =>
      provider.call(
        paymentTakeBack,
        { allocationId, reason: "Wrong", seen },
        as(staff, "press-to-take-it-back"),
      ),
    ),
  );
  expect(answers.map(({ code, data }) => [code, data.unallocated])).toEqual([
    [200, "80.00"],
    [200, "80.00"],
  ]);
  expect(await detail(id, who)).toMatchObject({ outstanding: "100.00" });
});

test("a credit note is taken back from its invoice, and does not credit it a second time", async () => {
  const who = await customer(provider);
  const { id } = (await issue(provider, staff, invoice(who.companyId, "100"))).data;
  const [line] = (await detail(id, who)).lines;
  await provider.call(invoiceCredit, { invoiceId: id, lines: [{ lineId: line!.id, net: "100" }] }, as(staff));
  expect(await detail(id, who)).toMatchObject({ status: "CREDITED", outstanding: "0.00" });
  const view = await deskOf(id);
  const allocationId = view.allocations[0]!.id;
  const seen = { invoiceId: id, version: view.version };
  const answer = await provider.call(
    paymentTakeBack,
    { allocationId, reason: "For the next one", seen },
    as(staff),
  );
  expect(answer.data.unallocated).toBe("100.00");
  expect(await detail(id, who)).toMatchObject({ status: "OPEN", outstanding: "100.00" });
  const after = await deskOf(id);
  expect(after).toMatchObject({ creditable: "0.00", unallocated: [{ kind: "CREDIT_NOTE", left: "100.00" }] });
});

test("nothing is taken back without a reason, from the page of another invoice, by a customer, or erased", async () => {
  const { who, allocationId, seen } = await partPaid();
  const other = await partPaid();
  const attempt = (given: object, by = staff) =>
    provider.call(paymentTakeBack, { allocationId, reason: "Wrong", seen, ...given }, as(by));
  for (const reason of ["", "   ", "x".repeat(501), "x".repeat(10_000), null])
    expect((await attempt({ reason })).code).toBe(400);
  expect((await attempt({ seen: other.seen })).code).toBe(404);
  expect((await attempt({ allocationId: "99999999" })).code).toBe(404);
  expect((await attempt({ allocationId: "x" })).code).toBe(400);
  expect((await attempt({}, who)).code).toBe(403);
  expect((await attempt({})).code).toBe(200);
  for (const query of [
    sql`delete from allocation_reversal where allocation_id = ${allocationId}`,
    sql`update allocation_reversal set reason = 'x' where allocation_id = ${allocationId}`,
    sql`update allocation set amount = 1 where id = ${allocationId}`,
    sql`delete from allocation where id = ${allocationId}`,
  ])
    await expect(query.execute(provider.db)).rejects.toThrow(/never (changed|deleted)/);
});

test("the sums of invoices and money are those of what stands, and the ageing of today is the list's, whatever is tried at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom("allocate", "takeBack", "credit"),
          cents: fc.integer({ min: 1, max: 6_000 }),
          which: fc.nat({ max: 5 }),
        }),
        { minLength: 4, maxLength: 14 },
      ),
      async (acts) => {
        const who = await customer(provider);
        const { companyId } = who;
        const bills = [invoice(companyId, "50"), invoice(companyId, "70")];
        const ids: string[] = [];
        for (const bill of bills) ids.push((await issue(provider, staff, bill)).data.id);
        const payment = await pay(provider, staff, {
          companyId,
          amount: "90",
          for: { [bills[0]!.invoiceNumber]: "30", [bills[1]!.invoiceNumber]: "40" },
        });
        const attempt = async ({ act, cents, which }: (typeof acts)[number]) => {
          const id = ids[which % 2]!;
          const amount = (cents / 100).toFixed(2);
          if (act === "credit") {
            const [line] = (await detail(id, staff)).lines;
            const lines = [{ lineId: line!.id, net: amount }];
            await provider.call(invoiceCredit, { invoiceId: id, lines }, as(staff));
          } else if (act === "allocate") {
            const { invoiceNumber } = bills[which % 2]!;
            const source = { kind: "PAYMENT" as const, id: payment.data.id };
            await provider.call(
              paymentAllocate,
              { source, allocations: [{ invoiceNumber, amount }] },
              as(staff),
            );
          } else {
            const { allocations } = await deskOf(id);
            const one = allocations[which % Math.max(allocations.length, 1)];
            if (one)
              await provider.call(paymentTakeBack, { allocationId: one.id, reason: "Wrong" }, as(staff));
          }
        };
        const half = Math.ceil(acts.length / 2);
        await Promise.all(acts.slice(0, half).map(attempt));
        await Promise.all(acts.slice(half).map(attempt));
        const standing = await provider.db
          .selectFrom("allocation as a")
          .leftJoin("allocation_reversal as r", "r.allocation_id", "a.id")
          .selectAll("a")
          .where("a.company_id", "=", companyId)
          .where("r.allocation_id", "is", null)
          .execute();
        const sumOf = (isOf: (row: (typeof standing)[number]) => boolean) =>
          add("0", ...standing.filter(isOf).map(({ amount }) => amount));
        const invoices = await provider.db
          .selectFrom("invoice")
          .selectAll()
          .where("company_id", "=", companyId)
          .execute();
        for (const row of invoices) {
          const used = row.kind === "INVOICE" ? add(row.paid, row.credit_used) : row.allocated;
          const isOf = (each: (typeof standing)[number]) =>
            (row.kind === "INVOICE" ? each.invoice_id : each.credit_note_id) === row.id;
          expect(compare(sumOf(isOf), used)).toBe(0);
          expect(compare(used, row.total)).toBeLessThanOrEqual(0);
        }
        const paid = await provider.db
          .selectFrom("payment")
          .selectAll()
          .where("company_id", "=", companyId)
          .executeTakeFirstOrThrow();
        expect(
          compare(
            sumOf(({ payment_id }) => payment_id === paid.id),
            paid.allocated,
          ),
        ).toBe(0);
        const left = add(
          "0",
          ...invoices
            .filter(({ kind }) => kind === "INVOICE")
            .map((row) => subtract(row.total, add(row.paid, row.credit_used))),
        );
        const today = now.toISOString().slice(0, 10);
        const { currencies } = await ageing(who, today);
        expect(compare(add("0", ...Object.values(currencies[0]!.buckets)), left)).toBe(0);
        expect(currencies[0]!.outstanding).toBe((await statement(who, today)).closing);
      },
    ),
    { numRuns: draws(10) },
  );
});
