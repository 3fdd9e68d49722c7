import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  disputeOpen,
  invoiceAgeing,
  invoiceComparison,
  invoiceDetail,
  invoiceExport,
  invoiceFile,
  invoiceList,
  invoiceStatement,
} from "#app/contract/invoice.ts";
import {
  disputeAsk,
  disputeDecide,
  invoiceCredit,
  invoiceDesk,
  paymentAllocate,
  paymentRecord,
  paymentRefund,
} from "#app/contract/invoice-desk.ts";
import {
  type DraftContent,
  invoiceBillable,
  invoiceDraftDiscard,
  invoiceDraftList,
  invoiceDraftSave,
  invoiceProposal,
} from "#app/contract/invoice-draft.ts";
import { messageSearch } from "#app/contract/message.ts";
import { quoteAccept, quoteBook } from "#app/contract/quote.ts";
import { add, compare } from "#app/lib/decimal.ts";
import { saveTariffs, tariffFields } from "#app/provider/free-time/tariff.ts";
import { draws } from "#tests/support/is-all.ts";
import { pdfTextOf } from "#tests/support/pdf-text.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { customer, desk, option, pricedQuote, type Somebody, somebody } from "../quotes/fixture.ts";
import { invoice, issue, pay } from "./fixture.ts";

/** What the forwarder's people do with invoices, from the quote to the refund. */

let provider: TestProvider;
let staff: Somebody;
let second: Somebody;
let own: Somebody;
let rival: Somebody;
const now = new Date("2026-12-18T04:00:00Z");
const MARK = "only-for-the-desk-4711";

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  second = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
  own = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
  rival = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
});
afterAll(() => provider?.stop());

let serial = 0;
/** A shipment that was booked from an accepted quote of 1000.10 freight and 65 for the bill of lading. */
async function shipped(who = own): Promise<{ shipmentId: string; house: string }> {
  serial += 1;
  const lineOf = (chargeCode: string, price: string, amount: string) => ({
    chargeCode,
    description: `${chargeCode} charge`,
    unit: "kg",
    price,
    amount,
    volumeMin: null,
    volumeMax: null,
    weightMin: null,
    weightMax: null,
  });
  const quote = await pricedQuote(provider, who, staff, [
    option({ from: now, lines: [lineOf("OFR", "10", "1000.10"), lineOf("BLF", "65", "65")] }),
  ]);
  const optionId = quote.optionIds[0]!;
  await provider.call(quoteAccept, { id: quote.id, optionId }, { token: who.token });
  const made = await provider.call(quoteBook, { id: quote.id, optionId }, { token: who.token });
  const house = `FLDESK${serial}`;
  const { id } = await makeShipment(provider.db, who.companyId, {
    house_number: house,
    master_number: `M-${house}`,
    carrier_code: "HLCU",
    booking_number: made.data.bookingNumber,
  });
  return { shipmentId: id, house };
}

const as = (who: Somebody, key?: string) => ({ token: who.token, ...(key && { key }) });
const propose = (asked: z.input<typeof invoiceProposal.request>) =>
  provider.call(invoiceProposal, asked, as(staff));
const save = (asked: z.input<typeof invoiceDraftSave.request>, who = staff, key?: string) =>
  provider.call(invoiceDraftSave, asked, as(who, key));
const detail = async (id: string, who = own) => (await provider.call(invoiceDetail, { id }, as(who))).data;
const deskOf = async (id: string) => (await provider.call(invoiceDesk, { id }, as(staff))).data;

/** Issues the quote's lines as they are. */
async function issued(who = own) {
  const { shipmentId, house } = await shipped(who);
  const { data } = await propose({ shipmentId });
  const answer = await save({ shipmentId, content: data.content, issue: { total: data.check.total } });
  expect(answer.message).toBe("OK");
  return { id: answer.data.invoiceId!, number: answer.data.invoiceNumber!, house, shipmentId };
}
const seenOf = async (id: string) => ({ invoiceId: id, version: (await deskOf(id)).version });

