import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteAccept, quoteBook } from "#app/contract/quote.ts";
import { formIn } from "#tests/support/form-in.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import {
  customer,
  desk as deskPerson,
  option,
  pricedQuote,
  type Somebody,
  somebody,
} from "../../provider/quotes/fixture.ts";

let provider: TestProvider;
let portal: TestPortal;
let staff: Somebody;
let own: Somebody;
let desk: Browser;
let colleague: Browser;
let mine: Browser;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  staff = await deskPerson(provider);
  const other = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
  own = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
  desk = await portal.signedIn(staff.userName, PASSWORD);
  colleague = await portal.signedIn(other.userName, PASSWORD);
  mine = await portal.signedIn(own.userName, PASSWORD);
});
afterAll(() => provider?.stop());

let serial = 0;
async function shipped(): Promise<string> {
  serial += 1;
  const line = (chargeCode: string, amount: string) => ({
    chargeCode,
    description: `${chargeCode} charge`,
    unit: "kg",
    price: amount,
    amount,
    volumeMin: null,
    volumeMax: null,
    weightMin: null,
    weightMax: null,
  });
  const quote = await pricedQuote(provider, own, staff, [
    option({ from: new Date(), lines: [line("OFR", "100"), line("BLF", "65")] }),
  ]);
  const optionId = quote.optionIds[0]!;
  await provider.call(quoteAccept, { id: quote.id, optionId }, { token: own.token });
  const made = await provider.call(quoteBook, { id: quote.id, optionId }, { token: own.token });
  const { id } = await makeShipment(provider.db, own.companyId, {
    house_number: `FLROUTE${serial}`,
    booking_number: made.data.bookingNumber,
  });
  return `/freightForwarder/invoiceAdd?shipment=${id}`;
}

