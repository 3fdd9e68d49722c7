import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookingDetail } from "#app/contract/booking.ts";
import { channelTypes, messageList, teamCreate } from "#app/contract/message.ts";
import {
  type quotePrice as priceCall,
  quoteAccept,
  quoteBook,
  quoteDetail,
  quoteList,
  quotePrice,
  quoteReject,
} from "#app/contract/quote.ts";
import {
  type DraftOption,
  quoteDeskDetail,
  quoteDraftSave,
  quoteWithdraw,
} from "#app/contract/quote-desk.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { lineAmount, totalOf } from "#app/lib/quote-price.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { draws } from "#tests/support/is-all.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import {
  addQuote,
  customer,
  desk,
  movableClock,
  NOW,
  option,
  pricedQuote,
  type Somebody,
  somebody,
} from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
});
beforeEach(() => clock.set(NOW));
afterAll(() => provider.stop());

type Line = Parameters<(typeof priceCall.request)["parse"]>[0] extends never
  ? never
  : ReturnType<typeof option>["lines"][number];
const line = (given: Partial<Line> & { quantity: string; price: string }): Line => ({
  description: "Air freight",
  unit: "kg",
  amount: lineAmount(given.quantity, given.price),
  volumeMin: null,
  volumeMax: null,
  weightMin: null,
  weightMax: null,
  ...given,
});
const forDesk = async (id: string) =>
  (await provider.call(quoteDeskDetail, { id }, { token: staff.token })).data;
const price = (id: string, options: ReturnType<typeof option>[], more: object = {}) =>
  provider.call(quotePrice, { id, options, ...more }, { token: staff.token });
const fieldsOf = ({ data }: { data: unknown }) => (data as { fields: object[] }).fields;

const draft = (carrierName: string): DraftOption => ({
  carrierName,
  transitDays: "",
  validUntil: "",
  currency: "USD",
  total: "",
  lines: [
    { chargeCode: "", description: "half a", unit: "", quantity: "", price: "3.", amount: "", cost: "" },
  ],
});

describe("the amounts of a price", () => {
  test("are price times quantity, and a total is the sum of its lines: others are refused with the right figure", async () => {
    const dana = await customer(provider);
    const id = await addQuote(provider, dana);
    const lines = [
      line({ quantity: "64", price: "3.85", amount: "246.41" }),
      line({ quantity: "1", price: "30", description: "Air waybill", unit: "AWB" }),
    ];
    expect(fieldsOf(await price(id, [option({ lines })]))).toEqual([
      { path: "options.0.lines.0.amount", message: "64 × 3.85 is 246.40" },
    ]);
    const right = [{ ...lines[0]!, amount: "246.4" }, lines[1]!];
    expect(fieldsOf(await price(id, [{ ...option({ lines: right }), total: "276.39" }]))).toEqual([
      { path: "options.0.total", message: "The lines add up to 276.40" },
    ]);
    expect((await price(id, [{ ...option({ lines: right }), total: "276.40" }])).code).toBe(200);
    const shown = (await provider.call(quoteDetail, { id }, { token: dana.token })).data;
    expect(shown.options).toMatchObject([
      { total: { amount: "276.40", currency: "USD" }, lines: [{ quantity: "64" }, { quantity: "1" }] },
    ]);
  });

  test("add up to the total to the cent, whatever the lines are", async () => {
    const dana = await customer(provider);
    const id = await addQuote(provider, dana);
    const decimal = (most: number, places: number) =>
      fc.integer({ min: 0, max: most }).map((units) => (units / 10 ** places).toFixed(places));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ quantity: decimal(9_999_999, 3), price: decimal(9_999_999, 4) }), {
          minLength: 1,
          maxLength: 50,
        }),
        async (typed) => {
          const lines = typed.map((each) => line(each));
          const total = totalOf(lines.map(({ amount }) => amount));
          expect((await price(id, [{ ...option({ lines }), total }])).code).toBe(200);
          const [stored] = (await forDesk(id)).quote.options!;
          expect(stored!.total.amount).toBe(total);
          expect(totalOf(stored!.lines.map(({ amount }) => amount))).toBe(total);
        },
      ),
      { numRuns: draws(15) },
    );
  });

  test.each([
    ["a cost below zero", { cost: "-1" }],
    ["a cost without end", { cost: "1".repeat(10_000) }],
    ["a price without end", { price: "9".repeat(10_000) }],
    ["a quantity that is no number", { quantity: "NaN" }],
    ["a cost that no column takes", { cost: "99999999999999" }],
  ])("are refused with a text for %s", async (_, given) => {
    const id = await addQuote(provider, await customer(provider));
    const lines = [{ ...line({ quantity: "1", price: "5" }), ...given }];
    const answer = await price(id, [option({ lines })]);
    expect(answer.code).toBe(400);
    expect(fieldsOf(answer)).toHaveLength(1);
  });
});