describe("a draft", () => {
  test("starts from the accepted quote, with the days to pay of the customer's last invoice", async () => {
    const who = await customer(provider);
    const { shipmentId } = await shipped(who);
    const { data } = await propose({ shipmentId });
    expect(data.content.dueDate).toBe("2027-01-17");
    expect(data.content).toMatchObject({
      currency: "USD",
      lines: [
        { chargeCode: "OFR", quantity: "100.01", unitPrice: "10" },
        { chargeCode: "BLF", quantity: "1", unitPrice: "65" },
      ],
    });
    expect(data.check).toMatchObject({ total: "1065.10", differences: [] });
    await issue(
      provider,
      staff,
      invoice(who.companyId, "1", { invoiceDate: "2026-12-01", dueDate: "2026-12-08" }),
    );
    expect((await propose({ shipmentId })).data.content.dueDate).toBe("2026-12-25");
    const waiting = await provider.call(invoiceBillable, { keyword: "fldesk" }, as(staff));
    expect(waiting.data.rows.map((row) => row.shipmentId)).toContain(shipmentId);
  });

  test("is seen by no customer, is listed, and is put away once", async () => {
    const { shipmentId } = await shipped();
    const { data } = await propose({ shipmentId });
    const content = { ...data.content, title: MARK, note: MARK };
    const { draftId } = (await save({ shipmentId, content })).data;
    const list = await provider.call(invoiceDraftList, { keyword: MARK }, as(staff));
    expect(list.data.rows).toMatchObject([{ id: draftId, total: { amount: "1065.10" } }]);
    const mine = await provider.call(invoiceList, {}, as(own));
    expect(JSON.stringify(mine.data)).not.toContain(MARK);
    const discard = () => provider.call(invoiceDraftDiscard, { id: draftId, version: 1 }, as(staff));
    expect((await discard()).code).toBe(200);
    expect((await discard()).code).toBe(409);
    const after = await provider.call(invoiceDraftList, { keyword: MARK }, as(staff));
    expect(after.data.total).toBe(0);
  });

  test("that somebody else has changed is not overwritten, and the second is told by whom", async () => {
    const { shipmentId } = await shipped();
    const { data } = await propose({ shipmentId });
    const { draftId } = (await save({ shipmentId, content: data.content })).data;
    const again = { draftId, version: 1, content: data.content };
    const answers = await Promise.all([save(again), save(again, second)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toMatch(/^(Desk|Second) Person has changed/);
  });

  test("is issued once by two people and two presses, and its customer is told", async () => {
    const { shipmentId, house } = await shipped();
    const { data } = await propose({ shipmentId });
    const { draftId } = (await save({ shipmentId, content: data.content })).data;
    const given = { draftId, version: 1, content: data.content, issue: { total: data.check.total } };
    const answers = await Promise.all([
      save(given, staff, "press-of-the-first-1"),
      save(given, staff, "press-of-the-first-1"),
      save(given, second, "press-of-the-second"),
    ]);
    const done = answers.filter(({ code }) => code === 200);
    expect(new Set(done.map((each) => each.data.invoiceId)).size).toBe(1);
    expect(answers.filter(({ code }) => code === 409).length).toBe(3 - done.length);
    const { invoiceId, invoiceNumber } = done[0]!.data;
    const shown = await detail(invoiceId!);
    expect(shown).toMatchObject({ invoiceNumber, houseNumber: house, invoiceDate: "2026-12-18" });
    const bills = await provider.call(invoiceList, { houseNumber: house }, as(own));
    expect(bills.data.total).toBe(1);
    const told = await provider.call(messageSearch, { keyword: invoiceNumber! }, as(own));
    expect(JSON.stringify(told.data)).toContain("was issued. It is due on");
  });

  test("is told in the language of the customer's people who see bills, whatever the writer's is", async () => {
    const chosen = (language: "zh" | null) =>
      provider.db
        .updateTable("app_user")
        .set({ language_preference: language })
        .where("company_id", "=", own.companyId)
        .execute();
    await chosen("zh");
    const { shipmentId } = await shipped();
    const { data } = await propose({ shipmentId });
    const { draftId } = (await save({ shipmentId, content: data.content })).data;
    const issue = { total: data.check.total };
    const issued = await save({ draftId, version: 1, content: data.content, issue });
    const told = await provider.call(messageSearch, { keyword: issued.data.invoiceNumber! }, as(own));
    expect(JSON.stringify(told.data)).toMatch(/\p{Script=Han}/u);
    expect(JSON.stringify(told.data)).not.toContain("was issued");
    await chosen(null);
  });

  test("that differs from the quote needs a reason, which no customer reads", async () => {
    const { shipmentId, house } = await shipped();
    const { data } = await propose({ shipmentId });
    const [freight] = data.content.lines;
    const content: DraftContent = {
      ...data.content,
      lines: [
        { ...freight!, quantity: "110.01" },
        { ...freight!, chargeCode: "STO", description: "Storage", quantity: "1", unitPrice: "48" },
      ],
    };
    const total = "1148.10";
    const refused = await save({ shipmentId, content, issue: { total } });
    expect(refused.code).toBe(400);
    expect(
      (refused.data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path),
    ).toEqual(["lines.0.reason", "missing", "lines.1.reason"]);
    const explained = {
      ...content,
      lines: content.lines.map((line) => ({ ...line, reason: `${MARK} line` })),
      missing: [{ charge: "BLF", reason: `${MARK} missing` }],
    };
    expect((await save({ shipmentId, content: explained, issue: { total: "1.00" } })).code).toBe(400);
    const { data: made } = await save({ shipmentId, content: explained, issue: { total } });
    const id = made.invoiceId!;
    expect((await deskOf(id)).reasons.map(({ charge, reason }) => [charge, reason])).toEqual([
      ["OFR", `${MARK} line`],
      ["STO", `${MARK} line`],
      ["BLF", `${MARK} missing`],
    ]);
    const answers = [
      await provider.call(invoiceDetail, { id }, as(own)),
      await provider.call(invoiceList, { houseNumber: house }, as(own)),
      await provider.call(invoiceComparison, { id }, as(own)),
      await provider.call(messageSearch, { keyword: MARK }, as(own)),
      await provider.call(invoiceDesk, { id }, as(own)),
    ];
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 403]);
    const files = await Promise.all(
      [
        [invoiceFile.path, { id }],
        [invoiceExport.path, { houseNumber: house, format: "csv" }],
      ].map(async ([path, body]) => {
        const answer = await fetch(`${provider.apiUrl}${path}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${own.token}`,
            "content-type":
              path === invoiceFile.path ? "application/x-www-form-urlencoded" : "application/json",
          },
          body: path === invoiceFile.path ? `id=${id}` : JSON.stringify(body),
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(answer.status).toBe(200);
        return path === invoiceFile.path ? pdfTextOf(bytes) : bytes.toString();
      }),
    );
    expect(files[0]).toContain("Storage");
    expect(JSON.stringify(answers.map((each) => each.data)) + files.join()).not.toContain(MARK);
  });

  test("proposes clocks that have ended, once", async () => {
    const { shipmentId, house } = await shipped();
    const container = "CSQU3054383";
    await saveTariffs(
      provider.db,
      own.companyId,
      [
        tariffFields.parse({
          code: "D",
          type: "DEM",
          startEvent: "discharge",
          dayOne: "event-day",
          freeDays: 7,
          unit: "calendar",
          currency: "USD",
          validFrom: "2026-01-01",
          source: "General tariff",
          tiers: [{ days: null, perDay: "50.00" }],
        }),
      ],
      now,
    );
    await tellEvents(
      provider.db,
      house,
      [
        { code: "DEPA", day: -30, place: "CNSHA" },
        { code: "DISC", day: -12, place: "DEHAM", container },
        { code: "GTOT", day: -3, place: "DEHAM", container },
      ],
      now,
    );
    const { data } = await propose({ shipmentId });
    expect(data.clocks).toMatchObject([
      { chargeCode: "DEM", quantity: "3", unitPrice: "50", currency: "USD", isBilled: false },
    ]);
    const { currency: _, isBilled: __, ...line } = data.clocks[0]!;
    const content = { ...data.content, lines: [...data.content.lines, { ...line, reason: "Demurrage" }] };
    expect((await save({ shipmentId, content, issue: { total: "1215.10" } })).message).toBe("OK");
    expect((await propose({ shipmentId })).data.clocks).toMatchObject([{ isBilled: true }]);
  });

  test("takes no sum that cannot be kept, and nothing of a customer's hand", async () => {
    const { shipmentId } = await shipped();
    const { data } = await propose({ shipmentId });
    const [line] = data.content.lines;
    const given = (change: object) =>
      save({ shipmentId, content: { ...data.content, lines: [{ ...line!, ...change }] } });
    for (const change of [
      { quantity: "999999999999", unitPrice: "999999999999" },
      { quantity: "-5" },
      { quantity: "1e9" },
      { description: "x".repeat(10_000) },
      { taxPercent: "-1" },
    ])
      expect((await given(change)).code).toBe(400);
    const past = { ...data.content, dueDate: "2026-12-01" };
    expect((await save({ shipmentId, content: past, issue: { total: data.check.total } })).code).toBe(400);
    expect((await save({ shipmentId, content: { ...data.content, dueDate: "2026-02-31" } })).code).toBe(400);
    expect((await save({ shipmentId, content: data.content }, own)).code).toBe(403);
    expect((await propose({ shipmentId: "99999999" })).code).toBe(404);
    expect((await propose({})).code).toBe(404);
  });
});

