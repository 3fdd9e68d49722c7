import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { bookingChangeState, bookingDetail } from "#app/contract/booking.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import {
  type QuotePackage,
  quoteAccept,
  quoteAdd,
  quoteBook,
  quoteDetail,
  quoteList,
  quotePrice,
  quoteReject,
  quoteUpdate,
} from "#app/contract/quote.ts";
import { DAY_MS, HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
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
  request,
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

const detailOf = async (id: string, { token }: Somebody) =>
  (await provider.call(quoteDetail, { id }, { token })).data;

describe("a request", () => {
  test("has codes for words of the trade", async () => {
    const dana = await customer(provider);
    const containers = [{ containerType: "40'HQ", count: 2 }];
    const worded = request({ freightMode: "OCEAN_FCL", incoterms: "FOB Shanghai", containers });
    const { data } = await provider.call(quoteAdd, worded, { token: dana.token });
    expect((await detailOf(data.id, dana)).request).toMatchObject({
      incoterms: "FOB",
      containers: [{ containerType: "45G1", count: 2 }],
    });
    const [row] = request().packages;
    const packed = request({
      packages: ["CTNS", "Stillage"].map((packageType) => ({ ...row!, packageType })),
    });
    const { id } = (await provider.call(quoteAdd, packed, { token: dana.token })).data;
    // A package that nobody has a code for keeps its own name.
    expect((await detailOf(id, dana)).request.packages.map(({ packageType }) => packageType)).toEqual([
      "CTN",
      "Stillage",
    ]);
  });

  test("is kept as it was asked, weighed, promised an answer and logged", async () => {
    const dana = await customer(provider);
    const added = await provider.call(quoteAdd, request(), { token: dana.token });
    expect(added.data.quoteNumber).toMatch(/^QT-2611-\d{6}$/);
    expect(await detailOf(added.data.id, dana)).toMatchObject({
      quoteNumber: added.data.quoteNumber,
      version: 1,
      status: "NEW",
      actions: ["update"],
      request: request(),
      totals: { pieces: 8, grossKg: "45", volumeCbm: "0.384", chargeable: "64.0", chargeableUnit: "kg" },
      requestedAt: "2026-11-20 12:00:00",
      answerFrom: "2026-11-21 12:00:00",
      answerBy: "2026-11-22 12:00:00",
      validUntil: null,
      options: [],
      booking: null,
      log: [{ action: "quote.requested", actor: "Pat Example", isForwarder: false }],
    });
  });

  test("of inches and pounds is weighed by their exact measures", async () => {
    const dana = await customer(provider);
    const packages: QuotePackage[] = [
      {
        pieces: 1,
        packageType: "PLT",
        length: "40",
        width: "48",
        height: "50",
        dimensionUnit: "in",
        weight: "1000",
        weightUnit: "lb",
      },
    ];
    const id = await addQuote(provider, dana, { freightMode: "OCEAN_LCL", packages });
    // 40 x 48 x 50 inches are 96,000 cubic inches of 16.387064 cubic centimetres.
    expect((await detailOf(id, dana)).totals).toMatchObject({
      grossKg: "453.59237",
      volumeCbm: "1.573",
      chargeable: "1.573",
      chargeableUnit: "revenue-ton",
    });
  });

  test("is refused with the field and a text in the caller's language", async () => {
    const { token } = await customer(provider);
    const faulty = request({
      specialGoods: ["BATTERIES", "NONE"],
      originZip: "1",
      incoterms: "DAT",
      cargoReadyDate: "2026-02-30",
      pickupLocation: "",
      packages: [{ ...request().packages[0]!, height: null }],
    });
    const answer = await provider.call(quoteAdd, faulty, { token, language: "zh" });
    expect(answer).toMatchObject({ status: 200, code: 400 });
    const { fields } = answer.data as unknown as { fields: { path: string; message: string }[] };
    expect(fields).toEqual([
      { path: "originZip", message: "格式错误" },
      { path: "incoterms", message: "不是 Incoterms 2020 中的术语" },
      { path: "packages.0.height", message: "不能为空" },
      { path: "specialGoods", message: "“无”不能与其他选项同时选择" },
      { path: "batteryTypes", message: "不能为空" },
      { path: "cargoReadyDate", message: "该日期不存在" },
    ]);
    const heavy = request({ packages: [{ ...request().packages[0]!, weight: "1000000" }] });
    expect((await provider.call(quoteAdd, heavy, { token })).data).toEqual({
      fields: [{ path: "packages.0.weight", message: "Should be above 0 and should not exceed 999999.999" }],
    });
    const endless = request({ packages: [{ ...request().packages[0]!, weight: `1.${"3".repeat(30)}` }] });
    expect((await provider.call(quoteAdd, endless, { token })).data).toEqual({
      fields: [{ path: "packages.0.weight", message: "Should not exceed 20 characters" }],
    });
  });

  test("is changed while it is new, and by nobody who has not seen the last change", async () => {
    const dana = await customer(provider);
    const id = await addQuote(provider, dana);
    const change = (version: number, tag: string) =>
      provider.call(quoteUpdate, { ...request({ tag }), id, version }, { token: dana.token });
    expect((await change(1, "Summer range")).code).toBe(200);
    expect(await change(1, "Autumn range")).toMatchObject({
      message: "You have changed this quote in another of your windows; nothing was overwritten",
    });
    expect(await change(1, "Autumn range")).toMatchObject({ code: 409, data: { status: "NEW" } });
    const detail = await detailOf(id, dana);
    expect(detail).toMatchObject({ version: 2, request: { tag: "Summer range" } });
    expect(detail.log[1]).toMatchObject({
      action: "quote.updated",
      changes: [{ path: "tag", before: "Spring range", after: "Summer range" }],
    });
    await provider.call(quotePrice, { id, options: [option()] }, { token: staff.token });
    expect(await change(2, "Winter range")).toMatchObject({
      code: 409,
      message: "This quote has been priced and is ready to book",
      data: { status: "READY_TO_BOOK", last: { action: "quote.priced", actor: "Desk Person" } },
    });
  });
});

describe("a price", () => {
  test("gives options side by side, and tells who asked by mail in their language", async () => {
    const chen = await somebody(provider, await makeCompany(provider.db, ["SHIPMENT_CHARGES"]), {
      language_preference: "zh",
    });
    const options = [
      option(),
      option({ carrierName: "Cargolux", total: "799.005", days: 3, transitDays: null }),
    ];
    const { id } = await pricedQuote(provider, chen, staff, options);
    expect(await detailOf(id, chen)).toMatchObject({
      status: "READY_TO_BOOK",
      actions: ["accept", "reject", "book"],
      validUntil: instantToWire(new Date(NOW.getTime() + 7 * DAY_MS)),
      options: [
        { carrierName: "Cathay Cargo", total: { amount: "822.60", currency: "USD" }, isAccepted: false },
        { carrierName: "Cargolux", total: { amount: "799.01", currency: "USD" }, transitDays: null },
      ],
    });
    const mails = await provider.db
      .selectFrom("mail_outbox")
      .selectAll()
      .where("recipient", "=", chen.email)
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toMatch(/^您的报价 QT-2611-\d{6} 已就绪$/);
    expect(mails[0]!.body).toContain(`https://portal.example.com/quote/detail?id=${id}`);
  });

  test("is the forwarder's to give, and its validity lies ahead", async () => {
    const dana = await customer(provider);
    const id = await addQuote(provider, dana);
    const price = (token: string, options = [option()]) =>
      provider.call(quotePrice, { id, options }, { token });
    expect((await price(dana.token)).code).toBe(403);
    const viewer = await somebody(provider, staff.companyId, { role: "viewer" });
    expect((await price(viewer.token)).code).toBe(403);
    expect(await price(staff.token, [option({ days: -1 })])).toMatchObject({
      code: 400,
      data: { fields: [{ path: "options.0.validUntil" }] },
    });
    expect((await detailOf(id, dana)).status).toBe("NEW");
  });

  test("is absent, in list, detail and log, without SHIPMENT_CHARGES; and is not accepted unseen", async () => {
    const rival = await customer(provider, []);
    const { id, optionIds } = await pricedQuote(provider, rival, staff);
    const detail = await detailOf(id, rival);
    expect(detail).not.toHaveProperty("options");
    expect(detail.actions).toEqual(["reject"]);
    expect(JSON.stringify(detail)).not.toContain("822.60");
    const list = await provider.call(quoteList, {}, { token: rival.token });
    expect(list.data.rows[0]).not.toHaveProperty("totalCharges");
    const accept = { id, optionId: optionIds[0]! };
    expect((await provider.call(quoteAccept, accept, { token: rival.token })).code).toBe(403);
    expect((await provider.call(quoteBook, accept, { token: rival.token })).code).toBe(403);
  });

  test("waits for an administrator where the company has asked for that", async () => {
    const boss = await customer(provider, ["SHIPMENT_CHARGES"], { needs_quote_authorization: true });
    const clerk = await somebody(provider, boss.companyId, { role: "operator" });
    const { id, optionIds } = await pricedQuote(provider, clerk, staff);
    const accept = { id, optionId: optionIds[0]! };
    expect(await detailOf(id, clerk)).toMatchObject({
      status: "AWAITING_AUTHORIZATION",
      actions: ["reject"],
    });
    expect((await detailOf(id, boss)).actions).toEqual(["accept", "reject"]);
    expect(await provider.call(quoteAccept, accept, { token: clerk.token })).toMatchObject({
      code: 403,
      message: "Only an administrator of your company can authorize this quote",
    });
    expect((await provider.call(quoteBook, accept, { token: boss.token })).code).toBe(409);
    expect((await provider.call(quoteAccept, accept, { token: boss.token })).code).toBe(200);
    expect(await detailOf(id, clerk)).toMatchObject({ status: "ACCEPTED", actions: ["book"] });
  });
});

describe("accept, reject and book", () => {
  test("accepting names the option, whose validity is the quote's from then on", async () => {
    const dana = await customer(provider);
    const options = [option(), option({ carrierName: "Cargolux", total: "799", days: 3 })];
    const { id, optionIds } = await pricedQuote(provider, dana, staff, options);
    const accept = (optionId: string) => provider.call(quoteAccept, { id, optionId }, { token: dana.token });
    expect(await accept("999999")).toMatchObject({ code: 409, data: { status: "READY_TO_BOOK" } });
    expect((await accept(optionIds[1]!)).code).toBe(200);
    const detail = await detailOf(id, dana);
    expect(detail).toMatchObject({
      status: "ACCEPTED",
      actions: ["book"],
      validUntil: instantToWire(new Date(NOW.getTime() + 3 * DAY_MS)),
      options: [{ isAccepted: false }, { isAccepted: true }],
    });
    expect(detail.log.at(-1)).toMatchObject({
      action: "quote.accepted",
      changes: expect.arrayContaining([
        { path: "acceptedOption.total", before: null, after: "799.00 USD" },
        { path: "status", before: "READY_TO_BOOK", after: "ACCEPTED" },
      ]),
    });
    expect(await accept(optionIds[0]!)).toMatchObject({
      code: 409,
      message: "Pat Example has accepted this quote already",
    });
    const list = await provider.call(quoteList, {}, { token: dana.token });
    expect(list.data.rows[0]).toMatchObject({ totalCharges: { amount: "799.00", currency: "USD" } });
  });

  test("booking fills a draft, accepts the option, and links the two; booking again names the existing one", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const book = (key?: string) =>
      provider.call(quoteBook, { id, optionId: optionIds[0]! }, { token: dana.token, key });
    const key = randomUUID();
    const { data } = await book(key);
    expect(data.bookingNumber).toMatch(/^BK-2611-\d{6}$/);
    expect((await book(key)).data).toEqual(data);
    expect(await book()).toMatchObject({
      code: 409,
      message: `This quote has been booked already: ${data.bookingNumber}`,
      data: { booking: { id: data.bookingId, bookingNumber: data.bookingNumber } },
    });
    const detail = await detailOf(id, dana);
    expect(detail).toMatchObject({ status: "ACCEPTED", actions: [], booking: { id: data.bookingId } });
    expect(detail.log.map(({ action }) => action)).toEqual([
      "quote.requested",
      "quote.priced",
      "quote.accepted",
      "quote.booked",
    ]);
    const booking = await provider.db
      .selectFrom("booking")
      .selectAll()
      .where("id", "=", data.bookingId)
      .executeTakeFirstOrThrow();
    expect(booking).toMatchObject({ status: "DRAFT", quote_id: id, price_amount: "822.60" });
    expect(booking.content).toMatchObject({
      transportMode: "AIR",
      service: "DTD",
      incoterms: "FCA",
      origin: "Shanghai",
      pickupAddress: "1 Quay Road, 200120",
      hasOriginTrucking: true,
      cargo: [{ pieces: "8", weight: "45", weightUnit: "kg", length: "60" }],
      carrier: "Cathay Cargo",
      shipper: { name: "" },
    });
    clock.forward(30 * DAY_MS);
    expect((await detailOf(id, dana)).status).toBe("ACCEPTED");
  });

  test("the draft names all special properties of the goods, and has room for the longest address", async () => {
    const dana = await customer(provider);
    const pickupLocation = "a".repeat(300);
    const id = await addQuote(provider, dana, {
      specialGoods: ["BATTERIES", "MAGNETIC", "LIQUIDS"],
      batteryTypes: ["UN3480", "UN3091"],
      pickupLocation,
      originZip: "SW1A 1AA",
    });
    await provider.call(quotePrice, { id, options: [option()] }, { token: staff.token });
    const [{ id: optionId } = { id: "" }] = (await detailOf(id, dana)).options ?? [];
    const { data } = await provider.call(quoteBook, { id, optionId }, { token: dana.token });
    const { content } = await provider.db
      .selectFrom("booking")
      .select("content")
      .where("id", "=", data.bookingId)
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({
      specialInstructions:
        "Special goods: batteries (UN3480, UN3091), magnetic properties, creams, liquids or powders",
      unNumber: "3480",
      pickupAddress: `${pickupLocation}, SW1A 1AA`,
    });
  });

  test("of the options only the accepted one can be booked", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff, [option(), option({ total: "1" })]);
    await provider.call(quoteAccept, { id, optionId: optionIds[1]! }, { token: dana.token });
    const book = (optionId: string) => provider.call(quoteBook, { id, optionId }, { token: dana.token });
    expect((await book(optionIds[0]!)).code).toBe(409);
    expect((await book(optionIds[1]!)).code).toBe(200);
  });

  test("rejecting keeps the reason, and nothing follows it", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const { token } = dana;
    expect((await provider.call(quoteReject, { id, reason: "Too dear" }, { token })).code).toBe(200);
    expect(await detailOf(id, dana)).toMatchObject({
      status: "REJECTED",
      actions: [],
      rejectReason: "Too dear",
    });
    expect((await provider.call(quoteAccept, { id, optionId: optionIds[0]! }, { token })).code).toBe(409);
    expect((await provider.call(quoteReject, { id }, { token })).message).toBe(
      "Pat Example has rejected this quote already",
    );
  });

  test("after the valid-until a late accept or book is refused with the reason, and nothing is half done", async () => {
    const dana = await customer(provider);
    const { token } = dana;
    const options = [option({ days: 2 }), option({ days: 1 })];
    const { id, optionIds } = await pricedQuote(provider, dana, staff, options);
    const [late, early] = [optionIds[0]!, optionIds[1]!];
    clock.forward(DAY_MS + HOUR_MS);
    expect(await provider.call(quoteAccept, { id, optionId: early }, { token })).toMatchObject({
      code: 409,
      message: "This option has expired: it was valid until 2026-11-21 12:00 (UTC+8)",
    });
    clock.set(new Date(NOW.getTime() + 2 * DAY_MS));
    expect((await detailOf(id, dana)).status).toBe("READY_TO_BOOK");
    clock.forward(1);
    for (const call of [quoteAccept, quoteBook] as Endpoint[])
      expect(await provider.call(call, { id, optionId: late }, { token })).toMatchObject({
        code: 409,
        message: "This quote has expired: it was valid until 2026-11-22 12:00 (UTC+8)",
        data: { status: "EXPIRED" },
      });
    expect(await detailOf(id, dana)).toMatchObject({ status: "EXPIRED", actions: [], booking: null });
    const bookings = await provider.db
      .selectFrom("booking")
      .select("id")
      .where("quote_id", "=", id)
      .execute();
    expect(bookings).toEqual([]);
    expect((await detailOf(id, staff)).actions).toEqual(["price"]);
    const again = { id, options: [option({ from: clock.now() })] };
    expect((await provider.call(quotePrice, again, { token: staff.token })).code).toBe(200);
    expect((await detailOf(id, dana)).status).toBe("READY_TO_BOOK");
    expect((await provider.call(quoteAccept, { id, optionId: late }, { token })).message).toBe(
      "This option is not offered any more: the quote has been priced anew",
    );
  });

  test("an accepted quote that nobody books expires as well", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    await provider.call(quoteAccept, { id, optionId: optionIds[0]! }, { token: dana.token });
    clock.forward(8 * DAY_MS);
    expect((await detailOf(id, dana)).status).toBe("EXPIRED");
    const book = { id, optionId: optionIds[0]! };
    expect((await provider.call(quoteBook, book, { token: dana.token })).code).toBe(409);
  });
});