describe("a draft of a price", () => {
  test("is kept for the desk as it was typed, and gone when the price is sent", async () => {
    const dana = await customer(provider);
    const id = await addQuote(provider, dana);
    const save = (draftVersion: number, name: string) =>
      provider.call(
        quoteDraftSave,
        { id, version: 1, draftVersion, options: [draft(name)] },
        { token: staff.token },
      );
    expect((await save(0, "Cathay")).code).toBe(200);
    expect((await forDesk(id)).draft).toMatchObject({
      version: 1,
      savedBy: "Desk Person",
      options: [draft("Cathay")],
    });
    const before = (await provider.call(quoteDetail, { id }, { token: dana.token })).data;
    expect(before).toMatchObject({ status: "NEW", version: 1, options: [] });
    expect(before.log).toHaveLength(1);
    expect((await save(1, "Lufthansa")).code).toBe(200);
    expect((await price(id, [option()], { version: 1, draftVersion: 2 })).code).toBe(200);
    expect((await forDesk(id)).draft).toBeNull();
  });

  test("of two people is the first one's, and the second is told who it was", async () => {
    const id = await addQuote(provider, await customer(provider));
    const colleague = await somebody(provider, staff.companyId, { role: "desk", name: "Kit Wong" });
    const save = ({ token }: Somebody) =>
      provider.call(quoteDraftSave, { id, version: 1, draftVersion: 0, options: [draft("X")] }, { token });
    expect((await save(colleague)).code).toBe(200);
    expect(await save(staff)).toMatchObject({
      code: 409,
      data: { version: 1, draftVersion: 1 },
      message: "Kit Wong has saved another draft of this price meanwhile; nothing was overwritten",
    });
    expect(await price(id, [option()], { version: 1, draftVersion: 0 })).toMatchObject({ code: 409 });
  });
});

test("a price of two people is the first one's, and the second is told who it was", async () => {
  const id = await addQuote(provider, await customer(provider));
  const colleague = await somebody(provider, staff.companyId, { role: "desk", name: "Kit Wong" });
  const offer = { id, options: [option()], version: 1, draftVersion: 0 };
  expect((await provider.call(quotePrice, offer, { token: colleague.token })).code).toBe(200);
  expect(await provider.call(quotePrice, offer, { token: staff.token })).toMatchObject({
    code: 409,
    message: "Kit Wong has changed this quote meanwhile; your price was not sent",
    data: { version: 2, draftVersion: 0, last: { actor: "Kit Wong", action: "quote.priced" } },
  });
  expect((await price(id, [option()], { version: 2, draftVersion: 0 })).code).toBe(200);
});

describe("a sent price", () => {
  const conversation = async (id: string, { token }: Somebody) => {
    const team = await provider.call(teamCreate, { type: channelTypes.quote, subjectId: id }, { token });
    const { channelId } = team.data;
    const { data } = await provider.call(messageList, { channelId, limit: 20, offset: 0 }, { token });
    return data.rows.map(({ text }) => text);
  };

  test("is told in the conversation, in the language of who asked, without figures", async () => {
    const chen = await somebody(provider, await makeCompany(provider.db, ["SHIPMENT_CHARGES"]), {
      language_preference: "zh",
    });
    const { id } = await pricedQuote(provider, chen, staff, [option(), option()]);
    expect(await conversation(id, chen)).toEqual([
      expect.stringMatching(/^您的询价 QT-.*已报价，共 2 个方案/),
    ]);
  });

  test("is taken back with a reason: it waits for another, and nobody can accept the old one", async () => {
    const dana = await customer(provider);
    const { token } = dana;
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    clock.forward(3 * HOUR_MS);
    const taken = await provider.call(
      quoteWithdraw,
      { id, reason: "The flight is full", version: 2 },
      { token: staff.token },
    );
    expect(taken.code).toBe(200);
    const detail = (await provider.call(quoteDetail, { id }, { token })).data;
    expect(detail).toMatchObject({
      status: "NEW",
      actions: ["update"],
      options: [],
      validUntil: null,
      version: 3,
      withdrawn: { at: "2026-11-20 15:00:00", reason: "The flight is full" },
      answerBy: "2026-11-22 15:00:00",
    });
    expect(detail.log.at(-1)).toMatchObject({
      action: "quote.withdrawn",
      changes: expect.arrayContaining([
        { path: "status", before: "READY_TO_BOOK", after: "NEW" },
        { path: "withdrawReason", before: null, after: "The flight is full" },
      ]),
    });
    expect(await provider.call(quoteAccept, { id, optionId: optionIds[0]! }, { token })).toMatchObject({
      code: 409,
      data: { status: "NEW", last: { action: "quote.withdrawn" } },
    });
    expect((await conversation(id, dana)).at(-1)).toContain("Reason: The flight is full");
    const mail = await provider.db
      .selectFrom("mail_outbox")
      .select(["subject", "body"])
      .where("recipient", "=", dana.email)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(mail.subject).toMatch(/^The price of your quote QT-.* has been taken back$/);
    expect(mail.body).toContain("The flight is full");
    expect((await price(id, [option({ from: clock.now() })])).code).toBe(200);
    const again = (await provider.call(quoteDetail, { id }, { token })).data;
    expect(again).toMatchObject({ status: "READY_TO_BOOK", withdrawn: null });
    expect((await verifyChains(provider.db)).broken).toBeNull();
  });

  test("that was accepted, rejected, booked or has run out is not taken back", async () => {
    const dana = await customer(provider);
    const { token } = dana;
    const withdraw = (id: string) =>
      provider.call(quoteWithdraw, { id, reason: "Too late" }, { token: staff.token });
    const [accepted, rejected, booked, over] = await Promise.all(
      Array.from({ length: 4 }, () => pricedQuote(provider, dana, staff)),
    );
    await provider.call(quoteAccept, { id: accepted!.id, optionId: accepted!.optionIds[0]! }, { token });
    await provider.call(quoteReject, { id: rejected!.id }, { token });
    await provider.call(quoteBook, { id: booked!.id, optionId: booked!.optionIds[0]! }, { token });
    expect(await withdraw(accepted!.id)).toMatchObject({ code: 409, data: { status: "ACCEPTED" } });
    expect(await withdraw(rejected!.id)).toMatchObject({ code: 409, data: { status: "REJECTED" } });
    expect(await withdraw(booked!.id)).toMatchObject({ code: 409, data: { status: "ACCEPTED" } });
    clock.forward(8 * DAY_MS);
    expect(await withdraw(over!.id)).toMatchObject({ code: 409, data: { status: "EXPIRED" } });
  });
});