/** Names and values of the form's fields as a browser without scripts sends them. */
function fieldsOf(markup: string, formId: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*id="${formId}"[\\s\\S]*?</form>`).exec(markup)?.[0] ?? "";
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1];
    if (name) fields[name] = (/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "").replaceAll("&amp;", "&");
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g))
    fields[name!] = text!;
  for (const [, name, choices] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name!] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(choices!)?.[1] ?? "";
  return fields;
}

async function issued(): Promise<string> {
  const path = await shipped();
  const fields = fieldsOf((await desk.get(path)).markup, "draft");
  const answer = await desk.post(path, { ...fields, intent: "issue" });
  expect(answer.status).toBe(302);
  return answer.location!;
}

describe("the form of an invoice", () => {
  test("is issued as quoted, twice pressed once, and its customer sees it", async () => {
    const path = await shipped();
    const page = await desk.get(path);
    const fields = fieldsOf(page.markup, "draft");
    expect(fields).toMatchObject({ currency: "USD", seenTotal: "165.00", "lines[1].chargeCode": "BLF" });
    const presses = await Promise.all([1, 2].map(() => desk.post(path, { ...fields, intent: "issue" })));
    // One that comes when the invoice is there already, as after an answer that was lost.
    presses.push(await desk.post(path, { ...fields, intent: "issue" }));
    expect(presses.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    const shown = await desk.open(presses[0]!.location!);
    expect(shown.markup).toContain("The invoice is issued. We have let the customer know.");
    const number = /INV-\d{4}-\d{6}/.exec(shown.markup)![0];
    expect((await mine.open("/billing/index")).markup).toContain(number);
  });

  test("keeps what was typed and names each field that is wrong", async () => {
    const path = await shipped();
    const fields = fieldsOf((await desk.get(path)).markup, "draft");
    const wrong = {
      "lines[0].quantity": "many",
      "lines[0].taxPercent": "-3",
      "lines[1].unitPrice": "1e9",
      currency: "DOLLARS",
      dueDate: "2026-02-31",
      title: "x".repeat(10_000),
    };
    const answer = await desk.post(path, { ...fields, ...wrong, intent: "save" });
    expect(answer.status).toBe(400);
    for (const name of Object.keys(wrong)) expect(answer.markup).toContain(`href="#draft-${name}"`);
    for (const value of ["many", "1e9", "DOLLARS"]) expect(answer.markup).toContain(`value="${value}"`);
  });

  test("asks for the reason of a difference at the field, and for another look at another total", async () => {
    const path = await shipped();
    const fields = fieldsOf((await desk.get(path)).markup, "draft");
    const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith("lines[1]")));
    const changed = { ...kept, "lines[0].quantity": "1.1", intent: "issue" };
    const first = await desk.post(path, changed);
    expect(first.status).toBe(400);
    expect(first.markup).toContain("another one than was shown");
    expect(first.markup).toContain('href="#draft-lines[0].reason"');
    expect(first.markup).toContain('href="#draft-missing[0].reason"');
    const again = fieldsOf(first.markup, "draft");
    expect(again).toMatchObject({ seenTotal: "110.00", "missing[0].charge": "BLF" });
    const answer = await desk.post(path, {
      ...again,
      "lines[0].reason": "Heavier",
      "missing[0].reason": "Billed later",
      intent: "issue",
    });
    expect(answer.status).toBe(302);
    const shown = (await desk.open(answer.location!)).markup;
    expect(shown).toContain("OFR charge: Heavier");
    const id = answer.location!.split("/").at(-1)!.replace(/\W.*/, "");
    const bill = await mine.open(`/billing/detail/${id}`);
    expect(bill.html).not.toContain("Heavier");
    // Both quantities and prices stand behind a difference, also at the desk, and the quote is a link for both.
    const reasons = [
      "Quantity: quoted 1 kg × USD 100.00, billed 1.1 kg × USD 100.00",
      "Not billed: 1 kg × USD 65.00",
    ];
    for (const markup of [first.markup, shown, bill.markup])
      for (const reason of reasons) expect(markup.replaceAll("\u00a0", " ")).toContain(reason);
    expect(bill.markup).toMatch(/href="\/quote\/detail\?id=\d+"/);
    expect(shown).toMatch(/href="\/freightForwarder\/quote\/\d+"/);
  });

  test("says on its list and its own page alike that it is disputed", async () => {
    const id = (await issued()).split("/").at(-1)!.replace(/\W.*/, "");
    const path = `/billing/detail/${id}`;
    const page = await mine.get(path);
    const lineId = /<select[^>]*name="lineId"[\s\S]*?<option[^>]*value="(\d+)"/.exec(page.markup)![1]!;
    const answer = await mine.post(path, {
      lineId,
      reason: "PRICE",
      body: "We agreed on less",
      requestId: requestIdOf(page)!,
    });
    expect(answer.status).toBe(302);
    const pages = await Promise.all(
      [
        [mine, path],
        [mine, "/billing/index"],
        [desk, `/freightForwarder/invoice/${id}`],
        [desk, "/freightForwarder/invoices"],
      ].map(([person, address]) => (person as Browser).open(address as string)),
    );
    for (const { markup } of pages) expect(markup).toContain("Open, disputed");
  });

  test("gains and loses charges without scripts", async () => {
    const path = await shipped();
    const page = await desk.get(path);
    const insert = /value="([^"]*insert[^"]*)" form="draft" formNoValidate="" name="(__intent__)"/.exec(
      page.markup,
    )!;
    const fields = fieldsOf(page.markup, "draft");
    const more = await desk.post(path, {
      ...fields,
      [insert[2]!]: insert[1]!.replaceAll("&quot;", '"'),
    });
    expect(more.status).toBe(200);
    expect(fieldsOf(more.markup, "draft")).toHaveProperty(["lines[2].quantity"], "1");
  });

  test("of a draft that a colleague has changed says who, and keeps what was typed", {
    tags: "slow",
  }, async () => {
    const path = await shipped();
    const fields = fieldsOf((await desk.get(path)).markup, "draft");
    const draft = (await desk.post(path, { ...fields, intent: "save" })).location!;
    const [one, other] = [await desk.open(draft), await colleague.open(draft)];
    const saved = await desk.post(draft, { ...fieldsOf(one.markup, "draft"), intent: "save" });
    expect(saved.status).toBe(302);
    const late = { ...fieldsOf(other.markup, "draft"), note: "Typed meanwhile", intent: "issue" };
    const answer = await colleague.post(draft, late);
    expect(answer.status).toBe(409);
    expect(answer.markup).toContain("Desk Person has changed this draft");
    expect(answer.markup).toContain("Typed meanwhile");
    const list = await desk.open("/freightForwarder/invoices?status=DRAFT");
    expect(list.markup).toContain("Draft, not issued");
  });

  test("answers attacks and unknown freight with a page, not a failure", async () => {
    const path = await shipped();
    const fields = fieldsOf((await desk.get(path)).markup, "draft");
    for (const bad of [
      { "lines[60000000].quantity": "1" },
      { "missing[0]": "text" },
      { "lines[0].clock": "DEM|x|y|z|w" },
      { "lines[0].quantity": "9".repeat(60) },
      { "lines[0].unitPrice": "999999999999", "lines[0].quantity": "999999999999" },
    ]) {
      const answer = await desk.post(path, {
        ...fields,
        ...(bad as object as Record<string, string>),
        intent: "check",
      });
      expect([bad, answer.status < 500]).toEqual([bad, true]);
    }
    expect((await desk.get("/freightForwarder/invoiceAdd?shipment=99999999")).location).toBe("/404");
    expect((await desk.get("/freightForwarder/invoice/99999999")).location).toBe("/404");
    for (const page of ["/freightForwarder/invoices", path, "/freightForwarder/invoice/1"])
      expect((await mine.get(page)).location).toBe("/404");
    const requestId = requestIdOf(await mine.get("/quote/add"));
    expect((await mine.post(path, { ...fields, requestId, intent: "issue" })).location).toBe("/404");
  });
});

describe("payment terms", () => {
  test("are agreed on a page of their own, by one of two people, and new invoices start from them", {
    tags: "slow",
  }, async () => {
    const path = await shipped();
    const terms = `${path}&show=terms`;
    expect((await desk.open(path)).markup).toContain(terms.replace("&", "&amp;"));
    const given = { daysToPay: "45", currency: "", rounding: "DOCUMENT" };
    const [first, second] = [
      await act(desk, terms, "terms", given),
      await act(colleague, terms, "terms", { ...given, daysToPay: "60" }),
    ];
    const done = await first();
    expect([done.status, done.location]).toEqual([302, path]);
    expect((await first()).status).toBe(302);
    const late = await second();
    expect(late.status).toBe(409);
    expect(late.markup).toContain("Desk Person has changed these terms");
    expect(late.markup).toContain('value="60"');
    const shown = await desk.open(path);
    expect(shown.markup).toContain("The payment terms are saved.");
    const due = new Date(Date.now() + 45 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(fieldsOf(shown.markup, "draft")).toMatchObject({ dueDate: due, rounding: "DOCUMENT" });
    const page = (await desk.open(terms)).markup;
    expect(page).toContain("Agreed on payment terms");
    expect(page).toContain("Rounding: by document");
    const wrong = { daysToPay: "x".repeat(10_000), currency: "DOLLARS", rounding: "UP" };
    const answer = await (await act(desk, terms, "terms", wrong))();
    expect(answer.status).toBe(400);
    for (const name of Object.keys(wrong)) expect(answer.markup).toContain(`href="#terms-${name}"`);
    expect((await desk.get("/freightForwarder/invoiceAdd?shipment=99999999&show=terms")).location).toBe(
      "/404",
    );
    expect((await mine.get(terms)).location).toBe("/404");
  });
});

describe("number series", () => {
  test("of the next year are set once by two people, and say what is wrong", { tags: "slow" }, async () => {
    const path = "/freightForwarder/invoiceSeries";
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear() + 1;
    const intent = `series-INVOICE-${year}`;
    expect((await desk.open("/freightForwarder/invoices")).markup).toContain(path);
    const wrong = await (await act(desk, path, intent, { prefix: "发票", width: "99" }))();
    expect(wrong.status).toBe(400);
    for (const name of ["prefix", "width"]) expect(wrong.markup).toContain(`href="#${intent}-${name}"`);
    const long = await (await act(desk, path, intent, { prefix: "x".repeat(10_000), width: "4" }))();
    expect(long.status).toBe(400);
    const [first, second] = [
      await act(desk, path, intent, { prefix: "hh-", width: "4" }),
      await act(colleague, path, intent, { prefix: "KK-", width: "5" }),
    ];
    expect((await first()).location).toBe(path);
    expect((await first()).status).toBe(302);
    const late = await second();
    expect(late.status).toBe(409);
    expect(late.markup).toContain("Desk Person has set a series");
    expect(late.markup).toContain('value="KK-"');
    const shown = (await desk.open(path)).markup;
    expect(shown).toContain("HH-0001");
    expect(shown).toContain(`Invoices ${year}, Prefix`);
    const taken = await (
      await act(desk, path, `series-CREDIT_NOTE-${year}`, { prefix: "HH-", width: "4" })
    )();
    expect(taken.status).toBe(400);
    expect(taken.markup).toContain("begins with HH-");
    for (const nonsense of ["series", "series-OTHER-2027", "series-INVOICE-x", "x"])
      expect((await (await act(desk, path, nonsense, {}))()).location).toBe(path);
    const past = await (await act(desk, path, "series-INVOICE-1999", { prefix: "P-", width: "4" }))();
    expect(past.status).toBe(400);
    expect(past.markup).toContain("Only series of this and the next year are set");
    expect((await mine.get(path)).location).toBe("/404");
  });
});

/** Posts one of the forms of an invoice. */
async function act(browser: Browser, path: string, intent: string, fields: Record<string, string>) {
  const page = await browser.open(path);
  const { requestId, begun = "" } = page.markup.includes(`value="${intent}"`) ? formIn(page, intent) : {};
  const version = /name="version" value="(\d+)"/.exec(page.markup)?.[1] ?? "";
  const own = { requestId: requestId ?? requestIdOf(page), begun, version };
  return () => browser.post(path, { ...own, intent, ...fields });
}

describe("an invoice", () => {
  test("is paid once by two people, and the second is told who was faster and keeps what was typed", async () => {
    const path = await issued();
    const id = path.split("/").at(-1)!;
    const given = { amount: "100", paidOn: "2026-01-01", reference: "TT 5", [`part-${id}`]: "100" };
    const [first, second] = [await act(desk, path, "pay", given), await act(colleague, path, "pay", given)];
    const done = await first();
    expect([done.status, done.location]).toEqual([302, path]);
    expect((await first()).status).toBe(302);
    const late = await second();
    expect(late.status).toBe(409);
    expect(late.markup).toContain("Desk Person was faster (recorded a payment)");
    expect(late.markup).toContain('value="TT 5"');
    const shown = await mine.open(`/billing/detail/${id}`);
    expect(shown.markup).toContain("Payment TT 5 on");
    expect(shown.markup).toContain("Part paid");
  });

  test("names the fields of a payment that are wrong", async () => {
    const path = await issued();
    const press = await act(desk, path, "pay", {
      amount: "-1",
      paidOn: "2026-02-31",
      reference: "x".repeat(200),
    });
    const answer = await press();
    expect(answer.status).toBe(400);
    for (const name of ["amount", "paidOn", "reference"])
      expect(answer.markup).toContain(`href="#pay-${name}"`);
  });

  test("is credited, and what the money has left is refunded", { tags: "slow" }, async () => {
    const path = await issued();
    const id = path.split("/").at(-1)!;
    const pay = await act(desk, path, "pay", {
      amount: "200",
      paidOn: "2026-01-01",
      reference: "TT 6",
      [`part-${id}`]: "165",
    });
    expect((await pay()).status).toBe(302);
    const page = await desk.open(path);
    const refund = /id="(refund-PAYMENT-\d+)"/.exec(page.markup)![1]!;
    const back = { amount: "35", refundedOn: "2026-02-01", reference: "R 6" };
    expect((await (await act(desk, path, refund, back))()).status).toBe(302);
    const line = /name="(net-\d+)"/.exec(page.markup)![1]!;
    const credit = await act(desk, path, "credit", { [line]: "10", note: "Agreed" });
    expect((await credit()).status).toBe(302);
    const shown = await desk.open(path);
    expect(shown.markup).toContain("Recorded a refund");
    expect(shown.markup).toMatch(/Issued a credit note/);
    expect((await (await act(desk, path, "credit", { [line]: "1000" }))()).status).toBe(400);
    expect((await (await act(desk, path, "nonsense", {}))()).status).toBe(302);
  });

  test("has a payment taken back once by two people, with a reason that its customer reads", {
    tags: "slow",
  }, async () => {
    const path = await issued();
    const id = path.split("/").at(-1)!;
    const given = { amount: "165", paidOn: "2026-01-01", reference: "TT 7", [`part-${id}`]: "165" };
    expect((await (await act(desk, path, "pay", given))()).status).toBe(302);
    const intent = /id="(takeBack-\d+)"/.exec((await desk.open(path)).markup)![1]!;
    for (const reason of ["", "x".repeat(10_000)]) {
      const wrong = await (await act(desk, path, intent, { reason }))();
      expect(wrong.status).toBe(400);
      expect(wrong.markup).toContain(`href="#${intent}-reason"`);
    }
    const reason = "Of another customer";
    const [first, second] = [
      await act(desk, path, intent, { reason }),
      await act(colleague, path, intent, { reason: "I saw it too" }),
    ];
    expect((await first()).location).toBe(path);
    expect((await first()).status).toBe(302);
    const late = await second();
    expect(late.status).toBe(409);
    expect(late.markup).toContain("Desk Person was faster (took an allocation back)");
    expect(late.markup).toContain("I saw it too");
    const shown = (await desk.open(path)).markup;
    expect(shown).toContain("Took an allocation back");
    expect(shown).toContain("Allocate payment TT 7");
    expect(shown).not.toContain(`id="${intent}"`);
    const customers = (await mine.open(`/billing/detail/${id}`)).markup;
    expect(customers).toMatch(/Payment TT 7 on 2026-\d\d-\d\d: USD.165\.00, taken back on/);
    expect((await (await act(desk, path, intent, { reason }))()).status).toBe(409);
    expect((await (await act(desk, path, "takeBack-99999999", { reason }))()).status).toBe(400);
    expect((await (await act(desk, path, "takeBack-x", { reason }))()).status).toBe(400);
  });
});