describe("exactly once", () => {
  const twice = (action: Endpoint, logged: string) =>
    test(`200 times ${action.name} with one key is once, with one answer`, { tags: "slow" }, async () => {
      const dana = await customer(provider);
      const { id, optionIds } = await pricedQuote(provider, dana, staff);
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 200 }, () =>
          provider.call(action, { id, optionId: optionIds[0]! }, { token: dana.token, key }),
        ),
      );
      expect(answers[0]!.code).toBe(200);
      expect(new Set(answers.map(({ code, data }) => JSON.stringify({ code, data }))).size).toBe(1);
      const { log } = await detailOf(id, dana);
      expect(log.filter((entry) => entry.action === logged)).toHaveLength(1);
      const booked = await provider.db
        .selectFrom("booking")
        .select("id")
        .where("quote_id", "=", id)
        .execute();
      expect(booked).toHaveLength(action === quoteBook ? 1 : 0);
    });
  twice(quoteAccept, "quote.accepted");
  twice(quoteReject, "quote.rejected");
  twice(quoteBook, "quote.booked");

  test("200 requests with one key make one quote", async () => {
    const { token } = await customer(provider);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => provider.call(quoteAdd, request(), { token, key })),
    );
    expect(new Set(answers.map(({ data }) => data.quoteNumber)).size).toBe(1);
    expect((await provider.call(quoteList, {}, { token })).data.total).toBe(1);
  });

  test("of two people who decide at once one wins, and the other is told what happened", async () => {
    for (let round = 0; round < 5; round++) {
      const dana = await customer(provider);
      const eve = await somebody(provider, dana.companyId, { name: "Eve Other" });
      const { id, optionIds } = await pricedQuote(provider, dana, staff);
      const answers = await Promise.all([
        provider.call(quoteAccept, { id, optionId: optionIds[0]! }, { token: dana.token }),
        provider.call(quoteReject, { id }, { token: eve.token }),
      ]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
      const { status } = await detailOf(id, dana);
      const loser = answers.find(({ code }) => code === 409)!;
      expect(loser.data).toMatchObject({ status });
      expect(loser.message).toBe(
        status === "ACCEPTED"
          ? "Pat Example has accepted this quote already"
          : "Eve Other has rejected this quote already",
      );
    }
  });
});