describe("what was issued", () => {
  test("is credited by lines, never above a line or the invoice, also by two at once", async () => {
    const { id, number } = await issued();
    const [freight, fee] = (await detail(id)).lines;
    const seen = await seenOf(id);
    const credit = (net: string, lineId = freight!.id, version = seen) =>
      provider.call(
        invoiceCredit,
        { invoiceId: id, lines: [{ lineId, net }], note: "Agreed", seen: version },
        as(staff),
      );
    expect((await credit("1000.11")).message).toContain("1000.10");
    expect((await credit("0")).code).toBe(400);
    const answers = await Promise.all([credit("65", fee!.id), credit("1000.10")]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toContain("Desk Person was faster");
    const left =
      compare((await deskOf(id)).creditable, "65") === 0 ? ["65", fee!.id] : ["1000.10", freight!.id];
    const after = await credit(left[0]!, left[1], await seenOf(id));
    expect(after.data.invoiceNumber).toMatch(/^CN-2026-\d{6}$/);
    expect(await detail(id)).toMatchObject({ status: "CREDITED", outstanding: "0.00" });
    expect((await credit("1", freight!.id, await seenOf(id))).code).toBe(400);
    const told = await provider.call(messageSearch, { keyword: after.data.invoiceNumber }, as(own));
    expect(JSON.stringify(told.data)).toContain(`for invoice ${number}`);
  });

  test("is paid in part, what is left of the money is allocated later and refunded, and no past day changes", async () => {
    const who = await customer(provider);
    const [one, other] = [await issued(who), await issued(who)];
    const paid = await provider.call(
      paymentRecord,
      {
        companyId: who.companyId,
        currency: "USD",
        amount: "1500",
        paidOn: "2026-12-18",
        reference: "TT 77",
        allocations: [{ invoiceNumber: one.number, amount: "1000" }],
        seen: await seenOf(one.id),
      },
      as(staff),
    );
    expect(paid.data.unallocated).toBe("500.00");
    expect(await detail(one.id, who)).toMatchObject({ status: "PART_PAID", outstanding: "65.10" });
    const view = await deskOf(other.id);
    expect(view.unallocated).toMatchObject([{ kind: "PAYMENT", reference: "TT 77", left: "500.00" }]);
    const source = { kind: "PAYMENT" as const, id: paid.data.id };
    const allocate = (amount: string, version: string) =>
      provider.call(
        paymentAllocate,
        {
          source,
          allocations: [{ invoiceNumber: other.number, amount }],
          seen: { invoiceId: other.id, version },
        },
        as(staff),
      );
    expect((await allocate("500.01", view.version)).code).toBe(400);
    const answers = await Promise.all([allocate("300", view.version), allocate("300", view.version)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const refund = (
      amount: string,
      refundedOn = "2026-12-18",
      seen: { invoiceId: string; version: string } | null = null,
    ) => provider.call(paymentRefund, { source, amount, refundedOn, reference: "R 1", seen }, as(staff));
    expect((await refund("200.01")).code).toBe(400);
    expect((await refund("10", "2026-12-17")).code).toBe(400);
    expect((await refund("10", "2027-01-01")).code).toBe(400);
    expect((await refund("150", "2026-12-18", await seenOf(one.id))).data.unallocated).toBe("50.00");
    const refunds = await Promise.all([refund("50"), refund("50")]);
    expect(refunds.map(({ code }) => code).sort()).toEqual([200, 400]);
    const { data: ageing } = await provider.call(invoiceAgeing, {}, as(who));
    expect(ageing.currencies).toMatchObject([{ unallocated: "0.00", outstanding: "830.20" }]);
    const { data: statement } = await provider.call(
      invoiceStatement,
      { from: "2026-12-18", to: "2026-12-18", currency: "USD" },
      as(who),
    );
    expect(statement.closing).toBe("830.20");
    expect(statement.entries.filter(({ kind }) => kind === "REFUND").map(({ amount }) => amount)).toEqual([
      "150.00",
      "50.00",
    ]);
    const told = await provider.call(messageSearch, { keyword: "TT 77" }, as(who));
    expect(JSON.stringify(told.data)).toContain("was refunded");
    const log = (await deskOf(one.id)).log.map(({ action, actor }) => [action, actor]);
    expect(log.slice(-2)).toEqual([
      ["invoice.paymentRecorded", "Desk Person"],
      ["invoice.refunded", "Desk Person"],
    ]);
  });

  test("never has more allocated than is left, or than was paid, whatever is tried", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            act: fc.constantFrom("pay", "allocate", "refund", "credit"),
            cents: fc.integer({ min: 1, max: 9_000 }),
            which: fc.nat({ max: 3 }),
          }),
          { minLength: 3, maxLength: 12 },
        ),
        async (acts) => {
          const { companyId } = await customer(provider);
          const bills = [invoice(companyId, "50"), invoice(companyId, "70")];
          const ids: string[] = [];
          for (const bill of bills) ids.push((await issue(provider, staff, bill)).data.id);
          const sources: { kind: "PAYMENT" | "CREDIT_NOTE"; id: string }[] = [];
          const attempt = async ({ act, cents, which }: (typeof acts)[number]) => {
            const amount = (cents / 100).toFixed(2);
            const bill = bills[which % 2]!;
            if (act === "pay") {
              const { data, code } = await pay(provider, staff, { companyId, amount });
              if (code === 200) sources.push({ kind: "PAYMENT", id: data.id });
            } else if (act === "credit") {
              const { lines } = await detail(ids[which % 2]!, staff);
              const given = { invoiceId: ids[which % 2]!, lines: [{ lineId: lines[0]!.id, net: amount }] };
              const { data, code } = await provider.call(invoiceCredit, given, as(staff));
              if (code === 200) sources.push({ kind: "CREDIT_NOTE", id: data.id });
            } else {
              const source = sources[which % Math.max(sources.length, 1)];
              if (!source) return;
              if (act === "refund")
                await provider.call(
                  paymentRefund,
                  { source, amount, refundedOn: "2026-12-18", reference: "" },
                  as(staff),
                );
              else
                await provider.call(
                  paymentAllocate,
                  { source, allocations: [{ invoiceNumber: bill.invoiceNumber, amount }] },
                  as(staff),
                );
            }
          };
          // First what brings something to allocate, then what takes of it, all at once.
          const isSource = ({ act }: (typeof acts)[number]) => act === "pay" || act === "credit";
          await Promise.all(acts.filter(isSource).map(attempt));
          await Promise.all(acts.filter((each) => !isSource(each)).map(attempt));
          const sum = async (table: "payment" | "invoice") =>
            provider.db.selectFrom(table).selectAll().where("company_id", "=", companyId).execute();
          const allocations = await provider.db
            .selectFrom("allocation")
            .selectAll()
            .where("company_id", "=", companyId)
            .execute();
          for (const row of (await sum("invoice")) as {
            id: string;
            total: string;
            paid: string;
            credit_used: string;
            credited: string;
            kind: string;
          }[]) {
            if (row.kind !== "INVOICE") continue;
            const settled = add(
              ...allocations.filter(({ invoice_id }) => invoice_id === row.id).map(({ amount }) => amount),
            );
            expect(compare(settled, add(row.paid, row.credit_used))).toBe(0);
            expect(compare(settled, row.total)).toBeLessThanOrEqual(0);
            expect(compare(row.credited, row.total)).toBeLessThanOrEqual(0);
          }
          for (const row of (await sum("payment")) as {
            id: string;
            amount: string;
            allocated: string;
            refunded: string;
          }[]) {
            const used = add(
              ...allocations.filter(({ payment_id }) => payment_id === row.id).map(({ amount }) => amount),
            );
            expect(compare(used, row.allocated)).toBe(0);
            expect(compare(add(row.allocated, row.refunded), row.amount)).toBeLessThanOrEqual(0);
          }
        },
      ),
      { numRuns: draws(10) },
    );
  });

  test("whose line is disputed is asked about, then credited with one press", async () => {
    const { id, number } = await issued();
    const [, fee] = (await detail(id)).lines;
    const { data } = await provider.call(
      disputeOpen,
      { invoiceId: id, lineId: fee!.id, reason: "NOT_ORDERED", body: "Not ours" },
      as(own),
    );
    expect((await provider.call(disputeAsk, { id: data.id, text: "Which B/L?" }, as(staff))).code).toBe(200);
    const seen = await seenOf(id);
    const decide = (who: Somebody) =>
      provider.call(
        disputeDecide,
        { id: data.id, state: "CREDITED", note: "You are right", creditNet: "65", seen },
        as(who),
      );
    const answers = await Promise.all([decide(staff), decide(second)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const shown = await detail(id);
    expect(shown.disputes).toMatchObject([{ state: "CREDITED", note: "You are right" }]);
    expect(shown).toMatchObject({ outstanding: "1000.10", creditNotes: [{ amount: "65.00" }] });
    const told = await provider.call(messageSearch, { keyword: number }, as(own));
    expect(JSON.stringify(told.data)).toContain("Which B/L?");
    expect((await provider.call(disputeAsk, { id: data.id, text: "More?" }, as(staff))).code).toBe(409);
  });

  test("shows the desk its customer, and no customer another's name", async () => {
    await issued(rival);
    const all = await provider.call(invoiceList, {}, as(staff));
    expect(all.data.rows.every(({ company }) => Boolean(company))).toBe(true);
    const mine = await provider.call(invoiceList, { company: "a" }, as(own));
    expect(mine.data.rows.some(({ company }) => company)).toBe(false);
  });
});