test("earlier prices of the lane are the desk's to copy, of whichever company, however the places are spelled", async () => {
  const [dana, eve] = [await customer(provider), await customer(provider)];
  const lane = { origin: "Hamburg (DEHAM)", destination: "Busan" };
  const ask = (who: Somebody, given: object) => addQuote(provider, who, { ...lane, ...given });
  const [first, otherMode, otherWay, unpriced] = [
    await ask(dana, {}),
    await ask(dana, { freightMode: "TRUCK", incoterms: "" }),
    await ask(dana, { origin: "Busan", destination: "Hamburg" }),
    await ask(dana, {}),
  ];
  for (const id of [first, otherMode, otherWay]) await price(id, [option()]);
  const id = await ask(eve, { origin: "hamburg" });
  const { earlier } = await forDesk(id);
  expect(earlier.map((each) => each.id)).toEqual([first]);
  expect(earlier).toMatchObject([{ carriers: ["Cathay Cargo"], total: { amount: "822.60" } }]);
  expect(unpriced).not.toBe(first);
});

test("costs and drafts reach the desk only", async () => {
  const dana = await customer(provider);
  const { token } = dana;
  const cost = "731.1357";
  const id = await addQuote(provider, dana);
  const lines = [line({ quantity: "1", price: "822.60", cost })];
  await price(id, [option({ lines }), option({ lines })]);
  const { costs, quote } = await forDesk(id);
  expect(costs.map((each) => each.lines.map(Number))).toEqual([[Number(cost)], [Number(cost)]]);
  const secret = "MARK-OF-THE-DESK";
  await provider.call(
    quoteDraftSave,
    { id, version: 2, draftVersion: 0, options: [draft(secret)] },
    { token: staff.token },
  );
  const told: unknown[] = [
    (await provider.call(quoteDetail, { id }, { token })).data,
    (await provider.call(quoteDetail, { id }, { token: staff.token })).data,
    (await provider.call(quoteList, { page: 1, pageSize: 50 }, { token })).data,
  ];
  const option0 = quote.options![0]!.id;
  const booked = await provider.call(quoteBook, { id, optionId: option0 }, { token });
  told.push(booked, (await provider.call(bookingDetail, { id: booked.data.bookingId }, { token })).data);
  for (const table of [
    "message",
    "mail_outbox",
    "notice",
    "operation_log",
    "quote_option",
    "booking",
    "quote",
    "realtime_outbox",
  ] as const)
    told.push(await provider.db.selectFrom(table).selectAll().execute());
  const text = JSON.stringify(told);
  expect(text).not.toContain("731.13");
  expect(text).not.toContain(secret);
  const denied = await provider.call(quoteDeskDetail, { id }, { token });
  expect([denied.code, JSON.stringify(denied)]).toEqual([403, expect.not.stringContaining("731.13")]);
});