describe("who may do what", () => {
  test("another company's quote is not there, whatever is called", async () => {
    const dana = await customer(provider);
    const rival = await customer(provider);
    const { token } = rival;
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const optionId = optionIds[0]!;
    const answers = [
      await provider.call(quoteDetail, { id }, { token }),
      await provider.call(quoteUpdate, { ...request(), id, version: 1 }, { token }),
      await provider.call(quoteAccept, { id, optionId }, { token }),
      await provider.call(quoteReject, { id }, { token }),
      await provider.call(quoteBook, { id, optionId }, { token }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(404));
    expect((await provider.call(quoteList, {}, { token })).data).toMatchObject({ rows: [], total: 0 });
    const ours = await pricedQuote(provider, rival, staff);
    const crossed = { id: ours.id, optionId };
    expect((await provider.call(quoteAccept, crossed, { token })).code).toBe(409);
  });

  test("buttons decide: without one nothing is readable, a booker books what others requested", async () => {
    const dana = await customer(provider);
    const viewer = await somebody(provider, dana.companyId, { role: "viewer" });
    const booker = await somebody(provider, dana.companyId, { role: "booker" });
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const one = { id, optionId: optionIds[0]! };
    expect((await provider.call(quoteList, {}, { token: viewer.token })).code).toBe(403);
    expect((await provider.call(quoteDetail, { id }, { token: viewer.token })).code).toBe(403);
    expect((await provider.call(quoteAdd, request(), { token: booker.token })).code).toBe(403);
    expect((await detailOf(id, booker)).actions).toEqual(["book"]);
    expect((await provider.call(quoteAccept, one, { token: booker.token })).code).toBe(403);
    expect((await provider.call(quoteAccept, one, { token: staff.token })).code).toBe(403);
    expect((await provider.call(quoteBook, one, { token: booker.token })).code).toBe(200);
  });
});

test("the list filters by the status that people see, counts, searches and sorts", async () => {
  const dana = await customer(provider);
  const { token } = dana;
  const fresh = await addQuote(provider, dana, { tag: "100%_cotton", freightMode: "TRUCK" });
  clock.forward(1000);
  const expiring = await pricedQuote(provider, dana, staff, [option({ days: 1 })]);
  clock.forward(1000);
  const lasting = await pricedQuote(provider, dana, staff, [
    option({ total: "90" }),
    option({ total: "80" }),
  ]);
  clock.set(new Date(NOW.getTime() + 2 * DAY_MS));
  const list = async (given: z.input<typeof quoteList.request> = {}) =>
    (await provider.call(quoteList, given, { token })).data;
  const all = await list();
  expect(all.rows.map(({ id }) => id)).toEqual([lasting.id, expiring.id, fresh]);
  expect(all).toMatchObject({
    total: 3,
    counts: { NEW: 1, AWAITING_AUTHORIZATION: 0, READY_TO_BOOK: 1, ACCEPTED: 0, REJECTED: 0, EXPIRED: 1 },
  });
  expect(all.rows[0]).toMatchObject({
    totalCharges: { amount: "80.00" },
    origin: "Shanghai",
    service: "DTD",
  });
  expect(all.rows[2]).toMatchObject({ totalCharges: null, status: "NEW" });
  const ids = (answer: typeof all) => answer.rows.map(({ id }) => id);
  expect(ids(await list({ status: "EXPIRED" }))).toEqual([expiring.id]);
  expect((await list({ status: "EXPIRED" })).counts).toMatchObject({ NEW: 1, EXPIRED: 1 });
  expect(ids(await list({ keyword: "100%_COTTON" }))).toEqual([fresh]);
  expect(ids(await list({ keyword: "1%n" }))).toEqual([]);
  expect(ids(await list({ mode: "TRUCK" }))).toEqual([fresh]);
  expect(ids(await list({ sort: "validUntil", direction: "asc" }))).toEqual([expiring.id, lasting.id, fresh]);
  expect(ids(await list({ sort: "quoteNumber", direction: "asc", page: 2, pageSize: 2 }))).toEqual([
    lasting.id,
  ]);
  const number = all.rows[1]!.quoteNumber;
  expect(ids(await list({ keyword: number.toLowerCase() }))).toEqual([expiring.id]);
  expect(
    (await provider.call(quoteList, { pageSize: 100 }, { token: staff.token })).data.total,
  ).toBeGreaterThan(3);
});

test("text that no database takes, or that turns its direction, is stored readable", async () => {
  const dana = await customer(provider);
  const id = await addQuote(provider, dana, { tag: "a\0b\u202Ec\u200f", cargoDetails: "lone \ud83d half" });
  expect((await detailOf(id, dana)).request).toMatchObject({
    tag: "a\ufffdbc",
    cargoDetails: "lone \ufffd half",
  });
});

describe("a quote of full containers", () => {
  const fcl = (containers: { containerType: string; count: number }[]) =>
    request({ freightMode: "OCEAN_FCL", containers });

  test("asks which and how many, and its booking has a row for each", async () => {
    const dana = await customer(provider);
    const none = await provider.call(quoteAdd, fcl([]), { token: dana.token, language: "zh" });
    expect(none.data).toEqual({ fields: [{ path: "containers", message: "不能为空" }] });
    const asked = [
      { containerType: "45G1", count: 2 },
      { containerType: "22G1", count: 1 },
    ];
    const id = await addQuote(provider, dana, { freightMode: "OCEAN_FCL", containers: asked });
    expect((await detailOf(id, dana)).request.containers).toEqual(asked);
    await provider.call(quotePrice, { id, options: [option()] }, { token: staff.token });
    const optionId = (await detailOf(id, dana)).options![0]!.id;
    const { bookingId } = (await provider.call(quoteBook, { id, optionId }, { token: dana.token })).data;
    const booking = await provider.call(bookingDetail, { id: bookingId }, { token: dana.token });
    expect(booking.data.content.containers.map((row) => row.containerType)).toEqual(["45G1", "45G1", "22G1"]);
  });

  test("of another mode has none, whatever was typed before the mode changed", async () => {
    const dana = await customer(provider);
    const id = await addQuote(provider, dana, { containers: [{ containerType: "45G1", count: 2 }] });
    expect((await detailOf(id, dana)).request.containers).toEqual([]);
  });
});

describe("a quote whose booking was cancelled", () => {
  test("is booked again while its price is valid, once, and its log says so", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const book = () => provider.call(quoteBook, { id, optionId: optionIds[0]! }, { token: dana.token });
    const first = (await book()).data;
    expect((await book()).code).toBe(409);
    const cancel = { id: first.bookingId, version: 1, action: "cancel" } as const;
    expect((await provider.call(bookingChangeState, cancel, { token: dana.token })).code).toBe(200);
    expect(await detailOf(id, dana)).toMatchObject({ status: "ACCEPTED", actions: ["book"], booking: null });
    const answers = await Promise.all([1, 2, 3, 4].map(book));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
    const second = answers.find(({ code }) => code === 200)!.data;
    expect(second.bookingId).not.toBe(first.bookingId);
    const after = await detailOf(id, dana);
    expect(after.booking?.id).toBe(second.bookingId);
    expect(after.log.slice(-3).map(({ action, changes }) => [action, changes])).toEqual([
      ["quote.booked", [{ path: "bookingNumber", before: null, after: first.bookingNumber }]],
      ["quote.bookingCancelled", [{ path: "bookingNumber", before: first.bookingNumber, after: null }]],
      ["quote.booked", [{ path: "bookingNumber", before: null, after: second.bookingNumber }]],
    ]);
  });

  test("has expired once its time is over", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const book = () => provider.call(quoteBook, { id, optionId: optionIds[0]! }, { token: dana.token });
    const { bookingId } = (await book()).data;
    clock.forward(8 * 24 * 3_600_000);
    expect((await detailOf(id, dana)).status).toBe("ACCEPTED");
    await provider.call(
      bookingChangeState,
      { id: bookingId, version: 1, action: "cancel" },
      { token: dana.token },
    );
    expect((await detailOf(id, dana)).status).toBe("EXPIRED");
    expect((await book()).message).toContain("has expired");
  });
});
